package dev.warpbroker.cli.report;

import dev.warpbroker.cli.bench.deque.DequeTable;
import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Point;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Chart.Series;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code deque} on one device: for each structure throughput over the number of workers, and how evenly they
 * acquired elements, as in figures 3.4 and 3.5 of the thesis; for each setup the latency; and table 3.2.
 */
final class DequeSection {
    private static final Axis WORKERS = new Axis("number n of workers", Scale.POWERS_OF_TWO);
    private static final Axis THROUGHPUT = new Axis("throughput (10^6 elements/s)", Scale.POWERS_OF_TEN);
    private static final Axis LATENCY = new Axis("latency (10^-6 s/element)", Scale.POWERS_OF_TEN);
    private static final Axis WORKER = new Axis("worker", Scale.LINEAR);
    private static final Axis ACQUIRED = new Axis("acquired elements over expected", Scale.LINEAR);

    private DequeSection() {}

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, measurement -> measurement.structure() + measurement.parameters());
        var good = latest.stream()
                .filter(measurement -> measurement.measured() && measurement.passed())
                .toList();
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        String subtitle =
                device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest";
        var parts = new ArrayList<Part>();
        var charts = new ArrayList<Chart>();
        grouped(good, Measurement::structure).forEach((structure, measurements) -> {
            charts.add(new Chart(
                    structure + ": throughput of all deques",
                    subtitle,
                    WORKERS,
                    THROUGHPUT,
                    series(measurements, DequeSection::setup, DequeSection::throughput)));
            var balance = balance(measurements);
            if (!balance.isEmpty()) {
                charts.add(
                        new Chart(structure + ": elements acquired by each worker", device, WORKER, ACQUIRED, balance));
            }
        });
        grouped(good, DequeSection::setup)
                .forEach((setup, measurements) -> charts.add(new Chart(
                        setup + ": latency",
                        subtitle,
                        WORKERS,
                        LATENCY,
                        series(measurements, Measurement::structure, DequeSection::latency))));
        for (int i = 0; i < charts.size(); i++) {
            parts.add(new Part.Figure(file.apply("-" + (char) ('a' + i)), charts.get(i)));
        }
        parts.add(new Part.Captioned(
                "Elements per second, latency and balance (thesis, table 3.2: throughput of the non-blocking deque over"
                        + " that of the blocking one, in brackets)",
                DequeTable.of(latest)));
        var notes = new ArrayList<>(provenance.lines());
        for (var setting : List.of(
                List.of("elements", "elements in each deque at the beginning"),
                List.of("added", "elements added by each worker"),
                List.of("chunk", "elements taken by a thief at most"),
                List.of("users", "as workers"))) {
            provenance.parameter(setting.getFirst()).ifPresent(value -> notes.add(value + " " + setting.getLast()));
        }
        notes.addAll(Lines.skipped(latest, measurement -> measurement.structure() + ", " + setup(measurement)));
        notes.addAll(provenance.checks());
        notes.add("The thesis's GPU had 512 workers for the non-blocking and 256 for the blocking deque; about 10 % of"
                + " attempts to steal succeeded there, 15 % on its CPUs");
        parts.add(new Part.Notes(notes));
        return new Section("deque: " + device, parts);
    }

    private static Map<String, List<Measurement>> grouped(
            List<Measurement> measurements, Function<Measurement, String> key) {
        var groups = new LinkedHashMap<String, List<Measurement>>();
        for (var measurement : measurements) {
            groups.computeIfAbsent(key.apply(measurement), _ -> new ArrayList<>())
                    .add(measurement);
        }
        return groups;
    }

    private static String setup(Measurement measurement) {
        return "setup " + measurement.parameters().get("setup");
    }

    private static double workers(Measurement measurement) {
        return Curves.number(measurement, "workers");
    }

    /** What a time in nanoseconds comes to. */
    private interface Quantities {
        double of(Measurement measurement, double nanos);
    }

    private static double throughput(Measurement measurement, double nanos) {
        return measurement.operations() / nanos * 1e3;
    }

    private static double latency(Measurement measurement, double nanos) {
        return nanos * workers(measurement) / measurement.operations() * 1e-3;
    }

    private static List<Series> series(
            List<Measurement> measurements, Function<Measurement, String> label, Quantities quantity) {
        var lines = new ArrayList<Series>();
        grouped(measurements, label).forEach((name, row) -> {
            var points = row.stream()
                    .sorted(Comparator.comparingDouble(DequeSection::workers))
                    .map(measurement -> point(name, measurement, quantity))
                    .toList();
            lines.add(new Series(name, false, points));
        });
        return lines;
    }

    private static Point point(String name, Measurement measurement, Quantities quantity) {
        var nanos = measurement.nanoseconds();
        double median = quantity.of(measurement, nanos.median());
        double one = quantity.of(measurement, nanos.min());
        double other = quantity.of(measurement, nanos.max());
        return new Point(
                workers(measurement),
                median,
                Math.min(one, other),
                Math.max(one, other),
                name + ", " + Quantity.plain(workers(measurement)) + " workers: " + Quantity.significant(median));
    }

    /** {@return what each worker acquired, where the most workers were recorded one by one} */
    private static List<Series> balance(List<Measurement> measurements) {
        double most = measurements.stream()
                .filter(measurement -> measurement.observed().get("acquired") instanceof List<?>)
                .mapToDouble(DequeSection::workers)
                .max()
                .orElse(0);
        var lines = new ArrayList<Series>();
        for (var measurement : measurements) {
            if (workers(measurement) == most
                    && most > 1
                    && measurement.observed().get("acquired") instanceof List<?> shares) {
                var points = new ArrayList<Point>();
                for (int worker = 0; worker < shares.size(); worker++) {
                    double share = shares.get(worker) instanceof Number number ? number.doubleValue() : 0;
                    points.add(new Point(
                            worker + 1,
                            share,
                            share,
                            share,
                            setup(measurement) + ", worker " + (worker + 1) + ": " + Quantity.significant(share)));
                }
                lines.add(new Series(setup(measurement), false, points));
            }
        }
        return lines;
    }
}
