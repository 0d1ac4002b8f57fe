package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * A {@link Worker} and its memory, as one of its lanes sees them; {@link Plan} says what lies where.
 *
 * @param plan the sizes
 * @param device the device memory of all workers
 * @param tasks how a task lies over words
 * @param width which tasks all lanes run together
 * @param fast the fast memory of the block
 * @param begin where the part of this worker begins in it
 * @param warp the lanes of the worker
 * @param worker its number
 * @param lanesBelow the lanes before the calling one
 */
record WarpMemory<T>(
        Plan plan,
        EngineMemory device,
        Layout<T> tasks,
        TaskWidth<T> width,
        Ints fast,
        int begin,
        WarpWorker warp,
        int worker,
        int lanesBelow) {
    static <T> WarpMemory<T> of(Lane lane, Plan plan, EngineMemory device, Layout<T> tasks, TaskWidth<T> width) {
        var warp = new WarpWorker(lane);
        Ints fast = lane.block().sharedInts(plan.workersPerBlock() * plan.fastWords());
        int begin = warp.numberInBlock() * plan.fastWords();
        return new WarpMemory<>(
                plan,
                device,
                tasks,
                width,
                fast,
                begin,
                warp,
                warp.number(),
                lane.warp().lanesBelow());
    }

    /** {@return the number of the calling lane in its warp} */
    int lane() {
        return warp.warp().lane();
    }

    /** {@return how many lanes a worker has} */
    int lanes() {
        return warp.warp().size();
    }

    /** {@return how many of {@code lanes} come before the calling one} */
    int rank(int lanes) {
        return Integer.bitCount(lanes & lanesBelow);
    }

    /** {@return what references to frames of this worker begin with} */
    int ownReferences() {
        return worker << Plan.FRAME_BITS;
    }

    /** {@return whether a task with this reference is a child of a task of this worker} */
    boolean isOwnChild(int reference) {
        return reference >>> Plan.FRAME_BITS == worker;
    }

    /** {@return whether all lanes run this task together} */
    boolean isOfWarp(T task) {
        return plan.groups() && width.isOfWarp(task);
    }

    /** Adds to a counter of {@link EngineMemory}. */
    void count(int counter, int amount) {
        if (warp.isFirst()) {
            device.counters().getAndAddRelaxed(worker * EngineMemory.COUNTERS + counter, amount);
        }
    }
}
