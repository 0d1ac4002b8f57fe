package dev.warpbroker.device.simulator;

import java.util.List;
import java.util.SplittableRandom;

/** What is up to chance: which lanes run, for how long, and which stay together. */
final class SchedulingPolicy {
    private static final int LONG_SLICE = 64;
    private static final int SHORT_SLICE = 4;
    private static final int SHORT_SLICE_ODDS = 4;
    private static final int SPLIT_ODDS = 64;
    private static final int MISSED_MEETING_ODDS = 16;

    private final SplittableRandom random;

    SchedulingPolicy(SplittableRandom random) {
        this.random = random;
    }

    SimulatedWarp pickWarp(ReadyWarps ready) {
        return ready.get(random.nextInt(ready.size()));
    }

    /** {@return a running group of a warp; now and then only a part of one, split off for no reason} */
    LaneGroup pickGroup(SimulatedWarp warp) {
        LaneGroup picked = warp.groups().size() == 1 ? warp.groups().getFirst() : pickOne(warp.groups());
        int part = random.nextInt(SPLIT_ODDS) == 0 ? picked.lanes & random.nextInt() : 0;
        return part == 0 ? picked : warp.split(picked, part);
    }

    /** {@return how many instructions a group may execute before others get their turn} */
    int sliceLength() {
        return 1 + random.nextInt(random.nextInt(SHORT_SLICE_ODDS) == 0 ? SHORT_SLICE : LONG_SLICE);
    }

    /** {@return whether groups that are at the same instruction join} */
    boolean meet() {
        return random.nextInt(MISSED_MEETING_ODDS) != 0;
    }

    /** Half of the time the group that is furthest behind, which the others may be waiting to meet. */
    private LaneGroup pickOne(List<LaneGroup> groups) {
        boolean furthestBehind = random.nextBoolean();
        LaneGroup picked = null;
        int seen = 0;
        for (LaneGroup group : groups) {
            if (group.isRunning()) {
                seen++;
                if (picked == null || (furthestBehind ? group.next < picked.next : random.nextInt(seen) == 0)) {
                    picked = group;
                }
            }
        }
        if (picked == null) {
            throw new IllegalStateException("a warp without a running group is not ready");
        }
        return picked;
    }
}
