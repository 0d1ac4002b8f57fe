package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Measurement;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Measures rows of an experiment, and hands over their records. */
public final class Measuring {
    private final String experiment;
    private final Device device;
    private final MeasuringEffort effort;
    private final Consumer<Measurement> measured;
    private final Progress progress;
    private final Earlier earlier;
    private final InterleavedRuns runs;

    Measuring(
            String experiment,
            Device device,
            MeasuringEffort effort,
            Consumer<Measurement> measured,
            Progress progress,
            Earlier earlier) {
        this.experiment = experiment;
        this.device = device;
        this.effort = effort;
        this.measured = measured;
        this.progress = progress;
        this.earlier = earlier;
        runs = new InterleavedRuns(device, effort);
    }

    /**
     * A contender, and what the record says of it.
     *
     * @param structure what is measured
     * @param parameters what it is measured with
     * @param operations of one run; asked for when all runs are over
     * @param label what it is, for people; the same for every size, so that one that was too slow can be left out later
     * @param making makes it when it is first needed
     */
    public record Entry(
            String structure,
            Map<String, Object> parameters,
            LongSupplier operations,
            String label,
            Supplier<Contender> making) {}

    /** {@return what is told how far this has come} */
    public Progress progress() {
        return progress;
    }

    /** {@return what earlier calls have measured} */
    public Earlier earlier() {
        return earlier;
    }

    /**
     * {@return measurements of rows in turn, or what was measured earlier; contenders have ended, nothing is handed
     * over}
     */
    public List<Measurement> measure(String size, List<Entry> entries) {
        var left = entries.stream()
                .filter(entry ->
                        earlier.find(entry.structure(), entry.parameters()).isEmpty())
                .toList();
        var timings = runs.measure(left, size, progress).iterator();
        return entries.stream()
                .map(entry -> earlier.find(entry.structure(), entry.parameters())
                        .map(this::passOver)
                        .orElseGet(() -> measurement(entry, timings.next())))
                .toList();
    }

    private Measurement measurement(Entry entry, Timing timing) {
        return Measurement.now(
                        experiment,
                        device.properties(),
                        entry.structure(),
                        entry.parameters(),
                        timing.times(),
                        entry.operations().getAsLong(),
                        timing.checked().results())
                .with(timing.checked().observed(), timing.skipped());
    }

    private Measurement passOver(Measurement row) {
        for (int i = 0; i < effort.steps(); i++) {
            progress.step();
        }
        return row;
    }

    /** Hands over a measurement. */
    public void record(Measurement measurement) {
        measured.accept(measurement);
    }

    /** Hands over that something was not measured, and why, or the row that an earlier run has of it. */
    public void skip(String structure, Map<String, Object> parameters, String reason) {
        record(earlier.find(structure, parameters)
                .orElseGet(() -> Measurement.skipped(experiment, device.properties(), structure, parameters, reason)));
    }

    /** Hands over that something was not measured as it does not fit into memory, or that it broke down, and why. */
    public void leaveOut(String structure, Map<String, Object> parameters, Throwable failure) {
        if (FailureReason.isTooLarge(failure)) {
            skip(structure, parameters, FailureReason.of(failure));
        } else {
            fail(structure, parameters, failure);
        }
    }

    /** Hands over that something broke down, and why. */
    public void fail(String structure, Map<String, Object> parameters, Throwable failure) {
        record(Measurement.failed(experiment, device.properties(), structure, parameters, FailureReason.of(failure)));
    }
}
