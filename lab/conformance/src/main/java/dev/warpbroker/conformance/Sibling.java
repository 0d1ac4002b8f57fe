package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;

/** A second device of the same kind, for cases that need other options. */
final class Sibling {
    private Sibling() {}

    /** {@return a device like {@code device}, which the caller closes} */
    static Device of(Device device, DeviceOptions options) {
        String id = device.properties().id();
        return switch (id) {
            case "jvm" -> Device.jvm(options);
            case "sim" -> Device.simulator(SimulatorOptions.seeded(1), options);
            default -> Device.cuda(Integer.parseInt(id.substring(id.indexOf(':') + 1)), options);
        };
    }
}
