package dev.warpbroker.tasks;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.QueueKind;

/**
 * One pool for all workers.
 *
 * @param queue what the pool is made of
 * @param busyLeaves whether a worker keeps the first task that its task spawns
 */
record QueuePolicy(QueueKind queue, boolean busyLeaves) implements Policy {
    QueuePolicy {
        for (var claim : new Claim[] {Claim.RETURNS_WHEN_FULL_OR_EMPTY, Claim.PUBLISHES}) {
            if (!queue.claims(claim)) {
                throw new IllegalArgumentException(
                        queue + " cannot be a pool of tasks: it does not claim: " + claim + "; use " + QueueKind.BQ);
            }
        }
    }

    @Override
    public String toString() {
        return busyLeaves ? "busy leaves on " + queue : queue == QueueKind.BSQ ? "distributed" : "central " + queue;
    }
}
