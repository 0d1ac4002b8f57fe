package dev.warpbroker.device;

import dev.warpbroker.device.backend.RunningLane;

/** Lanes for tests that drive a backend without a {@link Device}. */
public final class Lanes {
    private Lanes() {}

    public static Lane create(RunningLane running, int id, Grid grid) {
        return new Lane(running, id, grid);
    }
}
