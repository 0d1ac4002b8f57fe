package dev.warpbroker.graphs.search;

import dev.warpbroker.structures.queue.QueueKind;

/**
 * How to search.
 *
 * @param variant how the workers share the vertices
 * @param queue through which they share them in the asynchronous variant; the others have queues of their own
 * @param queueCapacity elements that this queue is to hold, a power of two; 0 for as many as the graph has vertices.
 *     What finds no room stays with its worker: a small queue costs time, nothing else; but one that waits when it is
 *     full must hold all
 * @param threads most threads of the device that search; 0 for as many as it holds at once, or one per processor of the
 *     JVM
 */
public record BfsOptions(BfsVariant variant, QueueKind queue, int queueCapacity, int threads) {
    /** Checks the numbers. */
    public BfsOptions {
        if (threads < 0) {
            throw new IllegalArgumentException(
                    "a search by " + threads + " threads; give at least 1, or 0 for as many as the device holds");
        }
    }

    /**
     * {@return the usual options: the variant that is likely to be the fastest, as many threads as the device holds}
     */
    public static BfsOptions defaults() {
        return of(BfsVariant.AUTO);
    }

    /** {@return the options of a variant: the Broker Queue, as many threads as the device holds} */
    public static BfsOptions of(BfsVariant variant) {
        return new BfsOptions(variant, QueueKind.BQ, 0, 0);
    }

    /** {@return these options with another variant} */
    public BfsOptions withVariant(BfsVariant given) {
        return new BfsOptions(given, queue, queueCapacity, threads);
    }

    /** {@return these options with another queue} */
    public BfsOptions withQueue(QueueKind given) {
        return new BfsOptions(variant, given, queueCapacity, threads);
    }

    /** {@return these options with another capacity of the queue} */
    public BfsOptions withQueueCapacity(int given) {
        return new BfsOptions(variant, queue, given, threads);
    }

    /** {@return these options with another number of threads} */
    public BfsOptions withThreads(int given) {
        return new BfsOptions(variant, queue, queueCapacity, given);
    }
}
