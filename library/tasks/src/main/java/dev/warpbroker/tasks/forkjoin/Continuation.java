package dev.warpbroker.tasks.forkjoin;

import java.io.Serializable;

/**
 * What a task does after all its children have ended: a lambda in kernel Java.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
@FunctionalInterface
public interface Continuation<T, R> extends Serializable {
    /**
     * Goes on with a task.
     *
     * @param task the task, or what its last part named by {@link Fork#resumeAs}
     * @param joined the results of its children, combined
     * @param fork where it completes, or spawns further children to be continued again; if it does neither, the task's
     *     result is {@code joined}
     */
    void run(T task, R joined, Fork<T, R> fork);
}
