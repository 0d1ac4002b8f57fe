package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Point;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Chart.Series;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Experiment {@code bfs} on one device: edges per second over the extent of lattices, speed-up over the number of threads as in
 * figures 4.12 to 4.14 of the thesis on work stealing, all variants side by side, and all queues.
 */
final class BfsSection {
    private static final Axis EXTENT = new Axis("extent L of the lattice", Scale.POWERS_OF_TWO);
    private static final Axis RATE = new Axis("edges per second (10^6)", Scale.POWERS_OF_TEN);
    private static final Axis THREADS = new Axis("threads", Scale.LINEAR);
    private static final Axis SPEED_UP = new Axis("speed-up over the sequential search", Scale.LINEAR);
    private static final String SEQUENTIAL = "sequential";
    private static final String ASYNCHRONOUS = "async";
    private static final String QUEUES = "queues";
    private static final String NONE = "–";
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private final List<Measurement> variants;
    private final List<Measurement> queues;
    private final String subtitle;

    private BfsSection(List<Measurement> latest, String subtitle) {
        variants =
                latest.stream().filter(measurement -> !isOfQueues(measurement)).toList();
        queues = latest.stream().filter(BfsSection::isOfQueues).toList();
        this.subtitle = subtitle;
    }

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(
                all,
                measurement ->
                        name(measurement) + ", " + measurement.parameters().get("part"));
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        var section = new BfsSection(
                latest,
                device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest");
        var parts = new ArrayList<Part>();
        section.rates().ifPresent(chart -> parts.add(new Part.Figure(file.apply(""), chart)));
        section.speedUps().ifPresent(chart -> parts.add(new Part.Figure(file.apply("-speedup"), chart)));
        parts.addAll(section.tables());
        var notes = new ArrayList<>(provenance.lines());
        notes.add(
                "Edges are those that leave vertices that were reached; an undirected edge counts in both directions");
        notes.add("Times include that to forget the search before, not that to read or make the graph");
        notes.addAll(Lines.skipped(latest, BfsSection::name));
        notes.addAll(provenance.checks());
        if (latest.size() < all.size()) {
            notes.add(all.size() - latest.size() + " older measurements of the same are left out");
        }
        parts.add(new Part.Notes(notes));
        return new Section("bfs: " + device, parts);
    }

    private static boolean isOfQueues(Measurement measurement) {
        return QUEUES.equals(measurement.parameters().get("part"));
    }

    private static String name(Measurement measurement) {
        return measurement.structure() + ", " + graph(measurement) + ", " + threadsInWords(measurement) + " threads";
    }

    private static String graph(Measurement measurement) {
        return String.valueOf(measurement.parameters().get("graph"));
    }

    /** {@return how many threads there were; older records say 0 for as many as the device holds} */
    private static int threads(Measurement measurement) {
        int threads = (int) Curves.number(measurement, "threads");
        return threads == 0 ? all(measurement) : threads;
    }

    /** {@return as many threads as the device holds; the processors of a JVM are not recorded} */
    private static int all(Measurement measurement) {
        var device = measurement.device();
        return DeviceKind.of(device) == DeviceKind.JVM ? UNKNOWN : device.residentThreads();
    }

    private static String threadsInWords(Measurement measurement) {
        int threads = threads(measurement);
        return threads == all(measurement) ? "all" : Quantity.count(threads);
    }

    private static boolean isSequential(Measurement measurement) {
        return measurement.structure().equals(SEQUENTIAL);
    }

    private static boolean isGood(Measurement measurement) {
        return measurement.measured() && measurement.passed();
    }

    /** {@return edges per second over the extent, with as many threads as there were} */
    private Optional<Chart> rates() {
        int most = variants.stream()
                .filter(measurement -> !isSequential(measurement))
                .mapToInt(BfsSection::threads)
                .max()
                .orElse(0);
        var series = series(
                variants.stream()
                        .filter(measurement -> isGood(measurement)
                                && measurement.parameters().containsKey("extent")
                                && (isSequential(measurement) || threads(measurement) == most))
                        .toList(),
                measurement ->
                        measurement.structure() + ", p = " + Quantity.plain(Curves.number(measurement, "probability")),
                measurement -> Curves.number(measurement, "extent"),
                (measurement, nanos) -> measurement.operations() / nanos * 1e3);
        return series.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart("Edges per second of lattices", subtitle, EXTENT, RATE, series));
    }

    private Optional<Chart> speedUps() {
        var sequential = sequentialTimes();
        var series = new ArrayList<>(series(
                variants.stream()
                        .filter(measurement -> isGood(measurement)
                                && !isSequential(measurement)
                                && threads(measurement) != UNKNOWN
                                && sequential.containsKey(graph(measurement)))
                        .toList(),
                measurement -> measurement.structure() + ", " + graph(measurement),
                BfsSection::threads,
                (measurement, nanos) -> sequential.getOrDefault(graph(measurement), Double.NaN) / nanos));
        if (series.isEmpty()) {
            return Optional.empty();
        }
        var numbers = new TreeSet<Double>();
        series.forEach(line -> line.points().forEach(point -> numbers.add(point.x())));
        series.add(new Series(
                "as many times as threads",
                true,
                numbers.stream()
                        .map(number -> new Point(number, number, number, number, Quantity.plain(number)))
                        .toList()));
        return Optional.of(new Chart("Speed-up over the sequential search", subtitle, THREADS, SPEED_UP, series));
    }

    private Map<String, Double> sequentialTimes() {
        return variants.stream()
                .filter(measurement -> isGood(measurement) && isSequential(measurement))
                .collect(Collectors.toMap(
                        BfsSection::graph,
                        measurement -> measurement.nanoseconds().median(),
                        (_, later) -> later));
    }

    /** What a time in nanoseconds comes to. */
    private interface Quantities {
        double of(Measurement measurement, double nanos);
    }

    private static List<Series> series(
            List<Measurement> measurements,
            Function<Measurement, String> label,
            ToDoubleFunction<Measurement> at,
            Quantities quantity) {
        var lines = new LinkedHashMap<String, Map<Double, Point>>();
        for (var measurement : measurements) {
            var times = measurement.nanoseconds();
            double x = at.applyAsDouble(measurement);
            double y = quantity.of(measurement, times.median());
            String name = label.apply(measurement);
            lines.computeIfAbsent(name, _ -> new TreeMap<>())
                    .put(
                            x,
                            new Point(
                                    x,
                                    y,
                                    quantity.of(measurement, times.max()),
                                    quantity.of(measurement, times.min()),
                                    name + ", " + Quantity.plain(x) + ": " + Quantity.significant(y)));
        }
        return lines.entrySet().stream()
                .map(line -> new Series(
                        line.getKey(),
                        line.getKey().startsWith(SEQUENTIAL),
                        List.copyOf(line.getValue().values())))
                .toList();
    }

    private List<Part> tables() {
        var parts = new ArrayList<Part>();
        if (!variants.isEmpty()) {
            parts.add(new Part.Captioned(
                    "Every variant; compared with the sequential search of the same graph, and with the fastest search"
                            + " by levels with as many threads",
                    variantTable()));
        }
        if (!queues.isEmpty()) {
            parts.add(new Part.Captioned(
                    "Asynchronous search on every queue, " + graph(queues.getFirst()), queueTable()));
        }
        return parts;
    }

    private Table variantTable() {
        var sequential = sequentialTimes();
        var rows = new ArrayList<List<String>>();
        for (var measurement : variants) {
            double nanos = isGood(measurement) ? measurement.nanoseconds().median() : Double.NaN;
            rows.add(List.of(
                    graph(measurement),
                    threadsInWords(measurement),
                    measurement.structure(),
                    Remarks.times(measurement).getFirst(),
                    isGood(measurement) ? Quantity.rate(measurement.operationsPerSecond()) : NONE,
                    factor(sequential.getOrDefault(graph(measurement), Double.NaN) / nanos),
                    measurement.structure().startsWith(ASYNCHRONOUS)
                            ? factor(fastestByLevels(measurement) / nanos)
                            : "",
                    Remarks.check(measurement)));
        }
        return new Table(
                List.of(
                        text("graph"),
                        number("threads"),
                        text("search"),
                        number("median"),
                        number("edges"),
                        number("times as fast as sequential"),
                        number("times as fast as by levels"),
                        text("check")),
                rows);
    }

    private double fastestByLevels(Measurement compared) {
        return variants.stream()
                .filter(measurement -> isGood(measurement)
                        && !isSequential(measurement)
                        && !measurement.structure().startsWith(ASYNCHRONOUS)
                        && graph(measurement).equals(graph(compared))
                        && threads(measurement) == threads(compared))
                .mapToDouble(measurement -> measurement.nanoseconds().median())
                .min()
                .orElse(Double.NaN);
    }

    private static String factor(double factor) {
        return Double.isNaN(factor) ? NONE : Quantity.significant(factor);
    }

    private Table queueTable() {
        double fastest = queues.stream()
                .filter(BfsSection::isGood)
                .mapToDouble(measurement -> measurement.nanoseconds().median())
                .min()
                .orElse(Double.NaN);
        return new Table(
                List.of(
                        text("search"),
                        number("threads"),
                        number("median"),
                        number("edges"),
                        number("times the fastest"),
                        text("check")),
                queues.stream()
                        .map(measurement -> List.of(
                                measurement.structure(),
                                threadsInWords(measurement),
                                Remarks.times(measurement).getFirst(),
                                isGood(measurement) ? Quantity.rate(measurement.operationsPerSecond()) : NONE,
                                isGood(measurement)
                                        ? factor(measurement.nanoseconds().median() / fastest)
                                        : NONE,
                                Remarks.check(measurement)))
                        .toList());
    }
}
