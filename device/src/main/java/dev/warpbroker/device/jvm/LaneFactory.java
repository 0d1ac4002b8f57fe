package dev.warpbroker.device.jvm;

import dev.warpbroker.device.Lane;

/** Makes the lanes of a launch; only the package of {@link Lane} can. */
@FunctionalInterface
public interface LaneFactory {
    Lane create(int id, int count);
}
