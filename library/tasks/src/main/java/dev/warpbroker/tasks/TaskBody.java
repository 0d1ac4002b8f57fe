package dev.warpbroker.tasks;

import java.io.Serializable;

/**
 * What is done with a task: a lambda, usually a pattern switch over the kinds of tasks. It is kernel Java.
 *
 * @param <T> the tasks
 */
@FunctionalInterface
public interface TaskBody<T> extends Serializable {
    /**
     * Runs a task.
     *
     * @param task the task
     * @param out where further tasks go: any number, also in loops and on one side of a branch
     */
    void run(T task, Spawner<T> out);
}
