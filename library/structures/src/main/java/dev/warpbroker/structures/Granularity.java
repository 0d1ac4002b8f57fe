package dev.warpbroker.structures;

/**
 * How many threads act as one: on a queue, a stack or a deque, or as a worker that takes tasks. On the JVM device
 * workers that take tasks have one thread each at every granularity
 * ({@link dev.warpbroker.device.DeviceProperties#lanesPerWorker}).
 */
public enum Granularity {
    /** Every thread for itself. A worker takes one task at a time and goes on when it is done. */
    THREAD,

    /**
     * The threads of a warp. A worker works in rounds: it takes up to 32 tasks with one claim, where the pool can do
     * that, each thread runs one, and the next round begins when all are done.
     */
    WARP,

    /**
     * All threads of a block. A worker works in rounds as a warp does, with up to as many tasks as the block has
     * threads.
     */
    BLOCK
}
