package dev.warpbroker.cli.bench.launch;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench launch}: what a launch and a compilation cost the host. */
@Command(
        name = "launch",
        description = {
            "Host time per launch and per compilation.",
            "A hot launch is one whose kernel has been compiled and loaded. Launches are made in batches that are"
                    + " joined at their end (the time is that of the launch calls alone), and one by one, each joined."
        })
public final class LaunchCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Option(
            names = "--launches",
            paramLabel = "N",
            description = "Launches per kernel (default: 10000 on a GPU, 1000 elsewhere).")
    private @Nullable Integer launches;

    @Option(
            names = "--compilations",
            paramLabel = "N",
            defaultValue = "50",
            description = "Warm compilations (default: ${DEFAULT-VALUE}).")
    private int compilations;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(
                recording,
                console,
                device -> new LaunchExperiment(
                        device, launches == null ? defaultLaunches(device) : launches, compilations));
    }

    private static int defaultLaunches(Device device) {
        return DeviceKind.of(device.properties()) == DeviceKind.GPU ? 10_000 : 1_000;
    }
}
