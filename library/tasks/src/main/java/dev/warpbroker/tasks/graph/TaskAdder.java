package dev.warpbroker.tasks.graph;

/**
 * Takes tasks that a running task adds to its graph. An added task begins after the task that added it has ended, sees
 * what that one wrote, and is forgotten at the end of the run.
 *
 * <p>Tasks can wait only for tasks with lower numbers, and tasks that were there before the run for none that are
 * added. So there are no cycles.
 *
 * @param <T> the tasks
 */
public interface TaskAdder<T> {
    /** {@return the number of the running task} */
    int number();

    /**
     * Adds a task that waits for the running one.
     *
     * @return its number. Those that are added in a run follow the tasks of the graph, in no particular order
     */
    int add(T task);

    /**
     * Adds a task that waits for the running one and for another.
     *
     * @param before the number of a task of the graph, or of one that was added before, by any task; it may have ended
     * @return its number
     */
    default int add(T task, int before) {
        int number = add(task);
        edge(before, number);
        return number;
    }

    /**
     * Lets a task wait for another one as well.
     *
     * @param first the number of a task of the graph, or of one that was added before; it may have ended
     * @param second the number of a task that the running one has added
     */
    void edge(int first, int second);
}
