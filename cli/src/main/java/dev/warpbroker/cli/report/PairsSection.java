package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.Measurement.Peer;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.results.Statistics;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code pairs} on one device: throughput over threads, as in figure 2 of the Broker Queue paper. A line is a
 * structure in one form, or a peer; where other parameters differ, they make lines of their own. Of measurements of the
 * same thing the latest counts.
 */
final class PairsSection {
    private static final String FAILED = "FAILED";
    private static final String SLOW = "> 1000 near full occupancy, > 100 per warp";
    private static final String NONE = "–";
    private static final String ONE_PER_WARP = "one-per-warp";
    private static final Axis THREADS = new Axis("threads", Scale.POWERS_OF_TWO);
    private static final Axis WARPS = new Axis("warps", Scale.POWERS_OF_TWO);

    /** How many times as long as the fastest a queue may take to be in the plots of the fastest. */
    private static final double FASTEST = 30;

    /** What section 7.1 of the Broker Queue paper says about run times over that of BQ. */
    private static final Map<String, String> PAPER = Map.ofEntries(
            Map.entry("BQ", "1"),
            Map.entry("BWD", "virtually identical"),
            Map.entry("BSQ", "virtually identical"),
            Map.entry("GQ", "> 2 above 45,056 threads"),
            Map.entry("HTQ", "similar to GQ, not shown"),
            Map.entry("LCRQ", "3 to 6, more per thread at many threads"),
            Map.entry("WFQ", "3 to 6, more per thread at many threads"),
            Map.entry("SFQ", "1.014 to 1.09 above 512 warps"),
            Map.entry("CBQ", "similar to SFQ, not shown"),
            Map.entry("BAQ", "within 2x of MSQ, not shown"),
            Map.entry("MSQ", SLOW),
            Map.entry("TZQ", SLOW),
            Map.entry("SHCQ", SLOW),
            Map.entry("NSFQ", SLOW),
            Map.entry("2MQ", SLOW));

    /** More lines than this cannot be told apart; the figures of the paper have fewer each. */
    private static final int MAX_LINES = 16;

    /** Those that make a line of their own where they differ. */
    private static final List<String> SETTINGS = List.of("pairs", "capacity", "block");

    /** What one contender did with one number of threads. */
    private record Cell(Statistics nanoseconds, double pairs, List<CheckResult> checks, Instant recorded) {
        boolean passed() {
            return checks.stream().allMatch(CheckResult::passed);
        }
    }

    /** A comparison of a structure with a peer. */
    private record Versus(String ours, String peer) {}

    private final String device;
    private final List<Measurement> measurements;
    private final int outdated;
    private final List<String> differing;
    private final Map<String, Long> entries;
    private final Set<String> skipped = new HashSet<>();
    private final SequencedMap<String, Map<Integer, Cell>> ours = new LinkedHashMap<>();
    private final SequencedMap<String, Map<Integer, Cell>> peers = new LinkedHashMap<>();
    private final SequencedMap<Versus, Map<Integer, String>> ratios = new LinkedHashMap<>();

    private PairsSection(List<ResultLine> lines) {
        for (var line : lines) {
            require(line);
        }
        var all = lines.stream().map(ResultLine::measurement).toList();
        this.device = all.getFirst().device().name();
        this.differing = SETTINGS.stream()
                .filter(setting -> all.stream()
                                .map(measurement ->
                                        String.valueOf(measurement.parameters().get(setting)))
                                .distinct()
                                .count()
                        > 1)
                .toList();
        this.entries = all.stream()
                .flatMap(measurement -> Stream.ofNullable(measurement.peer()))
                .map(peer -> Map.entry(peer.entry(), peer.file()))
                .distinct()
                .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.counting()));
        this.measurements = Latest.of(all, measurement -> label(measurement) + " " + threads(measurement));
        this.outdated = all.size() - measurements.size();
        measurements.forEach(this::add);
    }

    /** {@return the section; {@code file} names its plots} */
    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        return new PairsSection(lines).section(file);
    }

    private static void require(ResultLine line) {
        var measurement = line.measurement();
        if (!(measurement.parameters().get("threads") instanceof Long threads)
                || threads < 1
                || threads > Integer.MAX_VALUE) {
            throw line.damaged("'parameters.threads' is not a number of threads: "
                    + measurement.parameters().get("threads"));
        }
        if (!measurement.measured() && measurement.skipped() != null) {
            return;
        }
        requireTimes(line, "", measurement.nanoseconds());
        var peer = measurement.peer();
        if (peer != null) {
            requireTimes(line, "peer.", peer.nanoseconds());
        }
        if (measurement.operations() < 1) {
            throw line.damaged("'operations' is " + measurement.operations() + ", which makes no throughput");
        }
    }

    private static void requireTimes(ResultLine line, String where, Statistics times) {
        if (!(times.min() > 0 && times.min() <= times.median() && times.median() <= times.max())) {
            throw line.damaged("'" + where + "nanoseconds' is not min, median and max of times: " + times);
        }
    }

    private void add(Measurement measurement) {
        int threads = threads(measurement);
        if (!measurement.measured()) {
            ours.computeIfAbsent(label(measurement), _ -> new TreeMap<>());
            skipped.add(label(measurement) + " " + threads);
            return;
        }
        var cell = new Cell(
                measurement.nanoseconds(),
                measurement.operations() / 2.0,
                measurement.checks(),
                measurement.recorded());
        ours.computeIfAbsent(label(measurement), _ -> new TreeMap<>()).put(threads, cell);
        var peer = measurement.peer();
        if (peer != null) {
            String label = label(peer) + settings(measurement);
            var other =
                    new Cell(peer.nanoseconds(), measurement.operations() / 2.0, peer.checks(), measurement.recorded());
            // Several structures may have been compared with it; its latest measurement counts.
            peers.computeIfAbsent(label, _ -> new TreeMap<>())
                    .merge(threads, other, (was, is) -> is.recorded().isAfter(was.recorded()) ? is : was);
            ratios.computeIfAbsent(new Versus(label(measurement), label), _ -> new TreeMap<>())
                    .put(threads, measurement.passed() ? Quantity.ratio(peer.ratio()) : FAILED);
        }
    }

    private static int threads(Measurement measurement) {
        return ((Number) Optional.ofNullable(measurement.parameters().get("threads"))
                        .orElseThrow())
                .intValue();
    }

    private String label(Measurement measurement) {
        Object form = measurement.parameters().get("form");
        String name = form == null || "thread".equals(form)
                ? measurement.structure()
                : ONE_PER_WARP.equals(form)
                        ? measurement.structure() + ", one per warp"
                        : measurement.structure() + " per " + form;
        return name + settings(measurement);
    }

    /** As figures 2a to 2d of the paper, and how many times as long as BQ each took. */
    private void addRunTimes(List<Part> parts, UnaryOperator<String> file, Provenance provenance) {
        var perWarp = measurements.stream().filter(PairsSection::isOnePerWarp).toList();
        var perThread = measurements.stream()
                .filter(measurement -> !isOnePerWarp(measurement))
                .toList();
        if (Stream.of(perThread, perWarp)
                .allMatch(some -> some.stream().map(this::label).distinct().count() < 3)) {
            return;
        }
        String subtitle =
                device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest";
        addRunTimes(parts, perThread, "Run time of all queues", subtitle, THREADS, file.apply("-a"));
        addRunTimes(parts, perWarp, "Run time, one thread per warp", subtitle, WARPS, file.apply("-b"));
        addRunTimes(parts, fastest(perThread), "Run time of the fastest", subtitle, THREADS, file.apply("-c"));
        addRunTimes(
                parts, fastest(perWarp), "Run time of the fastest, one per warp", subtitle, WARPS, file.apply("-d"));
        addRatios(parts, perThread, "Run time over that of BQ, beside the paper's");
        addRatios(parts, perWarp, "Run time over that of BQ, one thread per warp, beside the paper's");
    }

    private void addRunTimes(
            List<Part> parts, List<Measurement> some, String title, String subtitle, Axis x, String file) {
        parts.addAll(new Lines(
                        title,
                        subtitle,
                        x,
                        new Axis("run time (ms)", Scale.POWERS_OF_TEN),
                        this::label,
                        measurement -> x == WARPS
                                ? Curves.number(measurement, "users")
                                : Curves.number(measurement, "threads"),
                        1e-6)
                .parts(some, file));
    }

    /** {@return those that took at most {@value #FASTEST} times as long as the fastest at the most threads} */
    private List<Measurement> fastest(List<Measurement> some) {
        int most = some.stream().mapToInt(PairsSection::threads).max().orElse(0);
        var last = some.stream()
                .filter(measurement -> threads(measurement) == most && measurement.measured())
                .toList();
        double best = last.stream()
                .mapToDouble(measurement -> measurement.nanoseconds().median())
                .min()
                .orElse(0);
        var labels = last.stream()
                .filter(measurement -> measurement.nanoseconds().median() <= FASTEST * best)
                .map(this::label)
                .toList();
        return some.stream()
                .filter(measurement -> labels.contains(label(measurement)))
                .toList();
    }

    private void addRatios(List<Part> parts, List<Measurement> some, String caption) {
        var bq = new TreeMap<Integer, Double>();
        var threads = new TreeSet<Integer>();
        var rows = new LinkedHashMap<String, Map<Integer, Measurement>>();
        for (var measurement : some) {
            threads.add(threads(measurement));
            rows.computeIfAbsent(label(measurement), _ -> new TreeMap<>()).put(threads(measurement), measurement);
            if (measurement.structure().equals("BQ") && measurement.measured() && measurement.passed()) {
                bq.putIfAbsent(threads(measurement), measurement.nanoseconds().median());
            }
        }
        if (bq.isEmpty()) {
            return;
        }
        var cells = new ArrayList<List<String>>();
        rows.forEach((label, row) -> {
            var line = new ArrayList<String>(List.of(label));
            threads.forEach(count -> line.add(ratio(row.get(count), bq.get(count))));
            var any = row.values().iterator().next();
            line.add(PAPER.getOrDefault(any.structure(), NONE));
            cells.add(line);
        });
        var columns = new ArrayList<>(columns(List.of(text("structure")), threads));
        columns.add(text("paper (Titan X Pascal)"));
        parts.add(new Part.Captioned(caption, new Table(columns, cells)));
    }

    private static String ratio(@Nullable Measurement measurement, @Nullable Double bq) {
        if (measurement == null || bq == null) {
            return NONE;
        }
        if (!measurement.measured()) {
            return measurement.observed().get("cancelledAfterSeconds") instanceof Double seconds
                    ? "> " + Quantity.significant(seconds * 1e9 / bq)
                    : "skipped";
        }
        return measurement.passed()
                ? Quantity.significant(measurement.nanoseconds().median() / bq)
                : FAILED;
    }

    private static boolean isOnePerWarp(Measurement measurement) {
        return ONE_PER_WARP.equals(measurement.parameters().get("form"));
    }

    private String settings(Measurement measurement) {
        return differing.stream()
                .map(setting -> ", " + setting + " " + measurement.parameters().get(setting))
                .collect(Collectors.joining());
    }

    /** A name in its file is enough where no other file has the same. */
    private String label(Peer peer) {
        return entries.getOrDefault(peer.entry(), 0L) > 1 ? peer.file() + "#" + peer.entry() : peer.entry();
    }

    private Section section(UnaryOperator<String> file) {
        var rows = new LinkedHashMap<>(ours);
        rows.putAll(peers);
        var columns = new TreeSet<Integer>();
        double most = 0;
        for (var row : rows.values()) {
            columns.addAll(row.keySet());
            for (var cell : row.values()) {
                most = Math.max(most, cell.nanoseconds().perSecond(1) * cell.pairs());
            }
        }
        var prefix = Quantity.prefix(most);
        String unit = prefix.letter() + "pairs/s";
        var provenance = new Provenance(measurements);

        var parts = new ArrayList<Part>();
        var series = new ArrayList<Chart.Series>();
        ours.forEach((label, cells) -> series.add(series(label, false, cells, prefix.factor(), unit)));
        peers.forEach((label, cells) -> series.add(series(label, true, cells, prefix.factor(), unit)));
        if (series.size() <= MAX_LINES
                && series.stream().anyMatch(line -> !line.points().isEmpty())) {
            String subtitle =
                    device + "; median of " + provenance.repetitions() + " repetitions, bars from slowest to fastest";
            parts.add(new Part.Figure(
                    file.apply(""),
                    new Chart(
                            "Pairs of enqueue and dequeue",
                            subtitle,
                            THREADS,
                            new Axis("throughput (" + unit + ")", Scale.POWERS_OF_TEN),
                            series)));
        }
        parts.add(new Part.Captioned(
                "Throughput in " + unit + " by number of threads (median; higher is better)",
                throughput(rows, columns, prefix.factor())));
        addRunTimes(parts, file, provenance);
        if (!ratios.isEmpty()) {
            parts.add(new Part.Captioned(
                    "peer/java: time of the peer over time of ours (medians; above 1, ours is faster)",
                    ratios(columns)));
        }
        var notes = new ArrayList<>(provenance.lines());
        notes.add(settings(provenance));
        notes.addAll(Lines.skipped(measurements, this::label));
        notes.addAll(provenance.checks());
        if (outdated > 0) {
            notes.add(outdated + " older measurements of the same are left out");
        }
        parts.add(new Part.Notes(notes));
        return new Section("pairs: " + device, parts);
    }

    private static String settings(Provenance provenance) {
        var line = new StringBuilder(provenance.repetitions() + " repetitions");
        provenance.parameter("warmup").ifPresent(count -> line.append(" after " + count + " to warm up"));
        provenance.parameter("pairs").ifPresent(count -> line.append("; " + count + " pairs per thread"));
        provenance.parameter("capacity").ifPresent(count -> line.append(", capacity " + count));
        provenance.parameter("block").ifPresent(count -> line.append(", blocks of " + count));
        return line.toString();
    }

    private static Chart.Series series(
            String label, boolean peer, Map<Integer, Cell> cells, double factor, String unit) {
        var points = new ArrayList<Chart.Point>();
        cells.forEach((threads, cell) -> {
            // The speed of a structure that loses elements is no result.
            if (cell.passed()) {
                double perSecond = cell.pairs() * 1e9 / factor;
                var nanos = cell.nanoseconds();
                double median = perSecond / nanos.median();
                String text = label + ", " + Quantity.count(threads) + " threads: " + Quantity.significant(median) + " "
                        + unit;
                points.add(new Chart.Point(threads, median, perSecond / nanos.max(), perSecond / nanos.min(), text));
            }
        });
        return new Chart.Series(label, peer, points);
    }

    private Table throughput(Map<String, Map<Integer, Cell>> rows, SortedSet<Integer> threads, double factor) {
        var table = new ArrayList<List<String>>();
        rows.forEach((label, cells) -> {
            var row = new ArrayList<String>(List.of(label));
            for (int count : threads) {
                var cell = cells.get(count);
                row.add(
                        cell == null
                                ? skipped.contains(label + " " + count) ? "skipped" : NONE
                                : cell.passed()
                                        ? Quantity.significant(cell.pairs()
                                                * 1e9
                                                / cell.nanoseconds().median()
                                                / factor)
                                        : FAILED);
            }
            table.add(row);
        });
        return new Table(columns(List.of(text("structure")), threads), table);
    }

    private Table ratios(SortedSet<Integer> threads) {
        var table = new ArrayList<List<String>>();
        ratios.forEach((versus, cells) -> {
            var row = new ArrayList<>(List.of(versus.ours(), versus.peer()));
            for (int count : threads) {
                row.add(cells.getOrDefault(count, NONE));
            }
            table.add(row);
        });
        return new Table(columns(List.of(text("structure"), text("peer")), threads), table);
    }

    private static List<Column> columns(List<Column> first, SortedSet<Integer> threads) {
        var columns = new ArrayList<>(first);
        for (int count : threads) {
            columns.add(number(Quantity.count(count)));
        }
        return columns;
    }
}
