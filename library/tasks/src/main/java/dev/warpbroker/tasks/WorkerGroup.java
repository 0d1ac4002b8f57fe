package dev.warpbroker.tasks;

import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.worker.WarpWorker;

/** The lanes that take tasks as one, as one of them sees it: a thread, a warp or a block. Kernel Java. */
final class WorkerGroup {
    private final Lane lane;
    private final WarpWorker warp;
    private final Granularity kind;

    WorkerGroup(Lane lane, Granularity kind) {
        this.lane = lane;
        this.kind = kind;
        warp = new WarpWorker(lane);
    }

    Lane lane() {
        return lane;
    }

    /** {@return the warp of the calling lane, which need not be the whole group} */
    WarpWorker warp() {
        return warp;
    }

    Granularity kind() {
        return kind;
    }

    /** {@return the lanes of a group; the last block of a launch may have fewer} */
    int size() {
        return switch (kind) {
            case THREAD -> 1;
            case WARP -> lane.warp().size();
            case BLOCK -> lane.block().fullSize();
        };
    }

    /** {@return the number of this group, from 0 on} */
    int number() {
        return lane.id() / size();
    }

    /** {@return how many groups there are} */
    int count() {
        return Math.ceilDiv(lane.count(), size());
    }

    boolean isFirst() {
        return lane.id() == number() * size();
    }

    /** {@return whether {@code flag} is set for any lane of the group; all its lanes make this call} */
    boolean any(boolean flag) {
        return switch (kind) {
            case THREAD -> flag;
            case WARP -> warp.any(flag);
            case BLOCK -> anyOfBlock(flag);
        };
    }

    private boolean anyOfBlock(boolean flag) {
        var block = lane.block();
        var some = block.sharedInts(1);
        block.barrier();
        if (block.lane() == 0) {
            some.set(0, 0);
        }
        block.barrier();
        if (flag) {
            some.set(0, 1);
        }
        block.barrier();
        return some.get(0) != 0;
    }

    /** {@return whether the group can go on: {@link WarpWorker} says why a warp without one of its lanes cannot} */
    boolean isComplete() {
        return kind != Granularity.WARP || warp.isComplete();
    }

    /** {@return how many turns the lanes need to do something one after the other} */
    int turns() {
        return switch (kind) {
            case THREAD -> 1;
            case WARP -> lane.warp().size();
            case BLOCK -> lane.block().size();
        };
    }

    /** {@return whether it is the calling lane's turn} */
    boolean hasTurn(int turn) {
        return switch (kind) {
            case THREAD -> true;
            case WARP -> lane.warp().lane() == turn;
            case BLOCK -> lane.block().lane() == turn;
        };
    }

    /** Waits for all lanes of the group. */
    void synchronize() {
        switch (kind) {
            case THREAD -> {}
            case WARP -> warp.synchronize();
            case BLOCK -> lane.block().barrier();
        }
    }
}
