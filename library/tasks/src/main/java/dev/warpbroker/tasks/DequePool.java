package dev.warpbroker.tasks;

import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.deque.WorkDeques;

/**
 * A deque for each worker: algorithm WS of Blumofe and Leiserson. A worker without tasks makes one attempt to steal in
 * each call of {@link #take}, from one victim. The caller pauses before the next attempt if no lane of the worker has a
 * task.
 */
final class DequePool<T> implements TaskPool<T> {
    /*
     * Only the owner pushes and pops, and a warp or block is an owner of many lanes. Pushes of its lanes come one after
     * the other with the worker's own synchronisation in between, pops are made for a warp as a whole, and the warps of
     * a block take turns. Steals for a worker are made by one of its warps.
     *
     * A lane that steals half of a deque gets the first task. The others go to the deque of its own worker, where all
     * lanes of the worker find them in the next round.
     */

    /** The maximum number of tasks that a thread steals at once if the amount is that of a warp. */
    private static final int WARP = 32;

    private final WorkDeques<T> deques;
    private final Layout<T> layout;
    private final Granularity workers;
    private final Policy.StealAmount amount;

    /** Whether victims are chosen at random, else one after the other. */
    private final boolean random;

    DequePool(WorkDeques<T> deques, Layout<T> layout, Granularity workers, Policy.StealAmount amount, boolean random) {
        this.deques = deques;
        this.layout = layout;
        this.workers = workers;
        this.amount = amount;
        this.random = random;
    }

    @Override
    public boolean put(WorkerGroup group, T task, int level) {
        return deques.push(group.number(), task);
    }

    @Override
    public boolean takesAnyTime() {
        return workers == Granularity.THREAD;
    }

    @Override
    public Found<T> take(WorkerGroup group, boolean wanted, int attempt) {
        return switch (workers) {
            case THREAD -> wanted ? takeByThread(group, attempt) : none();
            case WARP -> takeByWarp(group, wanted, attempt);
            case BLOCK -> takeByBlock(group, wanted, attempt);
        };
    }

    private Found<T> takeByThread(WorkerGroup group, int attempt) {
        int worker = group.number();
        var own = deques.pop(worker);
        if (own.present()) {
            return new Found<>(true, own.value(), Found.NOBODY, 0);
        }
        int victim = victim(group, attempt);
        return victim == worker ? none() : stolen(victim, stealAlone(victim, worker));
    }

    /**
     * Gives nothing to any lane if one of them keeps tasks: those lanes run theirs first, and the others wait for a
     * round. Also steals nothing if at least one lane got a task from the own deque. All lanes steal from the same
     * victim.
     */
    private Found<T> takeByWarp(WorkerGroup group, boolean wanted, int attempt) {
        var warp = group.warp();
        if (warp.any(!wanted)) {
            return none();
        }
        int worker = group.number();
        var own = deques.popWarp(group.lane(), worker);
        if (warp.any(own.present())) {
            return new Found<>(own.present(), own.value(), Found.NOBODY, 0);
        }
        int victim = victim(group, warp.fromFirst(attempt));
        return victim == worker ? none() : stolen(victim, stealByWarp(group, victim));
    }

    /** {@return a task for each lane if the amount is that of a warp; else at most one, for the first lane} */
    private Taken<T> stealByWarp(WorkerGroup group, int victim) {
        if (amount == Policy.StealAmount.WARP) {
            return deques.stealWarp(group.lane(), victim);
        }
        var warp = group.warp();
        var taken = warp.isFirst() ? stealAlone(victim, group.number()) : new Taken<>(false, layout.zero());
        warp.synchronize();
        return taken;
    }

    /** The warps pop one after the other, with a barrier between them. Only the first one steals for the block. */
    private Found<T> takeByBlock(WorkerGroup group, boolean wanted, int attempt) {
        var block = group.lane().block();
        int warpSize = group.lane().warp().size();
        Found<T> found = none();
        int warps = Math.ceilDiv(block.fullSize(), warpSize);
        for (int turn = 0; turn < warps; turn++) {
            if (block.lane() / warpSize == turn) {
                found = turn == 0 ? takeByWarp(group, wanted, attempt) : popByWarp(group, wanted);
            }
            block.barrier();
        }
        return found;
    }

    private Found<T> popByWarp(WorkerGroup group, boolean wanted) {
        if (group.warp().any(!wanted)) {
            return none();
        }
        var own = deques.popWarp(group.lane(), group.number());
        return new Found<>(own.present(), own.value(), Found.NOBODY, 0);
    }

    private Taken<T> stealAlone(int victim, int worker) {
        return switch (amount) {
            case ONE -> deques.steal(victim);
            case HALF -> deques.stealHalf(victim, worker, deques.capacity());
            case WARP -> deques.stealHalf(victim, worker, WARP);
        };
    }

    private Found<T> stolen(int victim, Taken<T> taken) {
        boolean present = taken.present();
        return new Found<>(present, taken.value(), present ? victim : Found.NOBODY, present ? 0 : 1);
    }

    private Found<T> none() {
        return new Found<>(false, layout.zero(), Found.NOBODY, 0);
    }

    /**
     * {@return the worker to steal from, never the caller itself unless it is the only one} Random victims follow from
     * the number of the worker and of the attempt, so no generator needs a state.
     */
    private int victim(WorkerGroup group, int attempt) {
        int worker = group.number();
        int workersInAll = group.count();
        int others = workersInAll - 1;
        if (others == 0) {
            return worker;
        }
        int step = random ? scramble(worker * 0x9E3779B1 + attempt) : attempt;
        int victim = worker + 1 + Integer.remainderUnsigned(step, others);
        return victim < workersInAll ? victim : victim - workersInAll;
    }

    /** {@return the hash of a value} Each step is a bijection, so that different values have different hashes. */
    private static int scramble(int value) {
        int mixed = (value ^ value >>> 16) * 0x7FEB352D;
        mixed = (mixed ^ mixed >>> 15) * 0x846CA68B;
        return mixed ^ mixed >>> 16;
    }

    @Override
    public String room() {
        return "a deque of " + deques.capacity() + " tasks";
    }

    @Override
    public void clear() {
        deques.clear();
    }

    @Override
    public void close() {
        deques.close();
    }
}
