package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.QueueSearch;
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
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code bfs --variants queue-only}: breadth-first search with every vertex through one queue, blocking
 * against non-blocking, by the size of work groups, on stand-ins of three road networks.
 */
final class QueueSearches extends Sweep {
    static final Option<List<Integer>> GROUPS = Option.numbers(
                    "--groups",
                    "N",
                    "Lanes per block with --variants queue-only, each measured by itself (default: 64,128,256; one on"
                            + " jvm).")
            .or("--group");

    private static final Axis<SearchedGraph.Chosen> GRAPH =
            SearchedGraph.graphs(SearchedGraph.GRAPHS, networks(":scale=0.1"), networks(":scale=0.0001"), networks(""));

    private static final Axis<Integer> THREADS = Axis.oneNumberOfThreads(
                    "threads", "the size of groups is what is varied, so give one number of threads")
            .jvm(device -> List.of(
                    Math.min(2 * CommonOptions.processors(), device.properties().residentThreads())))
            .simulator(64)
            .gpu(device -> List.of(Math.min(2048, device.properties().residentThreads())));

    /** On the JVM every lane is in a block of its own, whatever is asked for. */
    private static final Axis<Integer> GROUP = Axis.derived(
                    "block",
                    (device, chosen) -> chosen.or(
                            GROUPS,
                            DeviceKind.of(device.properties()) == DeviceKind.JVM ? List.of(1) : List.of(64, 128, 256)),
                    GROUPS)
            .atLeast(1, "lanes per block");

    private static final Axis<QueueKind> QUEUE = Axis.of("queue", CommonOptions.QUEUES)
            .preset(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED)
            .structure();

    private static final Field DEPTH = Field.observed("depth");

    QueueSearches() {
        super("bfs-queue-only", "Breadth-first search with every vertex through one queue.");
        measure(Loops.stages(GRAPH).turns(GROUP).rows(QUEUE));
        settings(THREADS);
        options(SearchedGraph.SOURCES);
        effort(new Effort(3, 1, 3), new Effort(1, 1, 60), new Effort(1, 1, 10));
    }

    private static List<String> networks(String scale) {
        return Stream.of("pa", "tx", "ca")
                .map(name -> "road-like:" + name + scale)
                .toList();
    }

    @Override
    public boolean isCommand() {
        return false;
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) throws IOException {
        var searched = shared.get(GRAPH).open(device);
        int room = Math.max(
                2, 2 * Integer.highestOneBit(Math.max(1, searched.graph().vertices() - 1)));
        var options = QueueOptions.capacity(room).withThreads(shared.get(THREADS));
        return new Searched(device, searched, Queues.thatReturn(device, QUEUE.values(device, chosen), options));
    }

    /** A graph, and queues with room for all its vertices. */
    private record Searched(Device device, SearchedGraph searched, Queues queues) implements Stage {
        @Override
        public long operations(Point row) {
            return searched.edges();
        }

        @Override
        public Map<String, Object> facts(Point row) {
            return searched.parameters();
        }

        @Override
        public @Nullable String obstacle(Point row) {
            return Queues.obstacle(row.get(QUEUE));
        }

        @Override
        public Contender contender(Point row) {
            int source = searched.source();
            var grid = device.properties().workerGrid(row.get(THREADS), row.get(GROUP));
            var search = new QueueSearch(searched.onDevice(), queues.get(row.get(QUEUE)), grid);
            return new Work(
                    limit -> search.run(source, limit),
                    limit -> {
                        search.run(source, limit);
                        var result = search.result();
                        return new Checked(
                                List.of(SearchedGraph.checked(
                                        "graph500", () -> result.check(searched.graph(), source))),
                                Map.ofEntries(
                                        SearchedGraph.VISITS.is(search.visits()),
                                        SearchedGraph.REACHED.is((long) result.reached()),
                                        DEPTH.is((long) result.depth())));
                    },
                    search::close);
        }

        @Override
        public void close() {
            queues.close();
            searched.close();
        }
    }

    @Override
    protected List<Column> columns(List<Measurement> rows) {
        return List.of(
                Column.text(GRAPH),
                Column.number("group", GROUP.field()),
                Column.text(QUEUE),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.rate("edges"),
                SearchedGraph.VISITS_PER_VERTEX,
                Column.CHECK);
    }

    /** Times as in figure 4.3 of the thesis. */
    @Override
    protected List<Part> parts(Evidence evidence, UnaryOperator<String> file) {
        var plot = Plot.of(
                new Chart.Axis("lanes per block", Scale.LINEAR),
                GROUP.field()::number,
                new Chart.Axis("run time (ms)", Scale.LINEAR),
                Plot::milliseconds,
                GRAPH::text);
        var parts = new ArrayList<>(plot.parts(
                evidence, evidence.latest(), row -> "Search with every vertex through " + row.structure(), file));
        parts.addAll(super.parts(evidence, file));
        return parts;
    }

    @Override
    protected List<String> remarks() {
        return Findings.of(QueueSearches.class, name()).notes();
    }
}
