package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.GroupTask;

/**
 * The view that a task has of its {@link Worker}, whether one lane runs it or all lanes together. Kernel Java.
 *
 * <p>Lanes with tasks of their own run in divergent code, so a group of one lane must not synchronize with its warp:
 * there each operation that combines values of the group reduces to the value of the calling lane. Tasks of the whole
 * warp run while no lane runs a task alone, and use the operations of the warp. {@link Worker#isTogether} distinguishes
 * the two cases, and has the same value in all lanes.
 */
record WarpFork<T extends GroupTask, R>(Worker<T, R> worker) implements GroupFork<T, R> {
    @Override
    public Granularity width() {
        return worker.isTogether() ? Granularity.WARP : Granularity.THREAD;
    }

    @Override
    public int size() {
        return worker.isTogether() ? worker.memory.lanes() : 1;
    }

    @Override
    public int lane() {
        return worker.isTogether() ? worker.memory.lane() : 0;
    }

    /** The number of the warp in its block, or that of the lane: groups of both widths are counted separately. */
    @Override
    public int number() {
        return worker.isTogether()
                ? worker.warp.numberInBlock()
                : worker.warp.lane().block().lane();
    }

    @Override
    public int mostInBlock() {
        return worker.isTogether()
                ? worker.plan.workersPerBlock()
                : worker.plan.workersPerBlock() * worker.memory.lanes();
    }

    /** A child as wide as a block ends the run, since no group of this engine could run it. */
    @Override
    public void spawn(T child) {
        CooperativeForkJoin.requireNarrow(child);
        worker.spawn(child);
    }

    /** Stores the part of the calling lane. The worker joins the parts after the body has returned in all lanes. */
    @Override
    public void complete(R part) {
        worker.complete(part);
    }

    @Override
    public void resumeAs(T next) {
        worker.resumeAs(next);
    }

    @Override
    public void barrier() {
        if (worker.isTogether()) {
            worker.warp.synchronize();
        }
    }

    @Override
    public boolean any(boolean flag) {
        return worker.isTogether() ? worker.warp.any(flag) : flag;
    }

    @Override
    public int sum(int value) {
        return worker.isTogether() ? worker.warp.sum(value) : value;
    }

    /** The sum over the lanes before the calling one; the warp's own sum includes that lane. */
    @Override
    public int prefix(int value) {
        return worker.isTogether() ? worker.warp.sumUpTo(value) - value : 0;
    }

    @Override
    public int fromFirst(int value) {
        return worker.isTogether() ? worker.warp.fromFirst(value) : value;
    }
}
