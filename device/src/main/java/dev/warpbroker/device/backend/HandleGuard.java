package dev.warpbroker.device.backend;

import dev.warpbroker.device.DeviceMemory;

/** Refuses memory that a launch may not use: of another device, or closed. */
@FunctionalInterface
public interface HandleGuard {
    /** @throws IllegalStateException if the launching device may not use this memory */
    void check(DeviceMemory memory);
}
