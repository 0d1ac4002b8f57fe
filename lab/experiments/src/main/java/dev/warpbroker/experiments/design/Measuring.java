package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Measures rows of an experiment, and hands over their records. */
public final class Measuring {
    private final String experiment;
    private final Device device;
    private final Effort effort;
    private final Consumer<Measurement> measured;
    private final Progress progress;
    private InterleavedRuns runs;

    Measuring(String experiment, Device device, Effort effort, Consumer<Measurement> measured, Progress progress) {
        this.experiment = experiment;
        this.device = device;
        this.effort = effort;
        this.measured = measured;
        this.progress = progress;
        runs = new InterleavedRuns(device, effort);
    }

    /**
     * A contender, and what the record says of it.
     *
     * @param structure what is measured
     * @param parameters what it is measured with
     * @param operations of one run; asked for when all runs are over
     * @param contender that does the work
     */
    public record Entry(
            String structure, Map<String, Object> parameters, LongSupplier operations, Contender contender) {
        public Entry(String structure, Map<String, Object> parameters, long operations, Contender contender) {
            this(structure, parameters, () -> operations, contender);
        }
    }

    /** {@return what is told how far this has come} */
    public Progress progress() {
        return progress;
    }

    /** Gives those another chance that were too slow before. */
    public void startAfresh() {
        runs = new InterleavedRuns(device, effort);
    }

    /** {@return timings of contenders in turn, which are closed; nothing is handed over} */
    public List<Timing> time(List<? extends Contender> contenders, String size) {
        return runs.measure(contenders, size, progress);
    }

    /** {@return measurements of rows in turn, whose contenders are closed; they are not handed over yet} */
    public List<Measurement> measure(String size, List<Entry> entries) {
        var timings = time(entries.stream().map(Entry::contender).toList(), size);
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < timings.size(); i++) {
            var entry = entries.get(i);
            measurements.add(timings.get(i)
                    .measurement(
                            experiment,
                            device.properties(),
                            entry.structure(),
                            entry.parameters(),
                            entry.operations().getAsLong()));
        }
        return measurements;
    }

    /** Measures rows in turn, and hands them over. */
    public void record(String size, List<Entry> entries) {
        measure(size, entries).forEach(measured);
    }

    /** Hands over a measurement. */
    public void record(Measurement measurement) {
        measured.accept(measurement);
    }

    /** Hands over that something was not measured, and why. */
    public void skip(String structure, Map<String, Object> parameters, String reason) {
        record(Measurement.skipped(experiment, device.properties(), structure, parameters, reason));
    }

    /** Hands over that something broke down, and why. */
    public void fail(String structure, Map<String, Object> parameters, Throwable failure) {
        record(Measurement.failed(experiment, device.properties(), structure, parameters, FailureReason.of(failure)));
    }
}
