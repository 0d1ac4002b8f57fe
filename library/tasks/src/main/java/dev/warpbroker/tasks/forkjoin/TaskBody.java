package dev.warpbroker.tasks.forkjoin;

import java.io.Serializable;

/**
 * What a task does: a lambda in kernel Java.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
@FunctionalInterface
public interface TaskBody<T, R> extends Serializable {
    /** Runs {@code task}, which ends with a result or with children: see {@link Fork}. */
    void run(T task, Fork<T, R> fork);
}
