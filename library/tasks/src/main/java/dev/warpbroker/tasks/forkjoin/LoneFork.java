package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.GroupTask;

/** What a task sees on the JVM: its group is a thread, whatever its width. */
record LoneFork<T extends GroupTask, R>(Fork<T, R> fork, Granularity width) implements GroupFork<T, R> {
    @Override
    public int size() {
        return 1;
    }

    @Override
    public int lane() {
        return 0;
    }

    @Override
    public int number() {
        return 0;
    }

    @Override
    public int mostInBlock() {
        return 1;
    }

    @Override
    public void spawn(T child) {
        CooperativeForkJoin.requireNarrow(child);
        fork.spawn(child);
    }

    @Override
    public void complete(R part) {
        fork.complete(part);
    }

    @Override
    public void resumeAs(T next) {
        fork.resumeAs(next);
    }

    @Override
    public void barrier() {}

    @Override
    public boolean any(boolean flag) {
        return flag;
    }

    @Override
    public int sum(int value) {
        return value;
    }

    @Override
    public int prefix(int value) {
        return 0;
    }

    @Override
    public int fromFirst(int value) {
        return value;
    }
}
