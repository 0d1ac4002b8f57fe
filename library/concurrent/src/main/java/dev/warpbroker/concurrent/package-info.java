/** Queues of objects for threads of the JVM, as {@link java.util.concurrent.BlockingQueue}. */
@NullMarked
package dev.warpbroker.concurrent;

import org.jspecify.annotations.NullMarked;
