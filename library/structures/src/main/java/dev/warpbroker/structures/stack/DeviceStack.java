package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;

/** The device of a stack, and its description in messages, for all stacks of ints. */
abstract class DeviceStack implements IntStack {
    private final Device device;

    DeviceStack(Device device) {
        this.device = device;
    }

    @Override
    public final Device device() {
        return device;
    }

    /** The name of the algorithm, which is that of its class, and the capacity. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + capacity() + " ints";
    }
}
