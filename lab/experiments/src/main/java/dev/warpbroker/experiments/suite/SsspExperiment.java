package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.graphs.search.PathsOptions;
import dev.warpbroker.graphs.search.ShortestPaths;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Experiment {@code sssp}: shortest paths in graphs with random weights, by numbers of threads and values of delta.
 * Operations are edges.
 */
final class SsspExperiment extends Sweep {
    private static final Axis<SearchedGraph.Chosen> GRAPH = SearchedGraph.graphs(
            SearchedGraph.GRAPHS,
            List.of("road:300x300", "rmat:14:16", "lattice:30"),
            List.of("road:8x8", "lattice:3"),
            List.of("road:1000x1000", "road:4900x4900", "rmat:20:16", "rmat:22:16", "lattice:180"));

    private static final Axis<Integer> THREADS = SearchedGraph.threads();

    private static final Axis<Integer> DELTA = Axis.numbers(
                    "delta",
                    "--deltas",
                    "D",
                    "Ranges of distances whose vertices are looked at in any order; 0 for one that fits the"
                            + " graph (default: 0).")
            .preset(0)
            .atLeast(0, "delta");

    private static final String DELTA_STEPPING = "delta-stepping";
    private static final String DIJKSTRA = "dijkstra";
    private static final Axis<String> SEARCH =
            Axis.fixed("search", DELTA_STEPPING).structure();

    private static final Axis<Integer> LOW = Axis.one(
            "low",
            Option.number("--low", "W", "The least weight (default: ${DEFAULT-VALUE}).")
                    .preset("1"));

    private static final Axis<Integer> HIGH = Axis.one(
            "high",
            Option.number("--high", "W", "The greatest weight (default: ${DEFAULT-VALUE}).")
                    .preset("1000"));

    private static final Axis<Integer> WEIGHT_SEED = Axis.one(
            "weightSeed",
            Option.number(
                            "--weight-seed",
                            "N",
                            "The same seed gives edges the same weights (default: ${DEFAULT-VALUE}).")
                    .preset("7"));

    private static final Field ROUNDS = Field.observed("rounds");

    SsspExperiment() {
        super(
                "sssp",
                "Shortest paths in graphs with random weights, by delta-stepping; on the JVM also by Dijkstra's"
                        + " algorithm on one thread.",
                "Every result is checked: no edge offers a shorter way, and predecessors form a tree of such edges.");
        measure(Loops.stages(GRAPH).turns(THREADS, DELTA).rows(SEARCH));
        settings(LOW, HIGH, WEIGHT_SEED);
        shows(LOW, HIGH);
        options(SearchedGraph.SOURCES);
        effort(new Effort(5, 2, 10), new Effort(1, 1, 60), new Effort(9, 2, 10));
        columns(Column.timed(
                List.of(Column.text(GRAPH), Column.number(THREADS), Column.text(SEARCH), Column.number(DELTA)),
                Column.rate("edges"),
                SearchedGraph.VISITS_PER_VERTEX,
                Column.number("rounds", ROUNDS)));
        remarks(SearchedGraph.REMARKS);
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        int low = common.get(LOW);
        int high = common.get(HIGH);
        if (low < 0 || high < low) {
            throw new IllegalArgumentException(
                    "--low " + low + " --high " + high + "; weights are at least 0, and the greatest is not the least");
        }
    }

    @Override
    protected List<Point> references(Device device, Point shared) {
        return DeviceKind.of(device.properties()) == DeviceKind.JVM
                ? List.of(shared.with(SEARCH, DIJKSTRA).with(THREADS, 1).with(DELTA, 0))
                : List.of();
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) throws IOException {
        var searched = shared.get(GRAPH).open(device);
        var graph = WeightedGraph.withRandomWeights(
                searched.graph(), shared.get(LOW), shared.get(HIGH), shared.get(WEIGHT_SEED));
        var onDevice = DeviceWeightedGraph.of(device, graph);
        return searched.stage(row -> contender(searched.source(), graph, onDevice, row))
                .facts(row -> {
                    var facts = new HashMap<>(searched.parameters());
                    if (row.get(SEARCH).equals(DELTA_STEPPING)) {
                        facts.put(DELTA.name(), ShortestPaths.delta(onDevice, options(row)));
                    }
                    return facts;
                })
                .closing(() -> {
                    onDevice.close();
                    searched.close();
                });
    }

    private static PathsOptions options(Point row) {
        return new PathsOptions(row.get(DELTA), row.get(THREADS));
    }

    private static Contender contender(int source, WeightedGraph graph, DeviceWeightedGraph onDevice, Point row) {
        if (row.get(SEARCH).equals(DIJKSTRA)) {
            return Contender.sequential(() -> ShortestPaths.sequential(graph, source));
        }
        var paths = ShortestPaths.on(onDevice, options(row));
        return new Contender(
                limit -> paths.run(source, limit).elapsed(),
                limit -> {
                    var run = paths.run(source, limit);
                    var result = paths.result();
                    return SearchedGraph.checked("paths", () -> result.check(graph, source))
                            .with(Map.ofEntries(
                                    SearchedGraph.VISITS.is(run.expansions()),
                                    ROUNDS.is((long) run.rounds()),
                                    SearchedGraph.REACHED.is((long) result.reached())));
                },
                paths::close);
    }
}
