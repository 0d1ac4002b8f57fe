package dev.warpbroker.tasks.forkjoin;

/** Keeps account of the tasks that a {@link Worker} makes public and takes. Called by all lanes together. */
interface Lending {
    /** {@return how many more tasks may be made public} */
    int room();

    /**
     * Tasks are about to be made public.
     *
     * @param count how many
     * @param children how many of them are children of tasks of this worker that wait for them
     */
    void lend(int count, int children);

    /**
     * Tasks were taken back, or from another worker.
     *
     * @param count how many
     * @param children how many of them are children of tasks of this worker that wait for them
     */
    void take(int count, int children);
}
