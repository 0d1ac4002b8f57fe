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
import dev.warpbroker.experiments.design.TimePlot;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.components.Components;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code components}: connected components of several graphs by numbers of threads, on the JVM beside a
 * sequential search. Operations are edges.
 */
final class ComponentsExperiment implements Experiment {
    private static final Option<List<String>> GRAPHS = Option.list(
                    String.class, "--graphs", "GRAPH", "Files or generators, as in run components.")
            .or("--graph");

    /** What records say. */
    private static final class Recorded {
        static final Field GRAPH = SearchedGraph.Recorded.GRAPH;
        static final Field VERTICES = SearchedGraph.Recorded.VERTICES;
        static final Field EDGES = SearchedGraph.Recorded.EDGES;
        static final Field THREADS = SearchedGraph.Recorded.THREADS;
        static final Field WARM_UPS = SearchedGraph.Recorded.WARM_UPS;
        static final Field COMPONENTS = Field.observed("components");
    }

    private static final String PARALLEL = "sampling";
    private static final String SEQUENTIAL = "sequential";

    @Override
    public String name() {
        return "components";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Connected components by sampling of edges (Afforest), each vertex with the lowest of its component.",
                "On a CPU: --device jvm --threads 1,2,4,8,16; a sequential search is measured, too.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(GRAPHS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        List.of("lattice:60", "rmat:16:16", "road:500x500"),
                        CommonOptions.powersOfTwo(Math.min(16, CommonOptions.processors())),
                        CommonOptions.effort(chosen, 5, 2, 3));
            case SIMULATOR ->
                trial(
                        device,
                        chosen,
                        List.of("lattice:5", "road:10x10"),
                        List.of(SearchedGraph.SIMULATED_LANES),
                        CommonOptions.effort(chosen, 1, 1, 60));
            case GPU ->
                trial(
                        device,
                        chosen,
                        List.of("lattice:180", "rmat:22:16", "road:4900x4900"),
                        List.of(device.properties().residentThreads()),
                        CommonOptions.effort(chosen, 9, 2, 5));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            List<String> presetGraphs,
            List<Integer> presetThreads,
            MeasuringEffort effort) {
        var sources = chosen.or(GRAPHS, presetGraphs).stream()
                .map(text -> GraphSource.parse(text, ReadOptions.asWritten()))
                .toList();
        var threads = CommonOptions.threads(chosen, presetThreads);
        boolean sequential = DeviceKind.of(device.properties()) == DeviceKind.JVM;
        int rows = sources.size() * (threads.size() + (sequential ? 1 : 0));
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (var source : sources) {
                measuring.progress().at("making " + source.name());
                try (var subject = subject(device, source, measuring)) {
                    if (subject != null) {
                        measuring.startAfresh();
                        if (sequential) {
                            record(
                                    subject,
                                    1,
                                    new Sequential(SEQUENTIAL, () -> Components.sequential(subject.graph())),
                                    effort,
                                    measuring);
                        }
                        for (int count : threads) {
                            record(
                                    subject,
                                    count,
                                    new LateContender(
                                            PARALLEL,
                                            () -> new Search(subject, Components.on(subject.onDevice(), count))),
                                    effort,
                                    measuring);
                        }
                    }
                }
            }
        });
    }

    /**
     * A graph and its components.
     *
     * @param expected what a sequential search finds
     */
    private record Subject(Graph graph, DeviceGraph onDevice, Components.Result expected) implements AutoCloseable {
        @Override
        public void close() {
            onDevice.close();
        }
    }

    /** {@return the graph; null if it cannot be read or made, which is a row of its own} */
    private static @Nullable Subject subject(Device device, GraphSource source, Measuring measuring) {
        try {
            var graph = source.graph(ReadProgress.NONE);
            return new Subject(graph, DeviceGraph.of(device, graph), Components.sequential(graph));
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            measuring.leaveOut("every search", Map.ofEntries(Recorded.GRAPH.is(source.name())), failure);
            return null;
        }
    }

    private static void record(
            Subject subject, int threads, Contender contender, MeasuringEffort effort, Measuring measuring) {
        var graph = subject.graph();
        var parameters = Map.ofEntries(
                Recorded.GRAPH.is(graph.name()),
                Recorded.VERTICES.is(graph.vertices()),
                Recorded.EDGES.is(graph.edges()),
                Recorded.THREADS.is(threads),
                Recorded.WARM_UPS.is(effort.warmUps()));
        measuring.record(
                graph.name() + ", " + threads + " threads",
                List.of(new Entry(contender.label(), parameters, graph.edges(), contender)));
    }

    /** The search on the device. */
    private record Search(Subject subject, Components components) implements Contender {
        @Override
        public String label() {
            return PARALLEL;
        }

        @Override
        public long run(Duration limit) {
            return components.run(limit).toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            components.run(limit);
            var result = components.result();
            int wrong = Arrays.mismatch(result.labels(), subject.expected().labels());
            return new Checked(
                    List.of(new CheckResult(
                            "labels",
                            wrong < 0,
                            wrong < 0 ? "" : "vertex " + wrong + " is in the component of " + result.labels()[wrong])),
                    Map.ofEntries(Recorded.COMPONENTS.is((long) result.count())));
        }

        @Override
        public void close() {
            components.close();
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
                        Column.number("components", row -> Recorded.COMPONENTS.textOr(row, "")),
                        Column.CHECK),
                measurements);
    }

    /** The time over the number of threads, and all searches. */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(
                lines, row -> row.structure() + Recorded.GRAPH.text(row) + Recorded.THREADS.textOr(row, ""));
        var parts = new ArrayList<Part>(new TimePlot(
                        "Connected components",
                        evidence.subtitle(),
                        QueueFigures.THREADS,
                        new Axis("run time (ms)", Scale.POWERS_OF_TEN), // of different graphs: none is better
                        row -> row.structure() + ", " + Recorded.GRAPH.text(row),
                        Recorded.THREADS::number,
                        1e-6)
                .parts(evidence.latest(), file.apply("")));
        parts.add(new Part.Captioned("All searches", table(evidence.latest())));
        parts.add(evidence.notes(
                List.of("Times are those of the device; every label was compared with that of a sequential search"),
                row -> row.structure() + ", " + Recorded.GRAPH.text(row),
                List.of()));
        return new Section("components: " + evidence.device(), parts);
    }
}
