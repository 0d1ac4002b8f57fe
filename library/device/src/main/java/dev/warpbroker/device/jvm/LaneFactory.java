package dev.warpbroker.device.jvm;

import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.backend.RunningLane;

/** Makes the lanes of a launch; only the package of {@link Lane} can. */
@FunctionalInterface
public interface LaneFactory {
    Lane create(RunningLane running, int id, Grid grid);
}
