package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.QueueSearch;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
        columns(Column.timed(
                List.of(Column.text(GRAPH), Column.number("group", GROUP.field()), Column.text(QUEUE)),
                Column.rate("edges"),
                SearchedGraph.VISITS_PER_VERTEX));
        // Times as in figure 4.3 of the thesis.
        var plot = Plot.of(
                new Chart.Axis("lanes per block", Chart.Scale.LINEAR),
                GROUP.field()::number,
                new Chart.Axis("run time (ms)", Chart.Scale.LINEAR),
                Plot::milliseconds,
                GRAPH::text);
        plots(plot, row -> "Search with every vertex through " + row.structure());
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
        // Queues have room for all vertices.
        var queues = Queues.thatReturn(device, QUEUE.values(device, chosen), options);
        return searched.stage(row -> {
                    var grid = device.properties().workerGrid(row.get(THREADS), row.get(GROUP));
                    var search = new QueueSearch(searched.onDevice(), queues.get(row.get(QUEUE)), grid);
                    return contender(searched, search);
                })
                .obstacle(row -> Queues.obstacle(row.get(QUEUE)))
                .closing(() -> {
                    queues.close();
                    searched.close();
                });
    }

    private static Contender contender(SearchedGraph searched, QueueSearch search) {
        int source = searched.source();
        return new Contender(
                limit -> search.run(source, limit),
                limit -> {
                    search.run(source, limit);
                    var result = search.result();
                    return SearchedGraph.checked("graph500", () -> result.check(searched.graph(), source))
                            .with(Map.ofEntries(
                                    SearchedGraph.VISITS.is(search.visits()),
                                    SearchedGraph.REACHED.is((long) result.reached()),
                                    DEPTH.is((long) result.depth())));
                },
                search::close);
    }
}
