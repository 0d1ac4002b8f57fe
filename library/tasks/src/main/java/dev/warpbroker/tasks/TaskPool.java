package dev.warpbroker.tasks;

/**
 * Where tasks wait until a worker takes them. A scheduler can be built on whatever implements this in kernel Java:
 * queues and deques do, stacks can.
 */
interface TaskPool<T> extends AutoCloseable {
    /**
     * What a worker's lane got.
     *
     * @param present whether there was a task for it
     * @param task the task; {@code zero} of the layout if there was none
     * @param victim the worker that it was stolen from, or {@link #NOBODY}
     * @param failed how many others were asked in vain
     */
    record Found<T>(boolean present, T task, int victim, int failed) {
        static final int NOBODY = -1;

        /** {@return whether it came from another worker} */
        boolean stolen() {
            return victim >= 0;
        }
    }

    /** {@return the level of a task, for {@link #put}} Asked for before anything is claimed, as it may throw. */
    default int level(T task) {
        return 0;
    }

    /**
     * {@return whether {@code task} was put in; if not, there was no room} Lanes call this when they like.
     *
     * @param task one that its layout can write
     */
    boolean put(WorkerGroup group, T task, int level);

    /**
     * {@return a task, if there is one}
     *
     * <p>All lanes of a worker make this call together.
     *
     * @param wanted whether the calling lane needs a task; one that does not gets none
     * @param attempt a number that differs from one call of a lane to the next
     */
    Found<T> take(WorkerGroup group, boolean wanted, int attempt);

    /**
     * {@return whether {@link #put} may be called in the middle of a task} If not, the lanes of a worker put in one
     * after the other, between two rounds.
     */
    boolean takesAnyTime();

    /** {@return what a full pool is called in an error message, with its capacity} */
    String room();

    /** Empties the pool from the host. */
    void clear();

    @Override
    void close();
}
