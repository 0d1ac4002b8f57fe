package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code bfs}: breadth-first search of several graphs by all variants and numbers of threads, and of one
 * graph on all queues. Operations are edges.
 */
final class BfsExperiment implements Experiment {
    private static final Option<String> QUEUE_GRAPH =
            Option.of(String.class, "--queue-graph", "GRAPH", "Graph to search on every queue of --structures.");

    private static final Option<Boolean> NO_QUEUES = Option.flag("--no-queues", "Leave out the search on every queue.");

    private static final Option<Boolean> LATTICES = Option.flag(
            "--lattices",
            "The lattices of the thesis on work stealing: L = 40, 80, 180 and 320, p = 0.25, 0.5 and 1; search by"
                + " stealing from a random vertex, 6 times, and on no queue. On the JVM L = 320 needs about 12 GB of"
                + " heap.");

    private static final String QUEUE_ONLY = "queue-only";

    private static final Option<List<String>> VARIANTS = Option.list(
            Option.oneOf(
                    "variant",
                    Stream.concat(Arrays.stream(BfsVariant.values()).map(BfsVariant::toString), Stream.of(QUEUE_ONLY))
                            .toList()),
            "--variants",
            "V",
            "stealing, queue, async, direction (default: these four); auto, the one of them that run bfs would take; or"
                    + " queue-only: every vertex through one queue, by the size of groups, on three road networks.");

    /** What records say. */
    private static final class Recorded {
        /** Whether a row compares variants or queues. */
        static final Field PART = Field.parameter("part");

        static final Field GRAPH = SearchedGraph.Recorded.GRAPH;
        static final Field EXTENT = SearchedGraph.Recorded.EXTENT;
        static final Field PROBABILITY = SearchedGraph.Recorded.PROBABILITY;
        static final Field THREADS = SearchedGraph.Recorded.THREADS;
        static final Field WARM_UPS = SearchedGraph.Recorded.WARM_UPS;
        static final Field VISITS = Field.observed("visits");
        static final Field REACHED = Field.observed("reached");
        static final Field DEPTH = Field.observed("depth");
        static final Field LEVELS = Field.observed("levels");
    }

    private static final String BY_VARIANTS = "variants";
    private static final String BY_QUEUES = "queues";
    private static final String SEQUENTIAL = "sequential";

    private final QueueSearches queueSearches = new QueueSearches();

    @Override
    public String name() {
        return "bfs";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Breadth-first search by levels in both directions, with stealing and on one queue, and asynchronously"
                        + " on every queue.",
                "On a CPU: --device jvm --threads 1,2,4,8,16 --variants auto --no-queues --graphs GRAPH,...; the"
                        + " sequential search is measured, too.",
                "Table 4.2 and figures 4.12 to 4.14 of the thesis on work stealing: --lattices --device jvm.",
                "Table 4.4 and figure 4.3 of the thesis on queues: --variants queue-only.",
                "Road networks: --graphs road:4900x4900, or a file.");
    }

    @Override
    public List<Option<?>> options() {
        return Stream.of(
                        SearchedGraph.options(CommonOptions.QUEUES, QUEUE_GRAPH, NO_QUEUES, VARIANTS, LATTICES),
                        queueSearches.options())
                .<Option<?>>flatMap(List::stream)
                .toList();
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        if (chosen.isSet(NO_QUEUES) && (chosen.has(CommonOptions.QUEUES) || chosen.has(QUEUE_GRAPH))) {
            throw new IllegalArgumentException(
                    "--no-queues leaves out the search on every queue, for which --structures"
                            + " and --queue-graph are; leave out one or the other");
        }
        var variants = chosen.or(VARIANTS, List.of());
        if (variants.contains(QUEUE_ONLY)) {
            if (variants.stream().distinct().count() > 1 || chosen.isSet(NO_QUEUES) || chosen.has(QUEUE_GRAPH)) {
                throw new IllegalArgumentException("--variants " + String.join(",", variants)
                        + "; queue-only goes alone, with --graphs, --structures and --groups");
            }
            return queueSearches.on(device, chosen);
        }
        if (chosen.has(QueueSearches.GROUPS)) {
            throw new IllegalArgumentException(QueueSearches.GROUPS + " means nothing without --variants queue-only");
        }
        if (chosen.isSet(LATTICES)) {
            return lattices(device, chosen);
        }
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        List.of("lattice:40", "lattice:60", "lattice:80", "lattice:80:p=0.5", "road:500x500"),
                        CommonOptions.powersOfTwo(Math.min(16, CommonOptions.processors())),
                        "lattice:30",
                        CommonOptions.effort(chosen, 5, 2, 3));
            case SIMULATOR ->
                trial(
                        device,
                        chosen,
                        List.of("lattice:5", "road:10x10"),
                        List.of(Math.min(
                                SearchedGraph.SIMULATED_LANES,
                                4 * device.properties().lanesPerWorker())),
                        "lattice:3",
                        CommonOptions.effort(chosen, 1, 1, 60));
            case GPU ->
                trial(
                        device,
                        chosen,
                        List.of(
                                "lattice:40",
                                "lattice:80",
                                "lattice:120",
                                "lattice:160",
                                "lattice:180",
                                "lattice:240",
                                "lattice:320",
                                "lattice:180:p=0.25",
                                "lattice:180:p=0.5",
                                "road:4900x4900"),
                        List.of(0),
                        "lattice:100",
                        CommonOptions.effort(chosen, 9, 2, 5));
        };
    }

    private Trial lattices(Device device, Choices chosen) {
        if (chosen.has(CommonOptions.QUEUES) || chosen.has(QUEUE_GRAPH) || chosen.has(SearchedGraph.GRAPHS)) {
            throw new IllegalArgumentException("--lattices says what is searched, and on no queue; leave out --graphs,"
                    + " --queue-graph and --structures");
        }
        var kind = CommonOptions.scale(device, chosen);
        var graphs = new ArrayList<String>();
        for (int extent : kind == DeviceKind.SIMULATOR ? List.of(3, 4) : List.of(40, 80, 180, 320)) {
            for (String probability : List.of(":p=0.25", ":p=0.5", "")) {
                graphs.add("lattice:" + extent + probability);
            }
        }
        var threads = switch (kind) {
            case JVM -> CommonOptions.powersOfTwo(Math.min(16, CommonOptions.processors()));
            case SIMULATOR -> List.of(2 * device.properties().lanesPerWorker());
            case GPU -> List.of(0);
        };
        return trial(device, chosen, graphs, threads, "lattice:3", CommonOptions.effort(chosen, 6, 1, 60));
    }

    /** @param presetThreads numbers of threads; 0 is as many as the device holds */
    private Trial trial(
            Device device,
            Choices chosen,
            List<String> presetGraphs,
            List<Integer> presetThreads,
            String presetQueueGraph,
            MeasuringEffort effort) {
        var graphs = SearchedGraph.chosen(chosen, presetGraphs, chosen.isSet(LATTICES));
        var variants = chosen
                .or(
                        VARIANTS,
                        (chosen.isSet(LATTICES)
                                        ? Stream.of(BfsVariant.STEALING)
                                        : Arrays.stream(BfsVariant.values())
                                                .filter(variant -> variant != BfsVariant.AUTO))
                                .map(BfsVariant::toString)
                                .toList())
                .stream()
                .map(name -> BfsVariant.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
        var threads = SearchedGraph.threads(device, chosen, presetThreads);
        var queueGraph = SearchedGraph.one(chosen, chosen.or(QUEUE_GRAPH, presetQueueGraph), false);
        var queues = chosen.isSet(NO_QUEUES) || chosen.isSet(LATTICES)
                ? List.<QueueKind>of()
                : CommonOptions.queues(chosen, List.of(QueueKind.values()));
        boolean sequential = DeviceKind.of(device.properties()) == DeviceKind.JVM;
        int rows = graphs.size() * (variants.size() * threads.size() + (sequential ? 1 : 0)) + queues.size();
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (var graph : graphs) {
                measuring.progress().at("making " + graph.name());
                try (var searched = searched(graph, device, BY_VARIANTS, measuring)) {
                    if (searched != null) {
                        if (sequential) {
                            record(
                                    searched,
                                    BY_VARIANTS,
                                    1,
                                    List.of(new Sequential(
                                            SEQUENTIAL, () -> Bfs.sequential(searched.graph(), searched.source()))),
                                    effort,
                                    measuring);
                        }
                        for (int count : threads) {
                            var searches = variants.stream()
                                    .map(variant -> search(searched, BfsOptions.of(variant), count))
                                    .toList();
                            record(searched, BY_VARIANTS, count, searches, effort, measuring);
                        }
                    }
                }
            }
            if (!queues.isEmpty()) {
                try (var searched = searched(queueGraph, device, BY_QUEUES, measuring)) {
                    if (searched != null) {
                        var searches = queues.stream()
                                .map(queue -> search(
                                        searched,
                                        BfsOptions.of(BfsVariant.ASYNC).withQueue(queue),
                                        threads.getLast()))
                                .toList();
                        record(searched, BY_QUEUES, threads.getLast(), searches, effort, measuring);
                    }
                }
            }
        });
    }

    private static @Nullable SearchedGraph searched(
            SearchedGraph.Chosen graph, Device device, String part, Measuring measuring) {
        return graph.on(device, Map.ofEntries(Recorded.PART.is(part)), measuring);
    }

    private static void record(
            SearchedGraph searched,
            String part,
            int threads,
            List<? extends Contender> searches,
            MeasuringEffort effort,
            Measuring measuring) {
        var parameters = new HashMap<>(searched.parameters());
        parameters.putAll(Map.ofEntries(
                Recorded.PART.is(part), Recorded.THREADS.is(threads), Recorded.WARM_UPS.is(effort.warmUps())));
        measuring.startAfresh();
        measuring.record(
                searched.graph().name() + ", " + threads + " threads",
                searches.stream()
                        .map(search -> new Entry(search.label(), parameters, searched.edges(), search))
                        .toList());
    }

    private static Contender search(SearchedGraph searched, BfsOptions options, int threads) {
        String label = options.variant() == BfsVariant.ASYNC
                ? options.variant() + " on " + options.queue()
                : options.variant().toString();
        return new LateContender(
                label, () -> new Search(label, searched, Bfs.on(searched.onDevice(), options.withThreads(threads))));
    }

    /** A variant at work on a graph. */
    private record Search(String label, SearchedGraph searched, Bfs bfs) implements Contender {
        @Override
        public long run(Duration limit) {
            return bfs.run(searched.source(), limit).elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            var run = bfs.run(searched.source(), limit);
            var result = bfs.result();
            return new Checked(
                    List.of(SearchedGraph.checked("graph500", () -> result.check(searched.graph(), searched.source()))),
                    Map.ofEntries(
                            Recorded.VISITS.is(run.expansions()),
                            Recorded.REACHED.is((long) result.reached()),
                            Recorded.DEPTH.is((long) result.depth()),
                            Recorded.LEVELS.is(Distribution.ofDistances(result.distances()))));
        }

        @Override
        public void close() {
            bfs.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("graph", Recorded.GRAPH::text),
                        Column.number("threads", row -> Recorded.THREADS.textOr(row, "")),
                        Column.text("search", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.rate("edges"),
                        Column.number(
                                "visits/vertex",
                                row -> Recorded.VISITS.isIn(row) && Recorded.REACHED.isIn(row)
                                        ? Quantity.significant(
                                                Recorded.VISITS.number(row) / Recorded.REACHED.number(row))
                                        : ""),
                        Column.CHECK),
                measurements);
    }

    /**
     * Edges per second over the extent of lattices, speed-up over the number of threads as in figures 4.12 to 4.14 of
     * the thesis on work stealing, all variants side by side, and all queues.
     */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, row -> label(row) + ", " + Recorded.PART.text(row));
        var figures = new Figures(evidence);
        var parts = new ArrayList<Part>();
        figures.rates().ifPresent(chart -> parts.add(new Part.Figure(file.apply(""), chart)));
        figures.speedUps().ifPresent(chart -> parts.add(new Part.Figure(file.apply("-speedup"), chart)));
        figures.levels().ifPresent(chart -> parts.add(new Part.Figure(file.apply("-levels"), chart)));
        parts.addAll(figures.bars());
        parts.addAll(figures.tables());
        parts.add(evidence.notes(
                List.of(
                        "Edges are those that leave vertices that were reached; an undirected edge counts in both"
                                + " directions",
                        "Times include that to forget the search before, not that to read or make the graph"),
                BfsExperiment::label,
                List.of()));
        return new Section("bfs: " + evidence.device(), parts);
    }

    private static String label(Measurement row) {
        return row.structure() + ", " + Recorded.GRAPH.text(row) + ", " + Figures.threadsInWords(row) + " threads";
    }

    /** The plots and tables of the section. */
    private static final class Figures {
        private static final int UNKNOWN = Integer.MAX_VALUE;
        private static final int MAX_BARS = 6;

        private final List<Measurement> variants;
        private final List<Measurement> queues;
        private final String subtitle;

        Figures(Evidence evidence) {
            variants = evidence.latest().stream()
                    .filter(row -> !Recorded.PART.text(row).equals(BY_QUEUES))
                    .toList();
            queues = evidence.latest().stream()
                    .filter(row -> Recorded.PART.text(row).equals(BY_QUEUES))
                    .toList();
            subtitle = evidence.subtitle();
        }

        /** {@return how many threads there were; older records say 0 for as many as the device holds} */
        private static int threads(Measurement row) {
            int threads = Recorded.THREADS.whole(row);
            return threads == 0 ? all(row) : threads;
        }

        /** {@return as many threads as the device holds; the processors of a JVM are not recorded} */
        private static int all(Measurement row) {
            return DeviceKind.of(row.device()) == DeviceKind.JVM
                    ? UNKNOWN
                    : row.device().residentThreads();
        }

        static String threadsInWords(Measurement row) {
            int threads = threads(row);
            return threads == all(row) ? "all" : Quantity.count(threads);
        }

        private static boolean isSequential(Measurement row) {
            return row.structure().equals(SEQUENTIAL);
        }

        private static boolean isAsynchronous(Measurement row) {
            return row.structure().startsWith(BfsVariant.ASYNC.toString());
        }

        /** {@return edges per second over the extent, with as many threads as there were} */
        Optional<Chart> rates() {
            int most = mostThreads();
            var series = lines(
                    variants.stream()
                            .filter(row -> Evidence.isGood(row)
                                    && Recorded.EXTENT.isIn(row)
                                    && (isSequential(row) || threads(row) == most))
                            .toList(),
                    row -> row.structure() + ", p = " + Quantity.plain(Recorded.PROBABILITY.number(row)),
                    Recorded.EXTENT::number,
                    Lines::millionsPerSecond);
            return !isOverSeveral(series)
                    ? Optional.empty()
                    : Optional.of(new Chart(
                            "Edges per second of lattices",
                            subtitle,
                            new Axis("extent L of the lattice", Scale.POWERS_OF_TWO),
                            new Axis("edges per second (10^6)", Scale.POWERS_OF_TEN),
                            series));
        }

        /** {@return whether there is more than one place; points above each other say nothing that bars do not} */
        private static boolean isOverSeveral(List<Series> lines) {
            return lines.stream()
                            .flatMap(line -> line.points().stream())
                            .mapToDouble(Point::x)
                            .distinct()
                            .count()
                    > 1;
        }

        private int mostThreads() {
            return variants.stream()
                    .filter(row -> !isSequential(row))
                    .mapToInt(Figures::threads)
                    .max()
                    .orElse(0);
        }

        Optional<Chart> speedUps() {
            var sequential = sequentialTimes();
            var series = new ArrayList<>(lines(
                    variants.stream()
                            .filter(row -> Evidence.isGood(row)
                                    && !isSequential(row)
                                    && threads(row) != UNKNOWN
                                    && sequential.containsKey(Recorded.GRAPH.text(row)))
                            .toList(),
                    row -> row.structure() + ", " + Recorded.GRAPH.text(row),
                    Figures::threads,
                    (row, nanos) -> sequential.getOrDefault(Recorded.GRAPH.text(row), Double.NaN) / nanos));
            if (!isOverSeveral(series)) {
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
            return Optional.of(new Chart(
                    "Speed-up over the sequential search",
                    subtitle,
                    new Axis("threads", Scale.LINEAR),
                    new Axis("speed-up over the sequential search", Scale.LINEAR),
                    series));
        }

        /** {@return how many vertices are how far from the source; the same in all searches of a graph} */
        Optional<Chart> levels() {
            var texts = new TreeMap<String, String>();
            variants.stream()
                    .filter(row -> Evidence.isGood(row) && Recorded.LEVELS.isIn(row))
                    .forEach(row -> texts.put(Recorded.GRAPH.text(row), Recorded.LEVELS.text(row)));
            var series = texts.entrySet().stream()
                    .map(entry -> Distribution.line(entry.getKey(), entry.getValue(), 1))
                    .toList();
            return series.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Chart(
                            "Levels of the searches",
                            subtitle,
                            new Axis("level, the first is 1", Scale.POWERS_OF_TWO),
                            new Axis("vertices; of several levels together where there are many", Scale.POWERS_OF_TEN),
                            series));
        }

        private static List<Series> lines(
                List<Measurement> rows,
                Function<Measurement, String> label,
                ToDoubleFunction<Measurement> at,
                Lines.Height height) {
            return Lines.of(rows, label, name -> name.startsWith(SEQUENTIAL), at, "", height);
        }

        private Map<String, Double> sequentialTimes() {
            return variants.stream()
                    .filter(row -> Evidence.isGood(row) && isSequential(row))
                    .collect(Collectors.toMap(
                            Recorded.GRAPH::text, row -> row.nanoseconds().median(), (_, later) -> later));
        }

        /** {@return the variants of each graph with as many threads as there were; none of a sweep over many graphs} */
        List<Part> bars() {
            int most = mostThreads();
            var graphs = Evidence.grouped(
                    variants.stream()
                            .filter(row -> isSequential(row) || threads(row) == most)
                            .toList(),
                    Recorded.GRAPH::text);
            return graphs.size() > MAX_BARS
                    ? List.of()
                    : graphs.entrySet().stream()
                            .flatMap(graph ->
                                    Lines.bars(graph.getKey(), graph.getValue(), Measurement::structure).stream())
                            .toList();
        }

        List<Part> tables() {
            var parts = new ArrayList<Part>();
            if (!variants.isEmpty()) {
                parts.add(new Part.Captioned(
                        "Every variant; compared with the sequential search of the same graph, and with the fastest"
                                + " search by levels with as many threads",
                        variantTable()));
            }
            if (!queues.isEmpty()) {
                parts.add(new Part.Captioned(
                        "Asynchronous search on every queue, " + Recorded.GRAPH.text(queues.getFirst()), queueTable()));
            }
            return parts;
        }

        private Table variantTable() {
            var sequential = sequentialTimes();
            return Column.table(
                    List.of(
                            Column.text("graph", Recorded.GRAPH::text),
                            Column.number("threads", Figures::threadsInWords),
                            Column.text("search", Measurement::structure),
                            Column.MEDIAN,
                            Column.number("edges", Figures::rate),
                            Column.number(
                                    "times as fast as sequential",
                                    row -> factor(sequential.getOrDefault(Recorded.GRAPH.text(row), Double.NaN)
                                            / nanos(row))),
                            Column.number(
                                    "times as fast as by levels",
                                    row -> isAsynchronous(row) ? factor(fastestByLevels(row) / nanos(row)) : ""),
                            Column.CHECK),
                    variants);
        }

        private double fastestByLevels(Measurement compared) {
            return variants.stream()
                    .filter(row -> Evidence.isGood(row)
                            && !isSequential(row)
                            && !isAsynchronous(row)
                            && Recorded.GRAPH.text(row).equals(Recorded.GRAPH.text(compared))
                            && threads(row) == threads(compared))
                    .mapToDouble(Figures::nanos)
                    .min()
                    .orElse(Double.NaN);
        }

        private Table queueTable() {
            double fastest = queues.stream()
                    .filter(Evidence::isGood)
                    .mapToDouble(Figures::nanos)
                    .min()
                    .orElse(Double.NaN);
            return Column.table(
                    List.of(
                            Column.text("search", Measurement::structure),
                            Column.number("threads", Figures::threadsInWords),
                            Column.MEDIAN,
                            Column.number("edges", Figures::rate),
                            Column.number("times the fastest", row -> factor(nanos(row) / fastest)),
                            Column.CHECK),
                    queues);
        }

        private static double nanos(Measurement row) {
            return Evidence.isGood(row) ? row.nanoseconds().median() : Double.NaN;
        }

        private static String rate(Measurement row) {
            return Evidence.isGood(row) ? Quantity.rate(row.operationsPerSecond()) : Column.NONE;
        }

        private static String factor(double factor) {
            return Double.isNaN(factor) ? Column.NONE : Quantity.significant(factor);
        }
    }
}
