package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.GroupTask;

/**
 * The view that a task has of its group on the JVM device: a single thread, whatever the width of the task. A block has
 * one lane there, too, so the group is also the only one of its block.
 *
 * <p>{@link #width} still returns the width that the task asked for. Bodies that are loops over the lanes of their
 * group do all iterations in one lane. Sums and votes are those of a group of one lane, and the barrier has nothing to
 * wait for.
 */
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

    /** Refuses tasks of blocks, although a thread could run them: such a program would fail on a GPU. */
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
