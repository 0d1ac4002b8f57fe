package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;

/** Lanes that go on when another of their warp has ended because the launch was cancelled. What they would learn from it is undefined. */
final class Stragglers {
    /** Vertices of a worker between two looks whether the host has cancelled the search: a power of two. */
    private static final int LOOK_AFTER = 2048;

    private static final String ENDED = "a lane of its warp that has ended";

    private Stragglers() {}

    /** Ends the calling lanes if one of {@code mask}, who should all be here, has ended. */
    static void stop(Lane lane, int mask) {
        if (lane.warp().ballot(mask, true) != mask) {
            Backoff.stopIfCancelled(ENDED);
        }
    }

    /**
     * Ends the lanes of {@code mask}, who are all here, if the host has cancelled the launch. Looks now and then.
     *
     * @param expanded vertices that the worker has looked at
     * @param latest of them since the last call
     */
    static void stopIfCancelled(Lane lane, int mask, int expanded, int latest) {
        if (expanded % LOOK_AFTER < latest) {
            if (lane.warp().isLeader(mask)) {
                Backoff.stopIfCancelled("the end of a search");
            }
            stop(lane, mask);
        }
    }
}
