package dev.warpbroker.tasks.graph;

import java.io.Serializable;

/**
 * What is done with a task of a graph: a lambda in kernel Java, often a pattern switch over the kinds of tasks.
 *
 * @param <T> the tasks
 */
@FunctionalInterface
public interface GraphBody<T> extends Serializable {
    /**
     * Runs a task. All tasks that come before it have ended, and what they wrote to device memory is visible.
     *
     * @param task the task
     */
    void run(T task);
}
