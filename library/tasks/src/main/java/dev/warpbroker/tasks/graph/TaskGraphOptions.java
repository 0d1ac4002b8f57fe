package dev.warpbroker.tasks.graph;

/**
 * What a graph of tasks is made with.
 *
 * @param workers number of workers, which are warps on a GPU and threads on the JVM; 0 for as many as the device holds
 *     at once, or one per processor on the JVM, and no more than there are tasks
 * @param room most tasks that tasks may add in a run: {@link TaskGraph#run(GrowingBody)}
 * @param waits most waits of added tasks for others than the task that has added them, in a run
 */
public record TaskGraphOptions(int workers, int room, int waits) {
    /** Checks the numbers. */
    public TaskGraphOptions {
        if (workers < 0) {
            throw new IllegalArgumentException(
                    workers + " workers of a graph; give at least 1, or 0 for as many as the device holds");
        }
        if (room < 0 || waits < 0) {
            throw new IllegalArgumentException(
                    "room for " + room + " added tasks and " + waits + " waits of these; give at least 0");
        }
    }

    /** {@return the usual options: as many workers as the device holds, and no room for tasks that are added} */
    public static TaskGraphOptions defaults() {
        return new TaskGraphOptions(0, 0, 0);
    }

    /** {@return these options with {@code number} workers} */
    public TaskGraphOptions withWorkers(int number) {
        return new TaskGraphOptions(number, room, waits);
    }

    /**
     * {@return these options with room for {@code tasks} added ones, and for as many waits beyond the first of each}
     */
    public TaskGraphOptions withRoom(int tasks) {
        return withRoom(tasks, tasks);
    }

    /**
     * {@return these options with room for tasks that tasks add}
     *
     * @param tasks most added tasks of a run
     * @param waitsOfThese most waits of these for others than the task that has added them
     */
    public TaskGraphOptions withRoom(int tasks, int waitsOfThese) {
        return new TaskGraphOptions(workers, tasks, waitsOfThese);
    }
}
