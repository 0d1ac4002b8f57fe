package dev.warpbroker.experiments.design;

import dev.warpbroker.device.DeviceProperties;

/** What sort of device runs something: experiments suit themselves to it. */
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
