package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.Measurement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Lines of plots, made of good measurements. */
public final class Lines {
    private Lines() {}

    /** What a time comes to. */
    @FunctionalInterface
    public interface Height {
        /** {@return how high a measurement stands that took {@code nanos}} */
        double of(Measurement measurement, double nanos);
    }

    /** Millions of operations per second. */
    public static double millionsPerSecond(Measurement measurement, double nanos) {
        return measurement.operations() / nanos * 1e3;
    }

    /**
     * {@return a line for each label}
     *
     * @param good what is drawn
     * @param label what a line is called
     * @param dashed which lines are set off as something to compare with
     * @param at where a measurement is on its line
     * @param unit of that, with a space before it, or empty
     * @param height what a time comes to
     */
    public static List<Series> of(
            List<Measurement> good,
            Function<Measurement, String> label,
            Predicate<String> dashed,
            ToDoubleFunction<Measurement> at,
            String unit,
            Height height) {
        return Evidence.grouped(good, label).entrySet().stream()
                .map(line -> {
                    String name = line.getKey();
                    var points = new TreeMap<Double, Point>();
                    for (var measurement : line.getValue()) {
                        double x = at.applyAsDouble(measurement);
                        points.put(x, point(name, x, unit, measurement, height));
                    }
                    return new Series(name, dashed.test(name), List.copyOf(points.values()));
                })
                .toList();
    }

    /**
     * {@return what was good of measurements of the same work as bars, the fastest first; none if there is no second}
     */
    public static Optional<Part> bars(
            String caption, List<Measurement> measurements, Function<Measurement, String> label) {
        var bars = measurements.stream()
                .filter(Evidence::isGood)
                .sorted(Comparator.comparingDouble(row -> row.nanoseconds().median()))
                .map(row -> bar(label.apply(row), row))
                .toList();
        return bars.size() < 2 ? Optional.empty() : Optional.of(new Part.Bars(caption, bars));
    }

    private static Part.Bar bar(String label, Measurement row) {
        var nanos = row.nanoseconds();
        return new Part.Bar(
                label, 1 / nanos.median(), 1.0 / nanos.max(), 1.0 / nanos.min(), Quantity.time(nanos.median()));
    }

    private static Point point(String name, double x, String unit, Measurement measurement, Height height) {
        var nanos = measurement.nanoseconds();
        double median = height.of(measurement, nanos.median());
        double one = height.of(measurement, nanos.min());
        double other = height.of(measurement, nanos.max());
        return new Point(
                x,
                median,
                Math.min(one, other),
                Math.max(one, other),
                name + ", " + Quantity.plain(x) + unit + ": " + Quantity.significant(median));
    }
}
