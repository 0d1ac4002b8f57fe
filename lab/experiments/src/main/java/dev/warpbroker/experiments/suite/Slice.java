package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of an experiment that takes several calls: what those before have measured, and how long this one may take.
 */
final class Slice {
    private static final Option<List<Path>> RESUME = Option.repeated(
            Path.class,
            "--resume",
            "FILE",
            "Do not measure again what a result file has, which need not exist yet. Usually that of --out.");

    private static final Option<Double> BUDGET = Option.of(
            Double.class,
            "--budget",
            "SECONDS",
            "Begin nothing that would not end within so much time in all; go on with --resume. --limit then says only"
                    + " how long a row is repeated.");

    /** The options that choose it. */
    static final List<Option<?>> OPTIONS = List.of(RESUME, BUDGET);

    private final boolean whole;
    private final double seconds;
    private final long began = System.nanoTime();
    private final List<Measurement> earlier;

    private Slice(boolean whole, double seconds, List<Measurement> earlier) {
        this.whole = whole;
        this.seconds = seconds;
        this.earlier = List.copyOf(earlier);
    }

    /** {@return what is chosen, for an experiment on a device; time begins now} */
    static Slice chosen(Choices chosen, String experiment, Device device) {
        double seconds = chosen.or(BUDGET, Double.POSITIVE_INFINITY);
        if (!(seconds > 0)) {
            throw new IllegalArgumentException(BUDGET + " " + seconds + "; give more than 0 seconds");
        }
        var earlier = new ArrayList<Measurement>();
        for (var file : chosen.or(RESUME, List.of())) {
            if (Files.exists(file)) {
                earlier.addAll(read(file, experiment, device));
            }
        }
        return new Slice(!chosen.has(RESUME) && !chosen.has(BUDGET), seconds, earlier);
    }

    private static List<Measurement> read(Path file, String experiment, Device device) {
        try {
            return ResultFile.read(file, _ -> {}).stream()
                    .filter(line -> line.experiment().equals(experiment))
                    .map(line -> line.measurement())
                    .filter(row ->
                            row.device().name().equals(device.properties().name()))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** {@return whether everything is to be measured in this call} */
    boolean isWhole() {
        return whole;
    }

    /** {@return what earlier calls have measured} */
    List<Measurement> earlier() {
        return earlier;
    }

    /** {@return how long this call may still take} */
    double secondsLeft() {
        return seconds - (System.nanoTime() - began) * 1e-9;
    }
}
