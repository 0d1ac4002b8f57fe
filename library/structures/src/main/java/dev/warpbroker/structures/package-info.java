/** What queues, stacks and deques share: the result of taking an element, and how many threads act as one. */
@org.jspecify.annotations.NullMarked
package dev.warpbroker.structures;
