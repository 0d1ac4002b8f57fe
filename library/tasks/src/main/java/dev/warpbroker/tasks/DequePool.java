package dev.warpbroker.tasks;

import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.deque.WorkDeques;

/** A deque for each worker: algorithm WS of Blumofe and Leiserson. */
final class DequePool<T> implements TaskPool<T> {
    /*
     * Only the owner pushes and pops, and a warp or block is an owner of many lanes. Pushes of its lanes come one after
     * the other with the worker's own synchronisation in between, pops are made for a warp as a whole, and the warps of
     * a block take turns. Steals for a worker are made by one of its warps.
     */

    /** Most that a thread takes where a warp would take one for each lane. */
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

    /** Lanes that keep tasks run those first: the others wait for a round. */
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

    private Taken<T> stealByWarp(WorkerGroup group, int victim) {
        if (amount == Policy.StealAmount.WARP) {
            return deques.stealWarp(group.lane(), victim);
        }
        var warp = group.warp();
        var taken = warp.isFirst() ? stealAlone(victim, group.number()) : new Taken<>(false, layout.zero());
        warp.synchronize();
        return taken;
    }

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

    /** A number that looks random, different for each {@code value}. */
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
