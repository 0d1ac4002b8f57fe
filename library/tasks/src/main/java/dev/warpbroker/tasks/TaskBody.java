package dev.warpbroker.tasks;

import java.io.Serializable;

/**
 * What is done with a task: a lambda in kernel Java, often a pattern switch over the kinds of tasks.
 *
 * @param <T> the tasks
 * @param <S> how a task spawns others: a {@link Spawner}, or a {@link dev.warpbroker.tasks.forkjoin.Fork} for tasks
 *     with results
 */
@FunctionalInterface
public interface TaskBody<T, S extends Spawner<T>> extends Serializable {
    /**
     * Runs a task.
     *
     * @param task the task
     * @param out where further tasks go: any number, also in loops and on one side of a branch; valid during this call
     */
    void run(T task, S out);
}
