package dev.warpbroker.tasks;

import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;

/** How tasks find their workers. */
public sealed interface Policy permits QueuePolicy, StackPolicy, DequePolicy, WarpStealingPolicy {
    /**
     * {@return one pool for all workers, on a queue}
     *
     * @param queue any that reports full and empty, and publishes what was written before
     */
    static Policy central(QueueKind queue) {
        return new QueuePolicy(queue, false);
    }

    /**
     * {@return one pool for all workers, on a stack: the newest task is run first, so that few wait}
     *
     * @param stack any that publishes what was written before
     */
    static Policy central(StackKind stack) {
        return new StackPolicy(stack);
    }

    /**
     * {@return one pool for all workers, and the first task that a task spawns is run next by the worker that spawned
     * it}
     *
     * <p>Algorithm BL: a processor whose thread spawns goes on with the child, and the rest of the parent is in the
     * pool. Tasks here run to their end, so the rest of a parent is its other children. The pool then holds at most the
     * siblings of the tasks under way: its size is bounded by the number of workers times what one worker alone would
     * need.
     *
     * @param queue any that reports full and empty, and publishes what was written before
     */
    static Policy busyLeaves(QueueKind queue) {
        return new QueuePolicy(queue, true);
    }

    /**
     * {@return a pool for each block of workers, a broker queue; a block whose pool is empty looks around in the
     * others}
     */
    static Policy distributed() {
        return new QueuePolicy(QueueKind.BSQ, false);
    }

    /**
     * {@return work stealing by warps: the fast one}
     *
     * <p>A warp (on the JVM, a thread) keeps its tasks on a stack in shared memory, and now and then lays out the
     * oldest ones for others in a deque of its own. A warp that has run out looks at 32 of those at once and takes half
     * of one. Spawning and running a task touches neither global memory nor the count of outstanding tasks. Workers are
     * warps; the capacity is that of a warp's deque; there are no priorities.
     */
    static Policy stealing() {
        return new WarpStealingPolicy();
    }

    /**
     * {@return work stealing on deques: algorithm WS}
     *
     * <p>Each worker has a deque. It pushes what its tasks spawn and pops the newest; without tasks it steals the
     * oldest of another worker, chosen at random.
     *
     * @param deques what the deques are: {@link DequeKind#LOCKED} blocks, the others do not
     */
    static Policy stealing(DequeKind deques, StealAmount amount) {
        return new DequePolicy(deques, amount, true);
    }

    /**
     * {@return a pool for each worker, a deque; a worker whose own is empty takes the oldest task of the next one that
     * has some}
     *
     * @param deques what the deques are: {@link DequeKind#LOCKED} blocks, the others do not
     */
    static Policy distributed(DequeKind deques) {
        return new DequePolicy(deques, StealAmount.ONE, false);
    }

    /** How much a worker without tasks takes from another's deque. */
    enum StealAmount {
        /** One task. */
        ONE,

        /** Half of what is there. */
        HALF,

        /**
         * As many as a warp has lanes: for warps and blocks one each, for threads half of what is there and at most 32.
         */
        WARP
    }
}
