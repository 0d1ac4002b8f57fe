package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.tasks.Group;
import java.io.Serializable;

/**
 * The lanes that run a task of a {@link CooperativeForkJoin} together, as one of them sees it, and what the task may
 * do. Valid only during the call that it was passed to.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
public interface GroupFork<T, R> extends Group<T> {
    /**
     * Hands over a child of the task. Any lane may call this, for children of its own. They run at some time after the
     * body has returned, on any worker, in no certain order. What this lane wrote before, and what the others of the
     * group wrote before a {@link #barrier} that it has passed, is visible to the child.
     */
    @Override
    void spawn(T child);

    /**
     * Gives the calling lane's part of the task's result; the last call of a lane counts. The parts of all lanes are
     * joined, and with the results of children. A task of which no lane completes or spawns ends with the identity of
     * the join.
     */
    void complete(R part);

    /**
     * Names the task that the continuation is to see when the children of this one have ended, in place of this one.
     * What the first lane of the group says counts. Has no effect without children, or without a continuation.
     */
    void resumeAs(T next);

    /**
     * What a task does after all its children have ended, on the lanes of its width: a lambda in kernel Java.
     *
     * @param <T> the tasks
     * @param <R> the results
     */
    @FunctionalInterface
    interface Continuation<T, R> extends Serializable {
        /**
         * Goes on with a task.
         *
         * @param task the task, or what its last part named by {@link GroupFork#resumeAs}
         * @param joined the results of its children, combined
         * @param group where it completes, or spawns further children to be continued again; if no lane does either,
         *     the task's result is {@code joined}
         */
        void run(T task, R joined, GroupFork<T, R> group);
    }
}
