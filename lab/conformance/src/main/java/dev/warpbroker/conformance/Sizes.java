package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;

/** How much of something a case does on a device: simulators run thousands of times slower than what they run on. */
final class Sizes {
    private Sizes() {}

    static int scaled(Device device, int onSimulator, int onJvm, int onGpu) {
        return switch (device.properties().id()) {
            case "sim" -> onSimulator;
            case "jvm" -> onJvm;
            default -> onGpu;
        };
    }
}
