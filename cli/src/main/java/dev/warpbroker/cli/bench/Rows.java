package dev.warpbroker.cli.bench;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Ending;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import java.util.ArrayList;
import java.util.List;

/**
 * The measurements of an experiment so far. They are printed when it is over: when this is closed, or when the user
 * ends the program before that (Ctrl-C).
 */
final class Rows implements AutoCloseable {
    private final Device device;
    private final Experiment experiment;
    private final Recording recording;
    private final Console console;
    private final List<Measurement> measurements = new ArrayList<>();
    private final Ending ending;
    private final Earlier earlier;
    private int recorded;
    private boolean printed;

    Rows(Device device, Experiment experiment, Recording recording, Earlier earlier, Console console) {
        this.device = device;
        this.experiment = experiment;
        this.recording = recording;
        this.earlier = earlier;
        this.console = console;
        this.ending = new Ending(this::interrupted);
    }

    /** Records a measurement, and says so if it failed. */
    synchronized void add(Measurement measurement) {
        measurements.add(measurement);
        boolean isNew = !earlier.contains(measurement);
        try {
            if (isNew) {
                recording.add(measurement, console);
                recorded++;
            }
        } catch (IllegalArgumentException unwritable) {
            // A number that is not finite, for instance. It is in the table, and not in the file.
            measurements.set(
                    measurements.size() - 1,
                    measurement.with(CheckResult.failed("not recorded: " + unwritable.getMessage())));
        }
        var last = measurements.getLast();
        if (!last.passed()) {
            console.error("FAILED: " + words(last));
        }
    }

    synchronized boolean passed() {
        return measurements.stream().allMatch(Measurement::passed);
    }

    private void interrupted() {
        console.endProgress();
        print();
        console.end();
    }

    private synchronized void print() {
        if (printed || measurements.isEmpty()) {
            return;
        }
        printed = true;
        if (console.isJson()) {
            console.fact("device", device.properties(), "");
            measurements.forEach(row -> console.add("measurements", row));
        } else {
            console.print(device + ", " + device.properties().name());
            console.print(experiment.table(measurements));
        }
        recording.say(recorded, console);
        var failed = measurements.stream().filter(row -> !row.passed()).toList();
        if (!failed.isEmpty()) {
            console.error(failed.size() + " of " + measurements.size() + " rows failed:");
            failed.forEach(row -> console.error("  " + words(row)));
        }
    }

    private static String words(Measurement measurement) {
        var failed = measurement.allChecks().stream()
                .filter(check -> !check.passed())
                .findFirst()
                .orElseGet(() -> CheckResult.failed("unknown"));
        return measurement.structure() + " " + measurement.parameters() + ", " + failed.name() + ": "
                + failed.detail().lines().findFirst().orElse("");
    }

    @Override
    public void close() {
        ending.close();
        print();
    }
}
