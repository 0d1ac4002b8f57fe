package dev.warpbroker.cli.bench.timing;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.ExitCode;

/** A timed experiment on one device. */
public interface Experiment {
    /** {@return its name on the command line} */
    String name();

    /** {@return how many steps of progress {@link #run} makes} */
    int steps();

    /** Measures, and hands over each measurement as soon as it is there. */
    void run(Consumer<Measurement> measured, Progress progress) throws IOException;

    /** {@return what was measured, for people} */
    Table table(List<Measurement> measurements);

    /**
     * Runs an experiment for a command. Each measurement is recorded as soon as it is there, so that a run that is ended keeps what
     * it had; what was measured is printed even if the device fails in the end, or the user ends the program.
     *
     * @return the exit code of the command: not 0 if a row failed
     */
    static int perform(Recording recording, Console console, Function<Device, Experiment> experiments)
            throws IOException {
        recording.requireAppendable();
        try (Device device = recording.device().open()) {
            var experiment = experiments.apply(device);
            try (var rows = new Rows(device, experiment, recording, console);
                    var progress = console.progress(experiment.name() + " on " + device, experiment.steps())) {
                experiment.run(rows::add, progress);
                return rows.passed() ? ExitCode.OK : ExitCode.SOFTWARE;
            }
        }
    }
}
