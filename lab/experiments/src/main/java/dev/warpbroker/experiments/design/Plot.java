package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
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
 */
public record Plot(
        Chart.Axis x,
        ToDoubleFunction<Measurement> at,
        Chart.Axis y,
        Height height,
        Function<Measurement, String> line,
        Predicate<String> dashed) {
    /** What a time comes to. */
    @FunctionalInterface
    public interface Height {
        /** {@return how high a measurement stands that took a time in nanoseconds} */
        double of(Measurement measurement, double nanos);
    }

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
        return new Plot(x, at, y, height, line, _ -> false);
    }

    /** A time in milliseconds. */
    public static double milliseconds(Measurement measurement, double nanos) {
        return nanos * 1e-6;
    }

    /** Millions of operations per second. */
    public static double millionsPerSecond(Measurement measurement, double nanos) {
        return measurement.operations() / nanos * 1e3;
    }

    /**
     * {@return a chart and a table for each title; none without measurements}
     *
     * @param title of the chart that a measurement belongs to
     * @param file makes the name of a chart's file of its ending
     */
    public List<Part> parts(
            Evidence evidence,
            List<Measurement> rows,
            Function<Measurement, String> title,
            Function<String, String> file) {
        var groups = Evidence.grouped(
                rows.stream()
                        .filter(row -> !Double.isNaN(at.applyAsDouble(row)))
                        .toList(),
                title);
        var parts = new ArrayList<Part>();
        char letter = 'a';
        for (var group : groups.entrySet()) {
            String ending = groups.size() == 1 ? "" : "-" + letter++;
            parts.addAll(parts(group.getKey(), evidence, group.getValue(), file.apply(ending)));
        }
        return parts;
    }

    private List<Part> parts(String title, Evidence evidence, List<Measurement> rows, String file) {
        var parts = new ArrayList<Part>();
        figure(title, evidence, rows, file).ifPresent(parts::add);
        parts.add(new Part.Captioned(title + ": " + y.label() + " by " + x.label(), table(byLine(rows))));
        return parts;
    }

    /** {@return a chart alone; none if there is nothing to draw} */
    public Optional<Part> figure(String title, Evidence evidence, List<Measurement> rows, String file) {
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
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Part.Figure(file, new Chart(title, evidence.subtitle() + without, x, y, lines)));
    }

    /** {@return the measurements of each line by their place, in the order in which lines first appear} */
    private SequencedMap<String, SequencedMap<Double, Measurement>> byLine(List<Measurement> rows) {
        var lines = new LinkedHashMap<String, SequencedMap<Double, Measurement>>();
        for (var row : rows) {
            lines.computeIfAbsent(line.apply(row), _ -> new TreeMap<>()).put(at.applyAsDouble(row), row);
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
    public static String marked(String name, Collection<Measurement> rows) {
        return rows.stream().anyMatch(row -> row.skipped() != null) ? name + Evidence.MARK : name;
    }

    private Table table(SequencedMap<String, SequencedMap<Double, Measurement>> lines) {
        var places = new TreeSet<Double>();
        lines.values().forEach(line -> places.addAll(line.keySet()));
        var columns = new ArrayList<>(List.of(Table.text("structure")));
        places.forEach(place -> columns.add(Table.number(Quantity.plain(place))));
        var cells = new ArrayList<List<String>>();
        lines.forEach((name, measured) -> {
            var cell = new ArrayList<>(List.of(marked(name, measured.values())));
            places.forEach(place -> cell.add(cell(measured.get(place))));
            cells.add(cell);
        });
        return new Table(columns, cells);
    }

    private String cell(@Nullable Measurement row) {
        if (row == null) {
            return Column.NONE;
        }
        if (!row.measured()) {
            return "skipped";
        }
        return row.passed()
                ? Quantity.significant(height.of(row, row.nanoseconds().median()))
                : "FAILED";
    }
}
