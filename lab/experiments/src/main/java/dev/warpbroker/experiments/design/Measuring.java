package dev.warpbroker.experiments.design;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Measurement;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Measures rows of an experiment, and hands over their records. */
public final class Measuring {
    private final String experiment;
    private final Device device;
    private final MeasuringEffort effort;
    private final Consumer<Measurement> measured;
    private final Progress progress;
    private final Earlier earlier;
    private InterleavedRuns runs;

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

    /** {@return what earlier calls have measured} */
    public Earlier earlier() {
        return earlier;
    }

    /** Gives those another chance that were too slow before. */
    public void startAfresh() {
        runs = new InterleavedRuns(device, effort);
    }

    /** {@return timings of contenders in turn, which are closed; nothing is handed over} */
    public List<Timing> time(List<? extends Contender> contenders, String size) {
        return runs.measure(contenders, size, progress);
    }

    /**
     * {@return measurements of rows in turn, or what was measured earlier; contenders are closed, nothing is handed
     * over}
     */
    public List<Measurement> measure(String size, List<Entry> entries) {
        var left = entries.stream()
                .filter(entry ->
                        earlier.find(entry.structure(), entry.parameters()).isEmpty())
                .toList();
        var timings = time(left.stream().map(Entry::contender).toList(), size).iterator();
        return entries.stream()
                .map(entry -> earlier.find(entry.structure(), entry.parameters())
                        .map(row -> passOver(entry, row))
                        .orElseGet(() -> timings.next()
                                .measurement(
                                        experiment,
                                        device.properties(),
                                        entry.structure(),
                                        entry.parameters(),
                                        entry.operations().getAsLong())))
                .toList();
    }

    private Measurement passOver(Entry entry, Measurement row) {
        entry.contender().close();
        for (int i = 0; i < effort.steps(); i++) {
            progress.step();
        }
        return row;
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
