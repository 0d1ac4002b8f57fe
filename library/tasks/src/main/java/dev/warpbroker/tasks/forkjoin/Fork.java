package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.tasks.Spawner;
import java.io.Serializable;

/**
 * What a running task may do. Valid only during the call that it was passed to.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
public abstract sealed class Fork<T, R> implements Spawner<T> permits Worker, TaskLoop {
    Fork() {}

    /** Hands over a child. It runs at some time after the body has returned, on any worker, in no certain order. */
    @Override
    public abstract void spawn(T child);

    /**
     * Gives the task's result; the last call counts. A task that also spawns children ends with their results combined
     * with this one. A task that neither completes nor spawns ends with the identity of the join.
     */
    public abstract void complete(R result);

    /**
     * Names the task that the continuation is to see when the children of this one have ended, in place of this one:
     * the next state of a computation in several phases. Has no effect without children, or without a continuation.
     */
    public abstract void resumeAs(T next);

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
         * @param fork where it completes, or spawns further children to be continued again; if it does neither, the
         *     task's result is {@code joined}
         */
        void run(T task, R joined, Fork<T, R> fork);
    }
}
