package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measurements over something that was varied, as a chart and a table. A line of which points were skipped is marked.
 * Points whose checks failed are not drawn: the speed of a structure that loses elements is no result.
 *
 * @param x what was varied
 * @param at where a measurement is on that axis; NaN leaves it out
 * @param y what times become
 * @param height how high a measurement stands
 * @param line what its line is called
 * @param dashed which lines are set off as something to compare with
 * @param words what the table has for a height
 * @param estimate how high a place stands that takes a time in nanoseconds, for places that were not measured and whose
 *     time follows from smaller ones; null if they are left empty
 */
public record Plot(
        Chart.Axis x,
        ToDoubleFunction<Measurement> at,
        Chart.Axis y,
        Height height,
        Function<Measurement, String> line,
        Predicate<String> dashed,
        DoubleFunction<String> words,
        @Nullable DoubleBinaryOperator estimate) {
    /** {@return the same with some lines set off as something to compare with} */
    public Plot dashed(Predicate<String> some) {
        return new Plot(x, at, y, height, line, some, words, estimate);
    }

    /** {@return the same with estimates in the table} */
    public Plot estimated(DoubleBinaryOperator heightOf) {
        return new Plot(x, at, y, height, line, dashed, words, heightOf);
    }

    /** {@return the same with heights in other words, which have the unit, in the table} */
    public Plot words(DoubleFunction<String> of) {
        return new Plot(x, at, y, height, line, dashed, of, estimate);
    }

    /** Converts a time to a height in the chart. */
    @FunctionalInterface
    public interface Height {
        /** {@return the height of a measurement that took a time in nanoseconds} */
        double of(Measurement measurement, double nanos);
    }

    private static final DoubleFunction<String> WITHOUT_UNIT = Quantity::significant;

    /** Times in milliseconds. */
    public static final Chart.Axis MILLISECONDS =
            new Chart.Axis("run time (ms)", Chart.Scale.POWERS_OF_TEN, Chart.Better.LESS);

    /** Numbers of threads. */
    public static final Chart.Axis THREADS = new Chart.Axis("threads", Chart.Scale.POWERS_OF_TWO);

    /** {@return a plot of which no line is dashed} */
    public static Plot of(
            Chart.Axis x,
            ToDoubleFunction<Measurement> at,
            Chart.Axis y,
            Height height,
            Function<Measurement, String> line) {
        return new Plot(x, at, y, height, line, _ -> false, WITHOUT_UNIT, null);
    }

    /** {@return run times over the values of an axis} */
    public static Plot times(Chart.Axis x, Axis<Integer> axis, Function<Measurement, String> line) {
        return of(x, axis.field()::number, MILLISECONDS, Plot::milliseconds, line);
    }

    /** A time in milliseconds. */
    public static double milliseconds(Measurement measurement, double nanos) {
        return nanos * 1e-6;
    }

    /** Millions of operations per second. */
    public static double millionsPerSecond(Measurement measurement, double nanos) {
        return measurement.operations() / nanos * 1e3;
    }

    /** {@return the chart of measurements; none if there is nothing to draw} */
    Optional<Chart> chart(String title, String subtitle, List<Measurement> rows) {
        var lines = new ArrayList<Chart.Series>();
        var notDrawn = new ArrayList<String>();
        byLine(rows).forEach((name, places) -> {
            var points = points(name, places);
            if (points.isEmpty()) {
                notDrawn.add(name);
            } else {
                lines.add(new Chart.Series(marked(name, places.values()), dashed.test(name), points));
            }
        });
        String without = notDrawn.isEmpty() ? "" : "; not drawn: " + String.join(", ", notDrawn);
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Chart(title, subtitle + without, x, y, lines));
    }

    /** {@return the latest measurements of each line by their place, in the order in which lines first appear} */
    private SequencedMap<String, SequencedMap<Double, Measurement>> byLine(List<Measurement> rows) {
        var lines = new LinkedHashMap<String, SequencedMap<Double, Measurement>>();
        for (var row : rows) {
            lines.computeIfAbsent(line.apply(row), _ -> new TreeMap<>())
                    .merge(at.applyAsDouble(row), row, Evidence::later);
        }
        return lines;
    }

    private List<Chart.Point> points(String name, Map<Double, Measurement> places) {
        var points = new ArrayList<Chart.Point>();
        places.forEach((place, row) -> {
            if (Evidence.isGood(row)) {
                var nanos = row.nanoseconds();
                double median = height.of(row, nanos.median());
                double one = height.of(row, nanos.min());
                double other = height.of(row, nanos.max());
                String text =
                        name + ", " + Quantity.plain(place) + " " + x.label() + ": " + Quantity.significant(median);
                points.add(new Chart.Point(place, median, Math.min(one, other), Math.max(one, other), text));
            }
        });
        return points;
    }

    /** {@return the name of a line, with a mark if points of it were skipped} */
    private static String marked(String name, Collection<Measurement> rows) {
        return rows.stream().anyMatch(row -> row.skipped() != null) ? name + Evidence.MARK : name;
    }

    /** {@return what the table has, by what; with the unit unless that is in its cells} */
    String caption() {
        String label = y.label();
        int unit = label.indexOf(" (");
        return (words == WITHOUT_UNIT || unit < 0 ? label : label.substring(0, unit)) + " by " + x.label();
    }

    /** {@return the table of measurements, a row for each line} */
    Table table(List<Measurement> rows) {
        var lines = byLine(rows);
        var places = new TreeSet<Double>();
        lines.values().forEach(line -> places.addAll(line.keySet()));
        var columns = new ArrayList<>(List.of(Table.text("structure")));
        places.forEach(place -> columns.add(Table.number(Quantity.plain(place))));
        var cells = new ArrayList<List<String>>();
        lines.forEach((name, measured) -> {
            var cell = new ArrayList<>(List.of(marked(name, measured.values())));
            places.forEach(place -> cell.add(cell(measured, place)));
            cells.add(cell);
        });
        return new Table(columns, cells);
    }

    private String cell(Map<Double, Measurement> line, double place) {
        var row = line.get(place);
        if (row != null && row.measured()) {
            return row.passed() ? words.apply(height.of(row, row.nanoseconds().median())) : "FAILED";
        }
        return estimate(line, place).orElse(row == null ? Column.NONE : "skipped");
    }

    private Optional<String> estimate(Map<Double, Measurement> line, double place) {
        var times = new TreeMap<Integer, Double>();
        line.forEach((size, row) -> {
            if (Evidence.isGood(row)) {
                times.put(size.intValue(), row.nanoseconds().median());
            }
        });
        var of = estimate;
        return of == null
                ? Optional.empty()
                : GrowthLaw.of(times)
                        .filter(law -> law.sizes().size() >= GrowthLaw.MIN_SIZES
                                && law.sizes().getLast() < place)
                        .map(law -> "≈ " + words.apply(of.applyAsDouble(place, law.at((int) place))));
    }
}
