package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * The vertices of the present level, which workers take, and of the next one, which they put in. A worker is a warp:
 * all its lanes make each call together. Between two levels there is a {@link GridBarrier}.
 */
interface Wavefront extends AutoCloseable {
    /** Vertices one after the other in {@link #vertices}; none if there are no more to take. */
    record Batch(int from, int count) {}

    /** Empties both levels and puts the source into level 0. From the host. */
    void begin(int source);

    /** {@return 0 if and only if a level is empty; asked by all workers when it begins} */
    int size(int level);

    /**
     * {@return vertices that nobody else has}
     *
     * @param size of the level
     * @param turn how many batches the worker had in this level
     */
    Batch take(WarpWorker worker, int level, int size, int turn);

    /** Moves the {@code count} oldest vertices of an outbox into the level after {@code level}. */
    void put(WarpWorker worker, int level, Outbox outbox, int count);

    /** {@return the memory that batches are in} */
    Ints vertices();

    @Override
    void close();
}
