package dev.warpbroker.tasks.graph;

/**
 * What a graph of tasks is made with.
 *
 * @param workers number of workers, which are warps on a GPU and threads on the JVM; 0 for as many as the device holds
 *     at once, or one per processor on the JVM, and no more than there are tasks
 */
public record TaskGraphOptions(int workers) {
    /** Checks the number. */
    public TaskGraphOptions {
        if (workers < 0) {
            throw new IllegalArgumentException(
                    workers + " workers of a graph; give at least 1, or 0 for as many as the device holds");
        }
    }

    /** {@return the usual options: as many workers as the device holds} */
    public static TaskGraphOptions defaults() {
        return new TaskGraphOptions(0);
    }

    /** {@return these options with {@code number} workers} */
    public TaskGraphOptions withWorkers(int number) {
        return new TaskGraphOptions(number);
    }
}
