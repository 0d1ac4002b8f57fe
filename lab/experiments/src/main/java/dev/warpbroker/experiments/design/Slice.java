package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A part of an experiment that takes several calls: how long this call may take. Times of smaller sizes, measured in
 * this call or an earlier one, tell how long a row takes.
 */
public final class Slice {
    /** Files with what earlier calls have measured. */
    public static final Option<List<Path>> RESUME = Option.repeated(
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
    public static final List<Option<?>> OPTIONS = List.of(RESUME, BUDGET);

    /** Rows that take longer are not measured. */
    private static final double LONGEST_SECONDS = 600;

    /** The time at a size can be estimated from a size that is smaller by at most this factor. */
    private static final int FURTHEST = 10;

    private final boolean whole;
    private final double seconds;
    private final long began = System.nanoTime();

    /** Medians in nanoseconds by size, by all else that a record says. */
    private final Map<String, SortedMap<Integer, Double>> known = new HashMap<>();

    private double planned;

    private Slice(boolean whole, double seconds) {
        this.whole = whole;
        this.seconds = seconds;
    }

    /** {@return what is chosen; its time begins now} */
    public static Slice of(Choices chosen) {
        double seconds = chosen.or(BUDGET, Double.POSITIVE_INFINITY);
        if (!(seconds > 0)) {
            throw new IllegalArgumentException(BUDGET + " " + seconds + "; give more than 0 seconds");
        }
        return new Slice(!chosen.has(RESUME) && !chosen.has(BUDGET), seconds);
    }

    /** {@return whether everything is to be measured in this call} */
    boolean isWhole() {
        return whole;
    }

    /** {@return how long this call may still take} */
    public double secondsLeft() {
        return seconds - (System.nanoTime() - began) * 1e-9;
    }

    /** Learns from a row how long others of its kind take. */
    void learn(Measurement row, Field size) {
        if (row.measured() && size.isIn(row)) {
            known.computeIfAbsent(kind(row.structure(), row.parameters(), size), _ -> new TreeMap<>())
                    .put(size.whole(row), row.nanoseconds().median());
        }
    }

    /** Numbers of records are longs again when they are read, so their text is compared. */
    private static String kind(String structure, Map<String, Object> parameters, Field size) {
        var others = new TreeMap<>(parameters);
        others.remove(size.name());
        return structure + " " + others;
    }

    /** Begins to plan a turn. */
    void beginTurn() {
        planned = 0;
    }

    /** The estimate for a row that is not measured yet. */
    record Estimate(double seconds, boolean isTooLong, boolean isLeft) {
        String words() {
            return "about " + Quantity.time(seconds * 1e9);
        }
    }

    /** {@return how long a row takes, if others tell, and whether this call has time for it; what it has is planned} */
    Estimate plan(String structure, Map<String, Object> parameters, Field size, int wanted) {
        var law = Optional.ofNullable(known.get(kind(structure, parameters, size)))
                .flatMap(GrowthLaw::of);
        double needed = law.map(some -> some.at(wanted) * 1e-9).orElse(0.0);
        boolean isTooLong = needed > LONGEST_SECONDS
                && law.filter(some -> some.sizes().size() >= GrowthLaw.MIN_SIZES
                                && some.sizes().getLast() >= wanted / FURTHEST)
                        .isPresent();
        boolean isLeft = planned + needed > secondsLeft();
        if (!isTooLong && !isLeft) {
            planned += needed;
        }
        return new Estimate(needed, isTooLong, isLeft);
    }
}
