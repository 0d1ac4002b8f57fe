package dev.warpbroker.tasks.graph;

import java.io.Serializable;

/**
 * What is done with a task of a graph that grows while it runs: a lambda in kernel Java.
 *
 * @param <T> the tasks
 */
@FunctionalInterface
public interface GrowingBody<T> extends Serializable {
    /**
     * Runs a task. All tasks that come before it have ended, and what they wrote to device memory is visible.
     *
     * @param task the task
     * @param graph takes more tasks
     */
    void run(T task, TaskAdder<T> graph);
}
