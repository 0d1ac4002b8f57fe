package dev.warpbroker.schedule;

import dev.warpbroker.structures.queue.QueueClaim;
import dev.warpbroker.structures.queue.QueueKind;

/** How tasks find their workers. */
public sealed interface Policy {
    /**
     * {@return one pool for all workers, on a queue}
     *
     * @param queue any that reports full and empty, and publishes what was written before
     */
    static Policy central(QueueKind queue) {
        return new Central(queue, false);
    }

    /**
     * {@return one pool for all workers, and the first task that a task spawns is run next by the worker that spawned it}
     *
     * <p>Algorithm BL: a processor whose thread spawns goes on with the child, and the rest of the parent is in the pool.
     * Tasks here run to their end, so the rest of a parent is its other children. The pool then holds at most the
     * siblings of the tasks under way: its size is bounded by the number of workers times what one worker alone would
     * need.
     *
     * @param queue any that reports full and empty, and publishes what was written before
     */
    static Policy busyLeaves(QueueKind queue) {
        return new Central(queue, true);
    }

    /** {@return a pool for each block of workers; one whose pool is empty looks around in the others} */
    static Policy distributed() {
        return new Central(QueueKind.BSQ, false);
    }

    /**
     * One pool for all workers.
     *
     * @param queue what the pool is made of
     * @param busyLeaves whether a worker keeps the first task that its task spawns
     */
    record Central(QueueKind queue, boolean busyLeaves) implements Policy {
        public Central {
            for (var claim : new QueueClaim[] {QueueClaim.RETURNS_WHEN_FULL_OR_EMPTY, QueueClaim.PUBLISHES}) {
                if (!queue.claims(claim)) {
                    throw new IllegalArgumentException(queue + " cannot be a pool of tasks: it does not claim: " + claim
                            + "; use " + QueueKind.BQ);
                }
            }
        }
    }
}
