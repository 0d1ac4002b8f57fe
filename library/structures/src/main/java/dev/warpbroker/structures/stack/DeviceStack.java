package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;

/** What all stacks know of themselves: where they are, and what they are called. */
abstract class DeviceStack implements IntStack {
    private final Device device;

    DeviceStack(Device device) {
        this.device = device;
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + capacity() + " ints";
    }
}
