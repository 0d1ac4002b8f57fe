/** Queues that thousands of threads can use at once, on a GPU and on JVM threads. */
@NullMarked
package dev.warpbroker.structures.queue;

import org.jspecify.annotations.NullMarked;
