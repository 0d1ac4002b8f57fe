package dev.warpbroker.experiments.design;

import dev.warpbroker.device.DeviceProperties;

/** The kind of a device. Experiments choose their presets by it. */
public enum DeviceKind {
    JVM,
    SIMULATOR,
    GPU;

    /** {@return what sort of device that is} */
    public static DeviceKind of(DeviceProperties device) {
        return switch (device.id()) {
            case "jvm" -> JVM;
            case "sim" -> SIMULATOR;
            default -> GPU;
        };
    }
}
