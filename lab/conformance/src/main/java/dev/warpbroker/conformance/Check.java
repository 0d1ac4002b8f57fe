package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;

/** What a case does with a device. */
@FunctionalInterface
public interface Check {
    /**
     * Runs the kernel of the case and compares.
     *
     * @throws Mismatch if the device did something else than it must
     */
    void on(Device device);
}
