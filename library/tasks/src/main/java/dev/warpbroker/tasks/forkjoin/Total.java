package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.worker.OutstandingWork;

/** What the tasks of a {@link TotalWorker} have given so far, and how much it knows to be left. */
final class Total<T, R> implements Lending {
    /*
     * Each lane has a part of the total. A worker without any work joins the parts of its lanes, writes them to a place
     * of its own in device memory, and hands in its units. Whoever hands in the last units of all joins what lies in
     * these places: that is the result of the root.
     *
     * Units (see OutstandingWork): the tasks that only the worker itself sees have one together, those in public deques
     * one each, which thieves get with them. So only making tasks public can use up units; a worker that has not enough
     * adds many.
     *
     * Access modes: handing in releases the total and acquires those of others; warp.synchronize passes it on between
     * lanes. Places are given out by a counter, which is read after all have been: by the same order.
     */

    /** Units that a worker adds at once. */
    private static final int UNITS = 256;

    /** Spare units that a worker may keep. */
    private static final int MANY_UNITS = 4096;

    private static final int NO_PLACE = -1;

    private final WarpMemory<T> memory;
    private final Plan plan;
    private final Join<R> join;
    private final Layout<R> results;
    private final LaneResults<T, R> lanes;
    private final OutstandingWork outstanding;

    /** What the tasks of the calling lane have given. */
    private R part;

    /** The same in all lanes. */
    private int units;

    /** Where the total goes; the first lane knows it. */
    private int place = NO_PLACE;

    Total(WarpMemory<T> memory, Join<R> join) {
        this.memory = memory;
        this.join = join;
        plan = memory.plan();
        results = join.layout();
        lanes = new LaneResults<>(memory, join);
        outstanding = new OutstandingWork(memory.device().root(), plan.outstandingAt());
        part = join.identity();
        units = memory.worker() == 0 ? 1 : 0;
    }

    /** Adds the result of a task of the calling lane, which may call this alone. */
    void add(R result) {
        part = join.combine(part, result);
    }

    @Override
    public int room() {
        return plan.inbox();
    }

    @Override
    public void lend(int count, int children) {
        if (units <= count) {
            if (memory.warp().isFirst()) {
                outstanding.add(UNITS + count);
            }
            units += UNITS + count;
        }
        units -= count;
    }

    @Override
    public void take(int count, int children) {
        units += count;
        if (units > MANY_UNITS) {
            if (memory.warp().isFirst()) {
                outstanding.add(UNITS - units);
            }
            units = UNITS;
        }
    }

    /** The worker has no tasks, neither on its stack nor with its lanes. If nobody has any, the run ends. */
    void handIn() {
        if (units == 0) {
            return;
        }
        part = lanes.joined(part, memory.begin());
        boolean last = false;
        if (memory.warp().isFirst()) {
            if (place == NO_PLACE) {
                place = memory.device().root().getAndAddRelaxed(plan.totalsAt(), 1);
            }
            results.write(memory.device().totals(), place * plan.resultWords(), part);
            last = outstanding.handIn(units);
        }
        units = 0;
        if (memory.warp().any(last)) {
            memory.warp().synchronize();
            joinAll();
        }
    }

    private void joinAll() {
        Ints totals = memory.device().totals();
        int count = memory.device().root().getOpaque(plan.totalsAt());
        part = join.identity();
        for (int i = memory.lane(); i < count; i += memory.lanes()) {
            add(results.read(totals, i * plan.resultWords()));
        }
        part = lanes.joined(part, memory.begin());
        if (memory.warp().isFirst()) {
            results.write(memory.device().root(), 1, part);
            memory.device().root().setRelease(0, 1);
        }
    }
}
