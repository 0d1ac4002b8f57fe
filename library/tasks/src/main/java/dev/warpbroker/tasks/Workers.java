package dev.warpbroker.tasks;

/** Who takes tasks: every thread for itself, or a warp or a block as one. On the JVM all three are a thread. */
public enum Workers {
    /** Every lane takes one task at a time and goes on when that one is done. */
    THREAD,

    /**
     * The lanes of a warp work in rounds: they take up to 32 tasks with one claim, where the pool can do that, each runs
     * one, and the next round begins when all are done.
     */
    WARP,

    /**
     * The lanes of a block work in rounds: they take up to a block's worth of tasks with one claim, where the pool can do
     * that, each runs one, and the next round begins when all are done.
     */
    BLOCK
}
