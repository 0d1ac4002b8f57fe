/** Double-ended queues for work stealing: their owner works at one end, thieves take from the other. */
@NullMarked
package dev.warpbroker.structures.deque;

import org.jspecify.annotations.NullMarked;
