package dev.warpbroker.tasks.host;

import java.io.Serializable;

/**
 * What is done with a task: a lambda in kernel Java, often a pattern switch over the kinds of tasks.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
@FunctionalInterface
public interface TaskFunction<T, R> extends Serializable {
    /**
     * {@return the result of a task}
     *
     * @param task the task
     */
    R apply(T task);
}
