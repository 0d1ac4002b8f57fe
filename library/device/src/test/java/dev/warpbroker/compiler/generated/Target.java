package dev.warpbroker.compiler.generated;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.SimulatorOptions;
import java.util.Locale;
import java.util.function.Consumer;

/** A device that is compared with the JVM. */
enum Target {
    /** The simulator. */
    SIM,
    /** The first NVIDIA GPU. */
    CUDA;

    static Target named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    Device open(long seed, boolean boundsChecks, Consumer<LogLine> log) {
        var options = DeviceOptions.defaults().withBoundsChecks(boundsChecks).withLog(log);
        return switch (this) {
            case SIM -> Device.simulator(SimulatorOptions.seeded(seed), options);
            case CUDA -> Device.cuda(0, options);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
