package dev.warpbroker.cli.demo;

import dev.warpbroker.cli.bench.pairs.PairsExperiment;
import dev.warpbroker.cli.bench.pairs.PairsSettings;
import dev.warpbroker.cli.bench.pairs.PairsTable;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code demo}: what the library does, in a few seconds, on the best device there is. */
@Command(name = "demo", description = "A queue shoot-out on the best device of this machine.")
public final class DemoCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Override
    public Integer call() throws IOException {
        try (Device device = Device.open()) {
            var properties = device.properties();
            console.print("Broker queues on " + properties.name() + " (" + properties.id() + ", " + properties.detail()
                    + "), every thread enqueues and dequeues in turn:");
            var experiment = new PairsExperiment(device, PairsSettings.defaults(properties));
            var measurements = new ArrayList<Measurement>();
            try (var progress = console.progress("demo", experiment.steps())) {
                experiment.run(measurements::add, progress);
            }
            console.print(PairsTable.of(measurements));
            boolean passed = measurements.stream().allMatch(Measurement::passed);
            console.print(passed ? "Nothing was lost, nothing duplicated." : "A CHECK FAILED: see the table.");
            return passed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }
}
