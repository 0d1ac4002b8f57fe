package dev.warpbroker.tasks;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.deque.WorkDeques;

/** A deque for each worker: algorithm WS of Blumofe and Leiserson. */
final class DequePool<T> implements TaskPool<T> {
    /*
     * Only the owner pushes and pops, and a warp or block is an owner of many lanes. Pushes of its lanes come one after the
     * other with the worker's own synchronisation in between, pops are made for a warp as a whole, and the warps of a block
     * take turns. Steals for a worker are made by one of its warps.
     */

    /** Most that a thread takes where a warp would take one for each lane. */
    private static final int WARP = 32;

    private final WorkDeques<T> deques;
    private final Layout<T> layout;
    private final Granularity workers;
    private final StealAmount amount;

    /** Whether victims are chosen at random, else one after the other. */
    private final boolean random;

    DequePool(WorkDeques<T> deques, Layout<T> layout, Granularity workers, StealAmount amount, boolean random) {
        this.deques = deques;
        this.layout = layout;
        this.workers = workers;
        this.amount = amount;
        this.random = random;
    }

    @Override
    public boolean put(Lane lane, int worker, T task) {
        return deques.push(worker, task);
    }

    @Override
    public boolean takesAnyTime() {
        return workers == Granularity.THREAD;
    }

    @Override
    public Found<T> take(Lane lane, int worker, boolean wanted, int attempt) {
        return switch (workers) {
            case THREAD -> wanted ? takeByThread(lane, worker, attempt) : none();
            case WARP -> takeByWarp(lane, worker, wanted, attempt);
            case BLOCK -> takeByBlock(lane, worker, wanted, attempt);
        };
    }

    private Found<T> takeByThread(Lane lane, int worker, int attempt) {
        var own = deques.pop(worker);
        if (own.present()) {
            return new Found<>(true, own.value(), false, 0);
        }
        int victim = victim(worker, lane.count(), attempt);
        return victim == worker ? none() : stolen(stealAlone(victim, worker));
    }

    /** Lanes that keep tasks run those first: the others wait for a round. */
    private Found<T> takeByWarp(Lane lane, int worker, boolean wanted, int attempt) {
        var warp = lane.warp();
        if (!warp.all(allLanes(lane), wanted)) {
            return none();
        }
        var own = deques.popWarp(lane, worker);
        if (warp.any(allLanes(lane), own.present())) {
            return new Found<>(own.present(), own.value(), false, 0);
        }
        int workersInAll = Math.ceilDiv(lane.count(), lanesOfWorker(lane));
        int victim = victim(worker, workersInAll, warp.shuffle(allLanes(lane), attempt, 0));
        if (victim == worker) {
            return none();
        }
        return stolen(stealByWarp(lane, victim, worker));
    }

    private Taken<T> stealByWarp(Lane lane, int victim, int worker) {
        if (amount == StealAmount.WARP) {
            return deques.stealWarp(lane, victim);
        }
        var taken = lane.warp().lane() == 0 ? stealAlone(victim, worker) : new Taken<>(false, layout.zero());
        lane.warp().synchronize(allLanes(lane));
        return taken;
    }

    private Found<T> takeByBlock(Lane lane, int worker, boolean wanted, int attempt) {
        var block = lane.block();
        Found<T> found = none();
        int warps = Math.ceilDiv(block.fullSize(), lane.warp().size());
        for (int turn = 0; turn < warps; turn++) {
            if (block.lane() / lane.warp().size() == turn) {
                found = turn == 0 ? takeByWarp(lane, worker, wanted, attempt) : popByWarp(lane, worker, wanted);
            }
            block.barrier();
        }
        return found;
    }

    private Found<T> popByWarp(Lane lane, int worker, boolean wanted) {
        if (!lane.warp().all(allLanes(lane), wanted)) {
            return none();
        }
        var own = deques.popWarp(lane, worker);
        return new Found<>(own.present(), own.value(), false, 0);
    }

    private Taken<T> stealAlone(int victim, int worker) {
        return switch (amount) {
            case ONE -> deques.steal(victim);
            case HALF -> deques.stealHalf(victim, worker, deques.capacity());
            case WARP -> deques.stealHalf(victim, worker, WARP);
        };
    }

    private Found<T> stolen(Taken<T> taken) {
        return new Found<>(taken.present(), taken.value(), taken.present(), taken.present() ? 0 : 1);
    }

    private Found<T> none() {
        return new Found<>(false, layout.zero(), false, 0);
    }

    private int victim(int worker, int workersInAll, int attempt) {
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

    private int lanesOfWorker(Lane lane) {
        return workers == Granularity.BLOCK
                ? lane.block().fullSize()
                : lane.warp().size();
    }

    private static int allLanes(Lane lane) {
        return lane.warp().size() == 1 ? 1 : -1;
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
