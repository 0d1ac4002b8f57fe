package dev.warpbroker.cli.bench.launch;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
            defaultValue = "0",
            description = "Launches per kernel (default: 10000 on a GPU, 1000 elsewhere).")
    private int launches;

    @Option(
            names = "--compilations",
            paramLabel = "N",
            defaultValue = "50",
            description = "Warm compilations (default: ${DEFAULT-VALUE}).")
    private int compilations;

    @Override
    public Integer call() throws IOException {
        try (Device device = recording.device().open()) {
            var experiment =
                    new LaunchExperiment(device, launches > 0 ? launches : defaultLaunches(device), compilations);
            List<Measurement> measurements;
            try (var progress = console.progress("launch on " + device, LaunchExperiment.STEPS)) {
                measurements = experiment.run(progress);
            }
            console.print(device + ", " + device.properties().name());
            console.print(LaunchTable.of(measurements));
            recording.record(measurements, console);
            return ExitCode.OK;
        }
    }

    private static int defaultLaunches(Device device) {
        return DeviceKind.of(device.properties()) == DeviceKind.GPU ? 10_000 : 1_000;
    }
}
