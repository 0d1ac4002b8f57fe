package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Experiment {@code pairs} on one device: throughput over threads, as in figure 2 of the Broker Queue paper. A line is a
 * structure in one form, or a peer; where other parameters differ, they make lines of their own. Of measurements of the
 * same thing the latest counts.
 */
final class PairsSection {
    private static final String FAILED = "FAILED";
    private static final String NONE = "–";

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

    /** {@return the section; its plot goes into {@code file}} */
    static Section of(List<ResultLine> lines, String file) {
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
                : measurement.structure() + " per " + form;
        return name + settings(measurement);
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

    private Section section(String file) {
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
        if (series.stream().anyMatch(line -> !line.points().isEmpty())) {
            String subtitle =
                    device + "; median of " + provenance.repetitions() + " repetitions, bars from slowest to fastest";
            parts.add(new Part.Figure(
                    file,
                    new Chart(
                            "Pairs of enqueue and dequeue", subtitle, "threads", "throughput (" + unit + ")", series)));
        }
        parts.add(new Part.Captioned(
                "Throughput in " + unit + " by number of threads (median; higher is better)",
                throughput(rows, columns, prefix.factor())));
        if (!ratios.isEmpty()) {
            parts.add(new Part.Captioned(
                    "peer/java: time of the peer over time of ours (medians; above 1, ours is faster)",
                    ratios(columns)));
        }
        var notes = new ArrayList<>(provenance.lines());
        notes.add(settings(provenance));
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

    private static Table throughput(Map<String, Map<Integer, Cell>> rows, SortedSet<Integer> threads, double factor) {
        var table = new ArrayList<List<String>>();
        rows.forEach((label, cells) -> {
            var row = new ArrayList<String>(List.of(label));
            for (int count : threads) {
                var cell = cells.get(count);
                row.add(
                        cell == null
                                ? NONE
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
