package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        columns(Column.timed(
                List.of(
                        Column.text(GRAPH),
                        Column.number("threads", row -> THREADS.field().whole(row) == 0 ? "all" : THREADS.text(row)),
                        Column.text(SEARCH)),
                Column.rate("edges"),
                SearchedGraph.VISITS_PER_VERTEX));
        remarks(SearchedGraph.REMARKS);
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
        var searched = shared.get(GRAPH).open(device);
        return searched.stage(row -> contender(searched, row));
    }

    private static Contender contender(SearchedGraph searched, Point row) {
        int source = searched.source();
        var options = row.get(SEARCH).options();
        if (options == null) {
            return Contender.sequential(() -> Bfs.sequential(searched.graph(), source));
        }
        var bfs = Bfs.on(searched.onDevice(), options.withThreads(row.get(THREADS)));
        return new Contender(
                limit -> bfs.run(source, limit).elapsed(),
                limit -> {
                    var run = bfs.run(source, limit);
                    var result = bfs.result();
                    return SearchedGraph.checked("graph500", () -> result.check(searched.graph(), source))
                            .with(Map.ofEntries(
                                    SearchedGraph.VISITS.is(run.expansions()),
                                    SearchedGraph.REACHED.is((long) result.reached()),
                                    DEPTH.is((long) result.depth()),
                                    LEVELS.is(Distribution.ofDistances(result.distances()))));
                },
                bfs::close);
    }

    /** Edges per second over the extent of lattices, and all variants, and all queues, side by side. */
    @Override
    protected void draw(Drawing drawing) {
        var variants = rows(drawing, false);
        int most = variants.stream()
                .filter(row -> !isSequential(row))
                .mapToInt(BfsExperiment::threads)
                .max()
                .orElse(0);
        var widest = variants.stream()
                .filter(row -> isSequential(row) || threads(row) == most)
                .toList();
        // Points above each other say nothing that bars do not.
        if (widest.stream()
                        .filter(SearchedGraph.EXTENT::isIn)
                        .map(SearchedGraph.EXTENT::text)
                        .distinct()
                        .count()
                > 1) {
            var plot = Plot.of(
                            new Chart.Axis("vertices along each axis of the lattice (L)", Chart.Scale.POWERS_OF_TWO),
                            SearchedGraph.EXTENT::number,
                            new Chart.Axis("edges per second (10^6)", Chart.Scale.POWERS_OF_TEN),
                            Plot::millionsPerSecond,
                            row -> row.structure() + ", p = " + Quantity.plain(SearchedGraph.PROBABILITY.number(row)))
                    .dashed(name -> name.startsWith(Search.SEQUENTIAL.toString()));
            drawing.plots(plot, widest, _ -> "Edges per second of lattices", "");
        }
        var graphs = Evidence.grouped(widest, GRAPH::text);
        if (graphs.size() <= MAX_BARS) {
            graphs.forEach((graph, searches) -> drawing.bars(graph, searches, Measurement::structure));
        }
        Evidence.grouped(rows(drawing, true), GRAPH::text)
                .forEach((graph, searches) ->
                        drawing.bars("Asynchronous search on every queue, " + graph, searches, Measurement::structure));
        super.draw(drawing);
    }

    private static List<Measurement> rows(Drawing drawing, boolean byQueue) {
        return drawing.rows().stream()
                .filter(row -> PART.text(row).equals(QUEUES) == byQueue)
                .toList();
    }

    @Override
    protected String identity(Measurement row) {
        return row.structure() + ", " + PART.text(row) + ", " + GRAPH.text(row) + ", " + threads(row);
    }

    private static boolean isSequential(Measurement row) {
        return row.structure().equals(Search.SEQUENTIAL.toString());
    }

    /** {@return how many threads there were; older records say 0 for as many as the device holds} */
    private static int threads(Measurement row) {
        int threads = THREADS.field().whole(row);
        return threads == 0 ? row.device().residentThreads() : threads;
    }
}
