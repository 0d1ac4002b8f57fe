package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
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
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.components.Components;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Experiment {@code components}: connected components of several graphs by numbers of threads, on the JVM beside a
 * sequential search. Operations are edges.
 */
final class ComponentsExperiment extends Sweep {
    private static final Axis<SearchedGraph.Chosen> GRAPH = SearchedGraph.graphs(
            Option.list(String.class, "--graphs", "GRAPH", "Files or generators, as in run components.")
                    .or("--graph"),
            List.of("lattice:60", "rmat:16:16", "road:500x500"),
            List.of("lattice:5", "road:10x10"),
            List.of("lattice:180", "rmat:22:16", "road:4900x4900"));

    private static final Axis<Integer> THREADS = Axis.threads("threads")
            .jvm(_ -> CommonOptions.powersOfTwo(Math.min(16, CommonOptions.processors())))
            .simulator(SearchedGraph.SIMULATED_LANES)
            .gpu(device -> List.of(device.properties().residentThreads()));

    private static final String SAMPLING = "sampling";
    private static final String SEQUENTIAL = "sequential";
    private static final Axis<String> SEARCH = Axis.fixed("search", SAMPLING).structure();

    private static final Field COMPONENTS = Field.observed("components");

    ComponentsExperiment() {
        super(
                "components",
                "Connected components by sampling of edges (Afforest), each vertex with the lowest of its component.",
                "On a CPU: --device jvm --threads 1,2,4,8,16; a sequential search is measured, too.");
        measure(Loops.stages(GRAPH).turns(THREADS).rows(SEARCH));
        sizes(THREADS);
        effort(new Effort(5, 2, 3), new Effort(1, 1, 60), new Effort(9, 2, 5));
        columns(Column.timed(
                List.of(Column.text(GRAPH), Column.number(THREADS), Column.text(SEARCH)),
                Column.rate("edges"),
                Column.number("components", COMPONENTS)));
        remarks("Times are those of the device; every label was compared with that of a sequential search");
        // Times of different graphs: none is better.
        var time = new Chart.Axis("run time (ms)", Chart.Scale.POWERS_OF_TEN);
        var plot = Plot.of(
                Plot.THREADS,
                THREADS.field()::number,
                time,
                Plot::milliseconds,
                row -> row.structure() + ", " + GRAPH.text(row));
        plots(plot, _ -> "Connected components");
    }

    @Override
    protected List<Point> references(Device device, Point shared) {
        return DeviceKind.of(device.properties()) == DeviceKind.JVM
                ? List.of(shared.with(SEARCH, SEQUENTIAL).with(THREADS, 1))
                : List.of();
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) throws IOException {
        var graph = shared.get(GRAPH).from().graph(ReadProgress.NONE);
        var onDevice = DeviceGraph.of(device, graph);
        var expected = Components.sequential(graph);
        return new Stage(_ -> graph.edges(), row -> contender(graph, onDevice, row, expected))
                .facts(_ -> Map.of(GRAPH.name(), graph.name(), "vertices", graph.vertices(), "edges", graph.edges()))
                .closing(onDevice::close);
    }

    /** @param expected what a sequential search finds */
    private static Contender contender(Graph graph, DeviceGraph onDevice, Point row, Components.Result expected) {
        if (row.get(SEARCH).equals(SEQUENTIAL)) {
            return Contender.sequential(() -> Components.sequential(graph));
        }
        var components = Components.on(onDevice, row.get(THREADS));
        return new Contender(
                components::run,
                limit -> {
                    components.run(limit);
                    return checked(components.result(), expected);
                },
                components::close);
    }

    private static Checked checked(Components.Result result, Components.Result expected) {
        int wrong = Arrays.mismatch(result.labels(), expected.labels());
        return Checked.of(
                        "labels",
                        wrong < 0,
                        wrong < 0 ? "" : "vertex " + wrong + " is in the component of " + result.labels()[wrong])
                .with(Map.ofEntries(COMPONENTS.is((long) result.count())));
    }
}
