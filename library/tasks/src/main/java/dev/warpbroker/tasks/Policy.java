package dev.warpbroker.tasks;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;

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
     * {@return one pool for all workers, on a stack: the newest task is run first, so that few wait}
     *
     * @param stack any that publishes what was written before
     */
    static Policy central(StackKind stack) {
        return new CentralStack(stack);
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

    /** {@return a pool for each block of workers, a broker queue; a block whose pool is empty looks around in the others} */
    static Policy distributed() {
        return new Central(QueueKind.BSQ, false);
    }

    /**
     * {@return work stealing by warps: the fast one}
     *
     * <p>A warp (on the JVM, a thread) keeps its tasks on a stack in shared memory, and now and then lays out the oldest
     * ones for others in a deque of its own. A warp that has run out looks at 32 of those at once and takes half of one.
     * Spawning and running a task touches neither global memory nor the count of outstanding tasks. Workers are warps; the
     * capacity is that of a warp's deque; there are no priorities.
     */
    static Policy stealing() {
        return new WarpStealing();
    }

    /**
     * {@return work stealing on deques: algorithm WS}
     *
     * <p>Each worker has a deque. It pushes what its tasks spawn and pops the newest; without tasks it steals the oldest of
     * another worker, chosen at random.
     *
     * @param deques what the deques are: {@link DequeKind#LOCKED} blocks, the others do not
     */
    static Policy stealing(DequeKind deques, StealAmount amount) {
        return new Stealing(deques, amount, true);
    }

    /**
     * {@return a pool for each worker, a deque; a worker whose own is empty takes the oldest task of the next one that has
     * some}
     *
     * @param deques what the deques are: {@link DequeKind#LOCKED} blocks, the others do not
     */
    static Policy distributed(DequeKind deques) {
        return new Stealing(deques, StealAmount.ONE, false);
    }

    /**
     * A deque for each worker.
     *
     * @param deques what the deques are
     * @param amount how much is stolen at once
     * @param random whether victims are chosen at random, else one after the other
     */
    record Stealing(DequeKind deques, StealAmount amount, boolean random) implements Policy {
        @Override
        public String toString() {
            return (random ? "stealing " : "distributed, ") + amount + " on " + deques + " deques";
        }
    }

    /** Work stealing by warps with stacks in shared memory. */
    record WarpStealing() implements Policy {
        @Override
        public String toString() {
            return "stealing by warps";
        }
    }

    /**
     * One pool for all workers.
     *
     * @param queue what the pool is made of
     * @param busyLeaves whether a worker keeps the first task that its task spawns
     */
    record Central(QueueKind queue, boolean busyLeaves) implements Policy {
        public Central {
            for (var claim : new Claim[] {Claim.RETURNS_WHEN_FULL_OR_EMPTY, Claim.PUBLISHES}) {
                if (!queue.claims(claim)) {
                    throw new IllegalArgumentException(queue + " cannot be a pool of tasks: it does not claim: " + claim
                            + "; use " + QueueKind.BQ);
                }
            }
        }

        @Override
        public String toString() {
            return busyLeaves ? "busy leaves on " + queue : queue == QueueKind.BSQ ? "distributed" : "central " + queue;
        }
    }

    /**
     * One pool for all workers, last in, first out.
     *
     * @param stack what the pool is made of
     */
    record CentralStack(StackKind stack) implements Policy {
        public CentralStack {
            if (!stack.claims(Claim.PUBLISHES)) {
                throw new IllegalArgumentException(stack + " cannot be a pool of tasks: it does not claim: "
                        + Claim.PUBLISHES + "; use " + StackKind.ROOMS);
            }
        }

        @Override
        public String toString() {
            return "central " + stack + " stack";
        }
    }
}
