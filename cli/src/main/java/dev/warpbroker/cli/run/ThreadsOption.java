package dev.warpbroker.cli.run;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.DeviceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says how many threads of a device to use. */
final class ThreadsOption {
    /** Threads on the simulator, where more of them only take longer. */
    private static final int SIMULATED = 128;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Number of threads (default: as many as the device holds at once, on the JVM one per processor, on"
                            + " the simulator " + SIMULATED + ").")
    private @Nullable Integer threads;

    /** Refuses what is no number of threads. */
    void require() {
        if (threads != null && threads < 1) {
            throw new IllegalArgumentException(
                    "--threads " + threads + "; the least is 1; leave it out for as many as the device holds");
        }
    }

    /** {@return the number of threads; 0 for as many as the device holds} */
    int on(Device device) {
        if (threads != null) {
            int most = device.properties().residentThreads();
            if (threads > most) {
                throw new IllegalArgumentException("--threads " + threads + "; " + device + " holds at most " + most
                        + " at once; leave it out for as many as it holds");
            }
            return threads;
        }
        return DeviceKind.of(device.properties()) == DeviceKind.SIMULATOR ? SIMULATED : 0;
    }
}
