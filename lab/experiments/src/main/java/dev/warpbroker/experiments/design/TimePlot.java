package dev.warpbroker.experiments.design;

import static dev.warpbroker.experiments.page.Table.number;
import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Times over something that was varied, as a plot and a table: a line for each structure. A line of which points were
 * skipped is marked; those whose checks failed are not drawn, for the speed of a structure that loses elements is no
 * result.
 *
 * @param title what is shown
 * @param subtitle where it was measured, and how
 * @param x what was varied
 * @param y what times become
 * @param label what a line is called
 * @param at where a measurement is on its line
 * @param factor what a time in nanoseconds is multiplied by
 */
public record TimePlot(
        String title,
        String subtitle,
        Chart.Axis x,
        Chart.Axis y,
        Function<Measurement, String> label,
        ToDoubleFunction<Measurement> at,
        double factor) {
    /** What marks a line of which points were skipped. */
    static final String MARK = " †";

    /** {@return plot and table; none without measurements} */
    public List<Part> parts(List<Measurement> measurements, String file) {
        var rows = new LinkedHashMap<String, Map<Double, Measurement>>();
        for (var measurement : measurements) {
            rows.computeIfAbsent(label.apply(measurement), _ -> new TreeMap<>())
                    .put(at.applyAsDouble(measurement), measurement);
        }
        var series = rows.entrySet().stream()
                .map(row -> series(row.getKey(), row.getValue()))
                .filter(line -> !line.points().isEmpty())
                .toList();
        var parts = new ArrayList<Part>();
        if (!series.isEmpty()) {
            parts.add(new Part.Figure(file, new Chart(title, subtitle + notDrawn(rows), x, y, series)));
        }
        if (!rows.isEmpty()) {
            parts.add(new Part.Captioned(title + ": " + y.label() + " by " + x.label(), table(rows)));
        }
        return parts;
    }

    /** {@return why points were skipped, a line for each structure and reason} */
    public static List<String> skipped(List<Measurement> measurements, Function<Measurement, String> label) {
        return measurements.stream()
                .flatMap(measurement -> Optional.ofNullable(measurement.skipped()).stream()
                        .map(reason -> MARK.strip() + " " + label.apply(measurement) + ": " + reason))
                .distinct()
                .toList();
    }

    private Chart.Series series(String name, Map<Double, Measurement> row) {
        var points = new ArrayList<Chart.Point>();
        row.forEach((place, measurement) -> {
            if (Evidence.isGood(measurement)) {
                var nanos = measurement.nanoseconds();
                double median = nanos.median() * factor;
                points.add(new Chart.Point(
                        place,
                        median,
                        nanos.min() * factor,
                        nanos.max() * factor,
                        name + ", " + Quantity.plain(place) + " " + x.label() + ": " + Quantity.significant(median)));
            }
        });
        return new Chart.Series(marked(name, row), false, points);
    }

    private String notDrawn(Map<String, Map<Double, Measurement>> rows) {
        var names = rows.entrySet().stream()
                .filter(row -> series(row.getKey(), row.getValue()).points().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        return names.isEmpty() ? "" : "; not drawn: " + String.join(", ", names);
    }

    /** {@return the name of a line, with a mark if points of it were skipped} */
    public static String marked(String name, Map<?, Measurement> row) {
        return row.values().stream().anyMatch(measurement -> measurement.skipped() != null) ? name + MARK : name;
    }

    private Table table(SequencedMap<String, Map<Double, Measurement>> rows) {
        var places = new TreeSet<Double>();
        rows.values().forEach(row -> places.addAll(row.keySet()));
        var columns = new ArrayList<Table.Column>(List.of(text("structure")));
        places.forEach(place -> columns.add(number(Quantity.plain(place))));
        var cells = new ArrayList<List<String>>();
        rows.forEach((name, row) -> {
            var line = new ArrayList<String>(List.of(marked(name, row)));
            places.forEach(place -> line.add(cell(row, place)));
            cells.add(line);
        });
        return new Table(columns, cells);
    }

    private String cell(Map<Double, Measurement> row, double place) {
        var measurement = row.get(place);
        if (measurement == null) {
            return Column.NONE;
        }
        if (!measurement.measured()) {
            return "skipped";
        }
        return measurement.passed()
                ? Quantity.significant(measurement.nanoseconds().median() * factor)
                : "FAILED";
    }
}
