package dev.warpbroker.apps.bfs;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;

/** Lanes that go on when another of their warp has ended because the launch was cancelled. What they would learn from it is undefined. */
final class Stragglers {
    private static final String ENDED = "a lane of its warp that has ended";

    private Stragglers() {}

    /** Ends the calling lanes if one of {@code mask}, who should all be here, has ended. */
    static void stop(Lane lane, int mask) {
        if (lane.warp().ballot(mask, true) != mask) {
            Backoff.stopIfCancelled(ENDED);
        }
    }

    /** Ends the lanes of {@code mask}, who are all here, if the host has cancelled the launch. */
    static void stopIfCancelled(Lane lane, int mask) {
        if (lane.warp().isLeader(mask)) {
            Backoff.stopIfCancelled("the end of a search");
        }
        stop(lane, mask);
    }
}
