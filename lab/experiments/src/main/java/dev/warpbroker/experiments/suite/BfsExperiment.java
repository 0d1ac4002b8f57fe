package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Effort;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code bfs}: breadth-first search of several graphs by all variants and numbers of threads, and of one
 * graph on all queues. Operations are edges.
 */
final class BfsExperiment extends Sweep {
    private static final Option<String> ON_QUEUES =
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

    /**
     * A way to search.
     *
     * @param options of the search; null for one thread of the host
     */
    private record Search(@Nullable BfsOptions options) {
        static final Search SEQUENTIAL = new Search(null);

        static Search by(String variant) {
            return new Search(BfsOptions.of(BfsVariant.valueOf(variant.toUpperCase(Locale.ROOT))));
        }

        static Search on(QueueKind queue) {
            return new Search(BfsOptions.of(BfsVariant.ASYNC).withQueue(queue));
        }

        @Override
        public String toString() {
            if (options == null) {
                return "sequential";
            }
            return options.variant() == BfsVariant.ASYNC
                    ? options.variant() + " on " + options.queue()
                    : options.variant().toString();
        }
    }

    private static final Axis<SearchedGraph.Chosen> GRAPH = Axis.derived(
            "graph",
            (device, chosen) -> SearchedGraph.chosen(chosen, graphs(device, chosen), chosen.isSet(LATTICES)),
            SearchedGraph.GRAPHS);

    private static final Axis<Integer> ALL_THREADS = SearchedGraph.threads();

    /** The search of the lattices on the simulator would take too long with more. */
    private static final Axis<Integer> THREADS = Axis.derived(
            "threads",
            (device, chosen) -> chosen.isSet(LATTICES)
                            && !chosen.has(CommonOptions.THREADS)
                            && CommonOptions.scale(device, chosen) == DeviceKind.SIMULATOR
                    ? List.of(2 * device.properties().lanesPerWorker())
                    : ALL_THREADS.values(device, chosen));

    private static final Axis<Search> SEARCH = Axis.derived(
                    "search",
                    (_, chosen) ->
                            chosen.or(VARIANTS, chosen.isSet(LATTICES) ? List.of("stealing") : variants()).stream()
                                    .map(Search::by)
                                    .toList(),
                    VARIANTS)
            .structure();

    private static final Axis<SearchedGraph.Chosen> QUEUE_GRAPH = GRAPH.valued(
            (device, chosen) -> List.of(SearchedGraph.one(
                    chosen,
                    chosen.or(
                            ON_QUEUES,
                            switch (CommonOptions.scale(device, chosen)) {
                                case JVM -> "lattice:30";
                                case SIMULATOR -> "lattice:3";
                                case GPU -> "lattice:100";
                            }),
                    false)),
            ON_QUEUES);

    private static final Axis<Integer> MOST_THREADS = THREADS.valued(
            (device, chosen) -> List.of(THREADS.values(device, chosen).getLast()));

    private static final Axis<Search> QUEUE_SEARCH = SEARCH.valued(
            (_, chosen) -> chosen.isSet(NO_QUEUES) || chosen.isSet(LATTICES)
                    ? List.of()
                    : CommonOptions.queues(chosen, List.of(QueueKind.values())).stream()
                            .map(Search::on)
                            .toList(),
            CommonOptions.QUEUES,
            NO_QUEUES,
            LATTICES);

    /** Whether a row compares variants or queues. */
    private static final Axis<String> PART = Axis.fixed("part", "variants");

    private static final String QUEUES = "queues";
    private static final Axis<String> QUEUE_PART = PART.valued((_, _) -> List.of(QUEUES));

    private static final Field DEPTH = Field.observed("depth");
    private static final Field LEVELS = Field.observed("levels");

    private static final Field EXTENT = SearchedGraph.Recorded.EXTENT;
    private static final Field PROBABILITY = SearchedGraph.Recorded.PROBABILITY;

    /** More graphs than this get no bars. */
    private static final int MAX_BARS = 6;

    private final QueueSearches queueSearches = new QueueSearches();

    BfsExperiment() {
        super(
                "bfs",
                "Breadth-first search by levels in both directions, with stealing and on one queue, and asynchronously"
                        + " on every queue.",
                "On a CPU: --device jvm --threads 1,2,4,8,16 --variants auto --no-queues --graphs GRAPH,...; the"
                        + " sequential search is measured, too.",
                "Table 4.2 and figures 4.12 to 4.14 of the thesis on work stealing: --lattices --device jvm.",
                "Table 4.4 and figure 4.3 of the thesis on queues: --variants queue-only.",
                "Road networks: --graphs road:4900x4900, or a file.");
        measure(Loops.stages(PART, GRAPH).turns(THREADS).rows(SEARCH));
        measure(Loops.stages(QUEUE_PART, QUEUE_GRAPH).turns(MOST_THREADS).rows(QUEUE_SEARCH));
        options(SearchedGraph.SOURCES);
        options(queueSearches.options());
        effort(new Effort(5, 2, 3), new Effort(1, 1, 60), new Effort(9, 2, 5));
    }

    private static List<String> variants() {
        return Arrays.stream(BfsVariant.values())
                .filter(variant -> variant != BfsVariant.AUTO)
                .map(BfsVariant::toString)
                .toList();
    }

    private static List<String> graphs(Device device, Choices chosen) {
        var kind = CommonOptions.scale(device, chosen);
        if (chosen.isSet(LATTICES)) {
            return (kind == DeviceKind.SIMULATOR ? Stream.of(3, 4) : Stream.of(40, 80, 180, 320))
                    .flatMap(extent ->
                            Stream.of(":p=0.25", ":p=0.5", "").map(probability -> "lattice:" + extent + probability))
                    .toList();
        }
        return switch (kind) {
            case JVM -> List.of("lattice:40", "lattice:60", "lattice:80", "lattice:80:p=0.5", "road:500x500");
            case SIMULATOR -> List.of("lattice:5", "road:10x10");
            case GPU ->
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
                        "road:4900x4900");
        };
    }

    @Override
    protected MeasuringEffort effort(Device device, Choices chosen) {
        return chosen.isSet(LATTICES) ? CommonOptions.effort(chosen, 6, 1, 60) : super.effort(device, chosen);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        if (chosen.isSet(NO_QUEUES) && (chosen.has(CommonOptions.QUEUES) || chosen.has(ON_QUEUES))) {
            throw new IllegalArgumentException(
                    "--no-queues leaves out the search on every queue, for which --structures"
                            + " and --queue-graph are; leave out one or the other");
        }
        var variants = chosen.or(VARIANTS, List.of());
        if (variants.contains(QUEUE_ONLY)) {
            if (variants.stream().distinct().count() > 1 || chosen.isSet(NO_QUEUES) || chosen.has(ON_QUEUES)) {
                throw new IllegalArgumentException("--variants " + String.join(",", variants)
                        + "; queue-only goes alone, with --graphs, --structures and --groups");
            }
            return queueSearches.on(device, chosen);
        }
        if (chosen.has(QueueSearches.GROUPS)) {
            throw new IllegalArgumentException(QueueSearches.GROUPS + " means nothing without --variants queue-only");
        }
        if (chosen.isSet(LATTICES)
                && (chosen.has(CommonOptions.QUEUES) || chosen.has(ON_QUEUES) || chosen.has(SearchedGraph.GRAPHS))) {
            throw new IllegalArgumentException("--lattices says what is searched, and on no queue; leave out --graphs,"
                    + " --queue-graph and --structures");
        }
        return super.on(device, chosen);
    }

    @Override
    protected List<Point> references(Device device, Point shared) {
        return !shared.get(PART).equals(QUEUES) && DeviceKind.of(device.properties()) == DeviceKind.JVM
                ? List.of(shared.with(SEARCH, Search.SEQUENTIAL).with(THREADS, 1))
                : List.of();
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) throws IOException {
        return new Searched(shared.get(GRAPH).open(device));
    }

    /** A graph on the device. */
    private record Searched(SearchedGraph searched) implements Stage {
        @Override
        public long operations(Point row) {
            return searched.edges();
        }

        @Override
        public Map<String, Object> facts(Point row) {
            return searched.parameters();
        }

        @Override
        public Contender contender(Point row) {
            int source = searched.source();
            var options = row.get(SEARCH).options();
            if (options == null) {
                return Work.sequential(() -> Bfs.sequential(searched.graph(), source));
            }
            var bfs = Bfs.on(searched.onDevice(), options.withThreads(row.get(THREADS)));
            return new Work(
                    limit -> bfs.run(source, limit).elapsed(),
                    limit -> {
                        var run = bfs.run(source, limit);
                        var result = bfs.result();
                        return new Checked(
                                List.of(SearchedGraph.checked(
                                        "graph500", () -> result.check(searched.graph(), source))),
                                Map.ofEntries(
                                        SearchedGraph.VISITS.is(run.expansions()),
                                        SearchedGraph.REACHED.is((long) result.reached()),
                                        DEPTH.is((long) result.depth()),
                                        LEVELS.is(Distribution.ofDistances(result.distances()))));
                    },
                    bfs::close);
        }

        @Override
        public void close() {
            searched.close();
        }
    }

    @Override
    protected List<Column> columns(List<Measurement> rows) {
        return List.of(
                Column.text(GRAPH),
                Column.number(THREADS),
                Column.text(SEARCH),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.rate("edges"),
                SearchedGraph.VISITS_PER_VERTEX,
                Column.CHECK);
    }

    /** Edges per second over the extent of lattices, all variants side by side, and all queues. */
    @Override
    protected List<Part> parts(Evidence evidence, UnaryOperator<String> file) {
        var queues = rows(evidence, true);
        var variants = rows(evidence, false);
        int most = variants.stream()
                .filter(row -> !isSequential(row))
                .mapToInt(BfsExperiment::threads)
                .max()
                .orElse(0);
        var widest = variants.stream()
                .filter(row -> isSequential(row) || threads(row) == most)
                .toList();
        var parts = new ArrayList<Part>();
        // Points above each other say nothing that bars do not.
        if (widest.stream().filter(EXTENT::isIn).map(EXTENT::text).distinct().count() > 1) {
            var plot = new Plot(
                    new Chart.Axis("vertices along each axis of the lattice (L)", Scale.POWERS_OF_TWO),
                    EXTENT::number,
                    new Chart.Axis("edges per second (10^6)", Scale.POWERS_OF_TEN),
                    Plot::millionsPerSecond,
                    row -> row.structure() + ", p = " + Quantity.plain(PROBABILITY.number(row)),
                    name -> name.startsWith(Search.SEQUENTIAL.toString()));
            parts.addAll(plot.parts(evidence, widest, _ -> "Edges per second of lattices", file));
        }
        var graphs = Evidence.grouped(widest, GRAPH::text);
        if (graphs.size() <= MAX_BARS) {
            graphs.forEach((graph, searches) ->
                    Lines.bars(graph, searches, Measurement::structure).ifPresent(parts::add));
        }
        if (!variants.isEmpty()) {
            parts.add(new Part.Captioned(
                    "Every variant; compared with the sequential search of the same graph, and with the fastest"
                            + " search by levels with as many threads",
                    Column.table(compared(variants), variants)));
        }
        if (!queues.isEmpty()) {
            double fastest = fastest(queues.stream());
            parts.add(new Part.Captioned(
                    "Asynchronous search on every queue, " + GRAPH.text(queues.getFirst()),
                    Column.table(
                            List.of(
                                    Column.text(SEARCH),
                                    Column.number("threads", BfsExperiment::threadsInWords),
                                    Column.MEDIAN,
                                    Column.number("edges", BfsExperiment::rate),
                                    Column.number("times the fastest", row -> factor(nanos(row) / fastest)),
                                    Column.CHECK),
                            queues)));
        }
        return parts;
    }

    private static List<Measurement> rows(Evidence evidence, boolean byQueue) {
        return evidence.latest().stream()
                .filter(row -> PART.text(row).equals(QUEUES) == byQueue)
                .toList();
    }

    private static List<Column> compared(List<Measurement> rows) {
        return List.of(
                Column.text(GRAPH),
                Column.number("threads", BfsExperiment::threadsInWords),
                Column.text(SEARCH),
                Column.MEDIAN,
                Column.number("edges", BfsExperiment::rate),
                Column.number(
                        "times as fast as sequential",
                        row -> factor(fastest(
                                        rows.stream().filter(other -> isSequential(other) && isOfSameGraph(row, other)))
                                / nanos(row))),
                Column.number(
                        "times as fast as by levels",
                        row -> isAsynchronous(row)
                                ? factor(fastest(rows.stream()
                                                .filter(other -> !isSequential(other)
                                                        && !isAsynchronous(other)
                                                        && isOfSameGraph(row, other)
                                                        && threads(row) == threads(other)))
                                        / nanos(row))
                                : ""),
                Column.CHECK);
    }

    private static double fastest(Stream<Measurement> rows) {
        return rows.mapToDouble(BfsExperiment::nanos)
                .filter(nanos -> !Double.isNaN(nanos))
                .min()
                .orElse(Double.NaN);
    }

    private static boolean isOfSameGraph(Measurement row, Measurement other) {
        return GRAPH.text(row).equals(GRAPH.text(other));
    }

    private static boolean isSequential(Measurement row) {
        return row.structure().equals(Search.SEQUENTIAL.toString());
    }

    private static boolean isAsynchronous(Measurement row) {
        return row.structure().startsWith(BfsVariant.ASYNC.toString());
    }

    /** {@return how many threads there were; older records say 0 for as many as the device holds} */
    private static int threads(Measurement row) {
        int threads = THREADS.field().whole(row);
        return threads == 0 ? row.device().residentThreads() : threads;
    }

    private static String threadsInWords(Measurement row) {
        return threads(row) == row.device().residentThreads() ? "all" : Quantity.count(threads(row));
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

    @Override
    protected List<String> remarks() {
        return SearchedGraph.REMARKS;
    }
}
