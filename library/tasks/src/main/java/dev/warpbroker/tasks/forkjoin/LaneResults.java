package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/** Joins and passes on what the lanes of a {@link Worker} have. */
record LaneResults<T, R>(WarpMemory<T> memory, Join<R> join) {
    /**
     * {@return what all lanes have given, joined, in the first lane; in the others what nothing gives}
     *
     * @param at where in fast memory is room for a result of every second lane
     */
    R joined(R part, int at) {
        R joined = part;
        for (int half = memory.lanes() / 2; half > 0; half >>= 1) {
            joined = halved(joined, half, at);
        }
        return joined;
    }

    /** Gives the parts of as many lanes as there are in the first half to those. */
    private R halved(R part, int half, int at) {
        int lane = memory.lane();
        Ints fast = memory.fast();
        Layout<R> results = join.layout();
        R left = part;
        if (lane >= half && lane < 2 * half) {
            results.write(fast, at + (lane - half) * memory.plan().resultWords(), part);
            left = join.identity();
        }
        memory.warp().synchronize();
        if (lane < half) {
            left = join.combine(
                    part, results.read(fast, at + lane * memory.plan().resultWords()));
        }
        memory.warp().synchronize();
        return left;
    }

    /**
     * {@return what a lane has given, in all lanes}
     *
     * @param at where in fast memory is room for a result
     */
    R ofLane(int lane, R given, int at) {
        if (memory.lane() == lane) {
            join.layout().write(memory.fast(), at, given);
        }
        memory.warp().synchronize();
        R result = join.layout().read(memory.fast(), at);
        memory.warp().synchronize();
        return result;
    }
}
