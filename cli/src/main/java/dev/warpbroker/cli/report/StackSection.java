package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Point;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Chart.Series;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import dev.warpbroker.structures.stack.StackKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code stack} on one device: for each mix throughput and time over the number of operations, as in figures 9 to
 * 12 of the Scan Stack paper, and its table 1. The paper's variants are dashed.
 */
final class StackSection {
    private static final Axis OPERATIONS = new Axis("operations", Scale.POWERS_OF_TEN);
    private static final Axis THROUGHPUT = new Axis("throughput (10^6 operations/s)", Scale.POWERS_OF_TEN);
    private static final Axis TIME = new Axis("time (ms)", Scale.POWERS_OF_TEN);
    private static final String NONE = "–";
    private static final String INVALIDATING = "Inval+";
    private static final String RANDOM = "random";

    /** What the paper calls the mixes, and where it shows them. */
    private static final Map<String, String> TITLES = Map.of(
            RANDOM, "RandomMix (figure 9)", "push", "Push Only (figure 10)", "pop", "Pop Only (figures 11 and 12)");

    private static final int MILLION = 1_000_000;

    /** The first column of {@link #PAPER}, in millions of operations. */
    private static final int PAPER_FIRST = 5;

    /** Table 1: operations per second for 5 to 10 million operations, on an RTX 3090; NaN where its text is out of order. */
    private static final Map<String, double[]> PAPER = Map.of(
            "No-Optimizations",
            new double[] {1_439_356.776, 1_444_920.521, 1_449_340.998, 1_454_797.223, 1_460_019.483, 1_462_312.536},
            "LA",
            new double[] {11_840_408.35, 13_215_394.26, 13_199_229.99, 14_144_443.29, 14_673_944.94, 14_676_680.08},
            "EL+LA",
            new double[] {55_253_767.66, 55_265_768.48, 56_151_819.55, 56_170_150.62, 58_541_509.83, 56_974_191.83},
            "EL+LA+PX",
            new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 9_475_859.868});

    private StackSection() {}

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, measurement -> measurement.structure() + measurement.parameters());
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        String subtitle =
                device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest";
        var mixes = new LinkedHashMap<String, Map<String, Map<Integer, Measurement>>>();
        for (var measurement : latest) {
            mixes.computeIfAbsent(mix(measurement), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(measurement.structure(), _ -> new TreeMap<>())
                    .put(operations(measurement), measurement);
        }
        var parts = new ArrayList<Part>();
        mixes.forEach((mix, rows) -> {
            String title = TITLES.getOrDefault(mix, mix);
            var throughput = series(rows, StackSection::throughput);
            if (!throughput.isEmpty()) {
                parts.add(new Part.Figure(
                        file.apply("-" + mix),
                        new Chart(title + ": throughput", subtitle, OPERATIONS, THROUGHPUT, throughput)));
                parts.add(new Part.Figure(
                        file.apply("-" + mix + "-time"),
                        new Chart(
                                title + ": time",
                                subtitle,
                                OPERATIONS,
                                TIME,
                                series(rows, (_, nanos) -> nanos * 1e-6))));
            }
            parts.add(new Part.Captioned(title + ": operations per second by operations", rates(rows)));
        });
        tableOne(mixes.getOrDefault(RANDOM, Map.of()))
                .ifPresent(table -> parts.add(new Part.Captioned(
                        "Table 1, RandomMix: operations per second by operations (paper: RTX 3090, in brackets)",
                        table)));
        parts.add(new Part.Notes(notes(latest, provenance)));
        return new Section("stack: " + device, parts);
    }

    private static List<String> notes(List<Measurement> latest, Provenance provenance) {
        var notes = new ArrayList<>(provenance.lines());
        for (var setting : List.of(
                List.of("interval", "cells from one look to the next (LA)"),
                List.of("capacity", "values of capacity"),
                List.of("threads", "threads at most, and no more than are resident"),
                List.of("block", "lanes per block"))) {
            provenance.parameter(setting.getFirst()).ifPresent(value -> notes.add(value + " " + setting.getLast()));
        }
        notes.addAll(Lines.skipped(latest, measurement -> measurement.structure() + ", " + mix(measurement)));
        notes.addAll(provenance.checks());
        for (var measurement : latest) {
            var damage = measurement.observed().get("damage");
            if (damage != null) {
                notes.add("Invalid final stack: " + measurement.structure() + ", " + mix(measurement) + ", "
                        + Quantity.count(operations(measurement)) + " operations: " + damage);
            }
        }
        notes.add("Figures 9 to 11 of the paper seem to be those with invalidation, for it explains figure 11 by it and"
                + " shows figure 12 without; table 1 does not say, so its numbers stand beside both");
        return notes;
    }

    private static String mix(Measurement measurement) {
        return String.valueOf(measurement.parameters().get("mix"));
    }

    private static int operations(Measurement measurement) {
        return (int) Curves.number(measurement, "operations");
    }

    /** What a time in nanoseconds comes to. */
    private interface Quantities {
        double of(Measurement measurement, double nanos);
    }

    private static double throughput(Measurement measurement, double nanos) {
        return measurement.operations() / nanos * 1e3;
    }

    private static List<Series> series(Map<String, Map<Integer, Measurement>> rows, Quantities quantity) {
        var lines = new ArrayList<Series>();
        rows.forEach((name, row) -> {
            var points = row.values().stream()
                    .filter(measurement -> measurement.measured() && measurement.passed())
                    .map(measurement -> point(name, measurement, quantity))
                    .toList();
            if (!points.isEmpty()) {
                lines.add(new Series(marked(name, row), isScan(name), points));
            }
        });
        return lines;
    }

    private static boolean isScan(String name) {
        return StackKind.named(name).isEmpty();
    }

    private static String marked(String name, Map<Integer, Measurement> row) {
        return row.values().stream().anyMatch(measurement -> measurement.skipped() != null) ? name + " †" : name;
    }

    private static Point point(String name, Measurement measurement, Quantities quantity) {
        var nanos = measurement.nanoseconds();
        double median = quantity.of(measurement, nanos.median());
        double one = quantity.of(measurement, nanos.min());
        double other = quantity.of(measurement, nanos.max());
        return new Point(
                operations(measurement),
                median,
                Math.min(one, other),
                Math.max(one, other),
                name + ", " + Quantity.count(operations(measurement)) + " operations: " + Quantity.significant(median));
    }

    private static Table rates(Map<String, Map<Integer, Measurement>> rows) {
        var sizes = new TreeSet<Integer>();
        rows.values().forEach(row -> sizes.addAll(row.keySet()));
        var columns = new ArrayList<Column>(List.of(text("stack")));
        sizes.forEach(size -> columns.add(number(Quantity.count(size))));
        var cells = new ArrayList<List<String>>();
        rows.forEach((name, row) -> {
            var line = new ArrayList<String>(List.of(marked(name, row)));
            sizes.forEach(size -> line.add(rate(row, size)));
            cells.add(line);
        });
        return new Table(columns, cells);
    }

    private static String rate(Map<Integer, Measurement> row, int size) {
        var measurement = row.get(size);
        if (measurement == null) {
            return NONE;
        }
        if (!measurement.measured()) {
            return "skipped";
        }
        return measurement.passed() ? Quantity.rate(measurement.operationsPerSecond()) : "FAILED";
    }

    private static Optional<Table> tableOne(Map<String, Map<Integer, Measurement>> rows) {
        var columns = new ArrayList<Column>(List.of(text("stack")));
        for (int million = PAPER_FIRST; million <= 10; million++) {
            columns.add(number(Quantity.count((long) million * MILLION)));
        }
        boolean any = false;
        var cells = new ArrayList<List<String>>();
        for (var row : rows.entrySet()) {
            double[] paper = PAPER.get(paperName(row.getKey()));
            var line = new ArrayList<String>(List.of(row.getKey()));
            for (int million = PAPER_FIRST; million <= 10; million++) {
                any |= row.getValue().containsKey(million * MILLION);
                double found = paper == null ? Double.NaN : paper[million - PAPER_FIRST];
                line.add(rate(row.getValue(), million * MILLION)
                        + (Double.isNaN(found) ? "" : " (" + Quantity.rate(found) + ")"));
            }
            cells.add(line);
        }
        return any ? Optional.of(new Table(columns, cells)) : Optional.empty();
    }

    /** {@return what table 1 calls a variant, which does not say whether it invalidates} */
    private static String paperName(String name) {
        return name.equals("Inval")
                ? "No-Optimizations"
                : name.startsWith(INVALIDATING) ? name.substring(INVALIDATING.length()) : name;
    }
}
