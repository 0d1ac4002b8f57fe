package dev.warpbroker.cli.report;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.experiments.results.Versions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Measurements that nobody made. */
public final class Samples {
    /** A GPU. */
    public static final DeviceProperties GPU =
            new DeviceProperties("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 1L << 37, "driver 580");

    private static final List<CheckResult> PASSED = List.of(new CheckResult("conservation", true, ""));

    private Samples() {}

    /** {@return a measurement of {@code threads} threads that took {@code nanos} for 10 pairs each} */
    public static Measurement pairs(DeviceProperties device, String structure, String form, int threads, double nanos) {
        return measurement(
                "pairs",
                device,
                structure,
                Map.of("form", form, "threads", threads, "pairs", 10, "capacity", 1 << 20, "block", 256, "warmup", 3),
                nanos,
                20L * threads);
    }

    /** {@return a measurement of another experiment on {@link #GPU}} */
    public static Measurement other(
            String experiment, String structure, Map<String, Object> parameters, double nanos, long operations) {
        return measurement(experiment, GPU, structure, parameters, nanos, operations);
    }

    private static Measurement measurement(
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            double nanos,
            long operations) {
        var times = new Statistics(21, nanos, nanos * 0.95, nanos * 1.1);
        return new Measurement(
                experiment,
                device,
                structure,
                parameters,
                times,
                operations,
                times.perSecond(operations),
                PASSED,
                Map.of(),
                null,
                null,
                new Versions("0.1.0", "0123456789ab", "25.0.3", "Linux amd64"),
                Instant.EPOCH);
    }

    /** {@return {@code measurement} with a peer that took {@code nanos}} */
    public static Measurement withPeer(Measurement measurement, String file, String entry, double nanos) {
        return measurement.withPeer(file, entry, new Statistics(21, nanos, nanos, nanos), PASSED);
    }

    /** {@return {@code measurement} with a check that failed instead of its own} */
    public static Measurement failed(Measurement measurement) {
        return changed(
                measurement,
                measurement.experiment(),
                List.of(new CheckResult("conservation", false, "2 lost")),
                measurement.recorded());
    }

    /** {@return {@code measurement} as one of another experiment} */
    public static Measurement of(String experiment, Measurement measurement) {
        return changed(measurement, experiment, measurement.checks(), measurement.recorded());
    }

    /** {@return {@code measurement} with another number of repetitions} */
    public static Measurement repeated(int repetitions, Measurement measurement) {
        var times = measurement.nanoseconds();
        return changed(
                measurement,
                measurement.experiment(),
                new Statistics(repetitions, times.median(), times.min(), times.max()),
                measurement.checks(),
                measurement.recorded());
    }

    /** {@return {@code measurement} recorded at another time} */
    public static Measurement recorded(Instant when, Measurement measurement) {
        return changed(measurement, measurement.experiment(), measurement.checks(), when);
    }

    private static Measurement changed(
            Measurement measurement, String experiment, List<CheckResult> checks, Instant recorded) {
        return changed(measurement, experiment, measurement.nanoseconds(), checks, recorded);
    }

    private static Measurement changed(
            Measurement measurement, String experiment, Statistics times, List<CheckResult> checks, Instant recorded) {
        return new Measurement(
                experiment,
                measurement.device(),
                measurement.structure(),
                measurement.parameters(),
                times,
                measurement.operations(),
                measurement.operationsPerSecond(),
                checks,
                measurement.observed(),
                measurement.skipped(),
                measurement.peer(),
                measurement.versions(),
                recorded);
    }

    /** For what must not happen: a line that is damaged or torn. */
    @SuppressWarnings("DoNotCallSuggester") // it is handed over, in the hope that nobody calls it
    public static void unexpected(Object what) {
        throw new AssertionError(what);
    }
}
