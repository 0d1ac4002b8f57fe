package dev.warpbroker.device.backend;

import dev.warpbroker.device.DeviceMemory;

/** Refuses memory that a launch may not use: of another device, or closed. */
@FunctionalInterface
public interface HandleGuard {
    /**
     * Refuses the memory unless the launching device may use it.
     *
     * @throws IllegalStateException if it may not
     */
    void check(DeviceMemory memory);
}
