package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.GroupTask;

/** What a task of one lane, or of all, sees of its {@link Worker}. Kernel Java. */
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

    @Override
    public void spawn(T child) {
        CooperativeForkJoin.requireNarrow(child);
        worker.spawn(child);
    }

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

    @Override
    public int prefix(int value) {
        return worker.isTogether() ? worker.warp.sumUpTo(value) - value : 0;
    }

    @Override
    public int fromFirst(int value) {
        return worker.isTogether() ? worker.warp.fromFirst(value) : value;
    }
}
