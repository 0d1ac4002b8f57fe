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
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.graphs.search.PathsOptions;
import dev.warpbroker.graphs.search.ShortestPaths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code sssp}: shortest paths in graphs with random weights, by numbers of threads and values of delta.
 * Operations are edges.
 */
final class SsspExperiment implements Experiment {
    private static final Option<Integer> LOW = Option.number(
                    "--low", "W", "The least weight (default: ${DEFAULT-VALUE}).")
            .preset("1");

    private static final Option<Integer> HIGH = Option.number(
                    "--high", "W", "The greatest weight (default: ${DEFAULT-VALUE}).")
            .preset("1000");

    private static final Option<Integer> WEIGHT_SEED = Option.number(
                    "--weight-seed", "N", "The same seed gives edges the same weights (default: ${DEFAULT-VALUE}).")
            .preset("7");

    private static final Option<List<Integer>> DELTAS = Option.numbers(
            "--deltas",
            "D",
            "Ranges of distances whose vertices are looked at in any order; 0 for one that fits the graph (default:"
                    + " 0).");

    /** What records say. */
    private static final class Recorded {
        static final Field GRAPH = SearchedGraph.Recorded.GRAPH;
        static final Field LOW = Field.parameter("low");
        static final Field HIGH = Field.parameter("high");
        static final Field WEIGHT_SEED = Field.parameter("weightSeed");
        static final Field DELTA = Field.parameter("delta");
        static final Field THREADS = SearchedGraph.Recorded.THREADS;
        static final Field WARM_UPS = SearchedGraph.Recorded.WARM_UPS;
        static final Field VISITS = Field.observed("visits");
        static final Field ROUNDS = Field.observed("rounds");
        static final Field REACHED = Field.observed("reached");
    }

    private static final String PARALLEL = "delta-stepping";
    private static final String SEQUENTIAL = "dijkstra";

    @Override
    public String name() {
        return "sssp";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Shortest paths in graphs with random weights, by delta-stepping; on the JVM also by Dijkstra's"
                        + " algorithm on one thread.",
                "Every result is checked: no edge offers a shorter way, and predecessors form a tree of such edges.");
    }

    @Override
    public List<Option<?>> options() {
        return SearchedGraph.options(LOW, HIGH, WEIGHT_SEED, DELTAS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        List.of("road:300x300", "rmat:14:16", "lattice:30"),
                        CommonOptions.powersOfTwo(Math.min(16, CommonOptions.processors())),
                        CommonOptions.effort(chosen, 5, 2, 10));
            case SIMULATOR ->
                trial(
                        device,
                        chosen,
                        List.of("road:8x8", "lattice:3"),
                        List.of(Math.min(
                                SearchedGraph.SIMULATED_LANES,
                                4 * device.properties().lanesPerWorker())),
                        CommonOptions.effort(chosen, 1, 1, 60));
            case GPU ->
                trial(
                        device,
                        chosen,
                        List.of("road:1000x1000", "road:4900x4900", "rmat:20:16", "rmat:22:16", "lattice:180"),
                        List.of(0),
                        CommonOptions.effort(chosen, 9, 2, 10));
        };
    }

    /** @param presetThreads numbers of threads; 0 is as many as the device holds */
    private Trial trial(
            Device device,
            Choices chosen,
            List<String> presetGraphs,
            List<Integer> presetThreads,
            MeasuringEffort effort) {
        var graphs = SearchedGraph.chosen(chosen, presetGraphs, false);
        var threads = SearchedGraph.threads(device, chosen, presetThreads);
        var deltas = chosen.or(DELTAS, List.of(0));
        deltas.forEach(delta -> MeasuringEffort.requireAtLeast(0, "delta", delta));
        int low = chosen.of(LOW);
        int high = chosen.of(HIGH);
        int seed = chosen.of(WEIGHT_SEED);
        if (low < 0 || high < low) {
            throw new IllegalArgumentException(
                    "--low " + low + " --high " + high + "; weights are at least 0, and the greatest is not the least");
        }
        boolean sequential = DeviceKind.of(device.properties()) == DeviceKind.JVM;
        int rows = graphs.size() * (threads.size() * deltas.size() + (sequential ? 1 : 0));
        var weights = Map.ofEntries(Recorded.LOW.is(low), Recorded.HIGH.is(high), Recorded.WEIGHT_SEED.is(seed));
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (var graph : graphs) {
                measuring.progress().at("making " + graph.name());
                try (var searched = graph.on(device, weights, measuring)) {
                    if (searched != null) {
                        var weighted = WeightedGraph.withRandomWeights(searched.graph(), low, high, seed);
                        try (var onDevice = DeviceWeightedGraph.of(device, weighted)) {
                            if (sequential) {
                                record(
                                        searched,
                                        weights,
                                        1,
                                        0,
                                        new Sequential(
                                                SEQUENTIAL,
                                                () -> ShortestPaths.sequential(weighted, searched.source())),
                                        effort,
                                        measuring);
                            }
                            for (int count : threads) {
                                for (int delta : deltas) {
                                    var options = new PathsOptions(delta, count);
                                    record(
                                            searched,
                                            weights,
                                            count,
                                            ShortestPaths.delta(onDevice, options),
                                            new LateContender(
                                                    PARALLEL,
                                                    () -> new Search(
                                                            weighted,
                                                            searched.source(),
                                                            ShortestPaths.on(onDevice, options))),
                                            effort,
                                            measuring);
                                }
                            }
                        }
                    }
                }
            }
        });
    }

    private static void record(
            SearchedGraph searched,
            Map<String, Object> weights,
            int threads,
            int delta,
            Contender search,
            MeasuringEffort effort,
            Measuring measuring) {
        var parameters = new HashMap<>(searched.parameters());
        parameters.putAll(weights);
        parameters.putAll(Map.ofEntries(
                Recorded.THREADS.is(threads), Recorded.DELTA.is(delta), Recorded.WARM_UPS.is(effort.warmUps())));
        measuring.startAfresh();
        measuring.record(
                searched.graph().name() + ", " + threads + " threads",
                List.of(new Entry(search.label(), parameters, searched.edges(), search)));
    }

    /** Delta-stepping at work on a graph. */
    private record Search(WeightedGraph graph, int source, ShortestPaths paths) implements Contender {
        @Override
        public String label() {
            return PARALLEL;
        }

        @Override
        public long run(Duration limit) {
            return paths.run(source, limit).elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            var run = paths.run(source, limit);
            var result = paths.result();
            return new Checked(
                    List.of(SearchedGraph.checked("paths", () -> result.check(graph, source))),
                    Map.ofEntries(
                            Recorded.VISITS.is(run.expansions()),
                            Recorded.ROUNDS.is((long) run.rounds()),
                            Recorded.REACHED.is((long) result.reached())));
        }

        @Override
        public void close() {
            paths.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(columns(), measurements);
    }

    private static List<Column> columns() {
        return List.of(
                Column.text("graph", Recorded.GRAPH::text),
                Column.number("threads", row -> Recorded.THREADS.textOr(row, "")),
                Column.text("search", Measurement::structure),
                Column.number("delta", row -> Recorded.DELTA.textOr(row, "")),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.rate("edges"),
                Column.number("visits/vertex", SsspExperiment::visits),
                Column.number("rounds", row -> Recorded.ROUNDS.textOr(row, "")),
                Column.CHECK);
    }

    private static String visits(Measurement row) {
        return Recorded.VISITS.isIn(row) && Recorded.REACHED.isIn(row)
                ? Quantity.significant(Recorded.VISITS.number(row) / Recorded.REACHED.number(row))
                : "";
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, SsspExperiment::label);
        var parts = new ArrayList<Part>();
        parts.add(new Part.Captioned("Shortest paths with random weights", table(evidence.latest())));
        parts.add(evidence.notes(
                List.of(
                        "Edges are those that leave vertices that were reached; an undirected edge counts in both"
                                + " directions",
                        "Times include that to forget the search before, not that to read or make the graph"),
                SsspExperiment::label,
                List.of()));
        return new Section("sssp: " + evidence.device(), parts);
    }

    private static String label(Measurement row) {
        return row.structure() + ", " + Recorded.GRAPH.text(row) + ", weights " + Recorded.LOW.text(row) + " to "
                + Recorded.HIGH.text(row) + ", delta " + Recorded.DELTA.text(row) + ", " + Recorded.THREADS.text(row)
                + " threads";
    }
}
