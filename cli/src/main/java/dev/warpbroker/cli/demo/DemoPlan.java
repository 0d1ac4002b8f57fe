package dev.warpbroker.cli.demo;

import dev.warpbroker.cli.bench.bfs.BfsExperiment;
import dev.warpbroker.cli.bench.pagerank.PageRankExperiment;
import dev.warpbroker.cli.bench.pairs.PairsExperiment;
import dev.warpbroker.cli.bench.pairs.PairsSettings;
import dev.warpbroker.cli.bench.raytrace.RaytraceExperiment;
import dev.warpbroker.cli.bench.raytrace.RaytraceSettings;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.trees.TreesExperiment;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.run.EngineName;
import dev.warpbroker.cli.run.PictureSize;
import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Scheme;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.rank.Precision;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * What the demo shows: experiments, and last a picture.
 *
 * @param size of the picture
 * @param samples along a side of each of its pixels
 */
record DemoPlan(List<Step> steps, PictureSize size, int samples) {
    /**
     * An experiment.
     *
     * @param title what it is about, for people
     * @param experiment in a short version
     */
    record Step(String title, Function<Device, Experiment> experiment) {}

    DemoPlan {
        steps = List.copyOf(steps);
    }

    /** {@return about a minute on two processors, and as much as there is to see in a minute on a GPU} */
    static DemoPlan on(DeviceKind kind) {
        return new DemoPlan(
                List.of(
                        new Step(
                                "Queues: every thread enqueues and dequeues in turn",
                                device -> new PairsExperiment(device, PairsSettings.defaults(device.properties()))),
                        new Step(
                                "Trees of tasks: Fibonacci numbers, queens, unbalanced tree search, quicksort",
                                device -> new TreesExperiment(device, trees(kind))),
                        new Step(
                                "PageRank without barriers: vertices go through a queue",
                                device -> new PageRankExperiment(device, pageRank(device))),
                        new Step(
                                "Breadth-first search: by levels with stealing or one queue, and asynchronous",
                                device -> new BfsExperiment(device, bfs(kind))),
                        new Step(
                                "Ray tracing: ways to share the pixels of a picture",
                                device -> new RaytraceExperiment(device, raytrace(kind)))),
                switch (kind) {
                    case JVM -> PictureSize.square(384);
                    case SIMULATOR -> PictureSize.square(16);
                    case GPU -> PictureSize.square(1_024);
                },
                kind == DeviceKind.SIMULATOR ? 1 : 2);
    }

    private static TreesExperiment.Settings trees(DeviceKind kind) {
        return switch (kind) {
            case JVM ->
                new TreesExperiment.Settings(
                        List.of(EngineName.FORK_JOIN, EngineName.STEALING, EngineName.JAVA_POOL),
                        0,
                        25,
                        9,
                        0,
                        8,
                        19,
                        100_000,
                        effort(3));
            case SIMULATOR ->
                new TreesExperiment.Settings(
                        List.of(EngineName.FORK_JOIN, EngineName.STEALING), 2, 6, 4, 0, 3, 19, 200, effort(1));
            case GPU ->
                new TreesExperiment.Settings(
                        List.of(EngineName.FORK_JOIN, EngineName.STEALING, EngineName.CENTRAL),
                        0,
                        40,
                        15,
                        0,
                        13,
                        29,
                        100_000,
                        effort(3));
        };
    }

    private static PageRankExperiment.Settings pageRank(Device device) {
        var queues = List.of(QueueKind.BQ, QueueKind.BWD, QueueKind.BSQ, QueueKind.SFQ);
        int resident = device.properties().residentThreads();
        return switch (DeviceKind.of(device.properties())) {
            case JVM ->
                pageRank(
                        "rmat:15:8",
                        queues,
                        List.of(1, Math.max(2, Runtime.getRuntime().availableProcessors())),
                        1,
                        effort(3));
            case SIMULATOR -> pageRank("rmat:5:3", List.of(QueueKind.BQ), List.of(64), 32, effort(1));
            case GPU -> pageRank("rmat:18:8", queues, List.of(resident / 16, resident / 4), 256, effort(3));
        };
    }

    private static PageRankExperiment.Settings pageRank(
            String graph, List<QueueKind> queues, List<Integer> threads, int block, Effort effort) {
        return new PageRankExperiment.Settings(
                List.of(graph(graph)), queues, threads, block, 8, Precision.DOUBLE, effort);
    }

    private static BfsExperiment.Settings bfs(DeviceKind kind) {
        return switch (kind) {
            case JVM -> bfs(List.of("lattice:40", "road:300x300"), 0, true, effort(3));
            case SIMULATOR -> bfs(List.of("lattice:5"), 64, false, effort(1));
            case GPU -> bfs(List.of("lattice:100", "road:1000x1000"), 0, false, effort(3));
        };
    }

    private static BfsExperiment.Settings bfs(List<String> graphs, int threads, boolean sequential, Effort effort) {
        return new BfsExperiment.Settings(
                graphs.stream().map(DemoPlan::graph).toList(),
                List.of(BfsVariant.values()),
                List.of(threads),
                graph(graphs.getFirst()),
                List.of(),
                sequential,
                effort);
    }

    private static GraphSource graph(String name) {
        return GraphSource.parse(name, ReadOptions.asWritten());
    }

    private static RaytraceSettings raytrace(DeviceKind kind) {
        var inSoftware = List.of(Scheme.STATIC, Scheme.CENTRAL, Scheme.STEALING);
        return switch (kind) {
            case JVM -> raytrace(inSoftware, List.of(1, 8, 32), 96, 3);
            case SIMULATOR -> raytrace(inSoftware, List.of(4), 8, 1);
            case GPU -> raytrace(List.of(Scheme.values()), List.of(1, 8, 32), 1_024, 3);
        };
    }

    private static RaytraceSettings raytrace(List<Scheme> schemes, List<Integer> tiles, int side, int repetitions) {
        return new RaytraceSettings(
                schemes,
                tiles,
                List.of(1),
                List.of(0),
                PictureSize.square(side),
                RenderOptions.MAX_DEPTH,
                effort(repetitions));
    }

    private static Effort effort(int repetitions) {
        return new Effort(repetitions, 1, true, Duration.ofSeconds(5));
    }
}
