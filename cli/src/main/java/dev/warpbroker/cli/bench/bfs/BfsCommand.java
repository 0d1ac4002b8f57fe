package dev.warpbroker.cli.bench.bfs;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Structures;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench bfs}: breadth-first search of the thesis on work stealing, section 4.2, and more. */
@Command(
        name = "bfs",
        description = {
            "Breadth-first search by levels with stealing, by levels on one queue, and asynchronously on every queue.",
            "Table 4.2 and figures 4.12 to 4.14 of the thesis on work stealing: --device jvm --threads 1,2,4,8,16"
                    + " --graphs lattice:40,lattice:80,lattice:180,lattice:320,lattice:180:p=0.25,lattice:180:p=0.5.",
            "Road networks: --graphs road:4900x4900, or a file."
        })
public final class BfsCommand implements Callable<Integer> {
    private static final int SIMULATED_LANES = 128;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final Structures structures = new Structures();

    @Option(
            names = "--graphs",
            split = ",",
            paramLabel = "GRAPH",
            description = "Graphs to search by every variant: files or generators, as in run bfs.")
    private @Nullable List<String> graphs;

    @Option(
            names = "--queue-graph",
            paramLabel = "GRAPH",
            description = "Graph to search on every queue of --structures.")
    private @Nullable String queueGraph;

    @Option(names = "--no-queues", description = "Leave out the search on every queue.")
    private boolean noQueues;

    @Option(names = "--variants", split = ",", paramLabel = "V", description = "stealing, queue, async (default: all).")
    private @Nullable List<BfsVariant> variants;

    @Override
    public Integer call() throws IOException {
        if (noQueues && (structures.areGiven() || queueGraph != null)) {
            throw new IllegalArgumentException(
                    "--no-queues leaves out the search on every queue, for which --structures"
                            + " and --queue-graph are; leave out one or the other");
        }
        return Experiment.perform(
                recording, console, device -> new BfsExperiment(device, settings(device.properties())));
    }

    private BfsExperiment.Settings settings(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        var preset = preset(kind);
        return new BfsExperiment.Settings(
                sources(graphs == null ? preset.graphs() : graphs),
                variants == null ? List.of(BfsVariant.values()) : variants,
                tuning.areThreadsGiven() ? tuning.threads(List.of()) : preset.threads(),
                sources(List.of(queueGraph == null ? preset.queueGraph() : queueGraph))
                        .getFirst(),
                noQueues ? List.of() : structures.or(List.of(QueueKind.values())),
                kind == DeviceKind.JVM,
                tuning.effort(preset.effort()));
    }

    private static List<GraphSource> sources(List<String> names) {
        return names.stream()
                .map(name -> GraphSource.parse(name, ReadOptions.asWritten()))
                .toList();
    }

    /** What is measured unless the user says otherwise. */
    private record Preset(List<String> graphs, List<Integer> threads, String queueGraph, Effort effort) {
        Preset {
            graphs = List.copyOf(graphs);
            threads = List.copyOf(threads);
        }
    }

    private static Preset preset(DeviceKind kind) {
        return switch (kind) {
            case JVM ->
                new Preset(
                        List.of("lattice:40", "lattice:60", "lattice:80", "lattice:80:p=0.5", "road:500x500"),
                        Stream.iterate(1, threads -> 2 * threads)
                                .limit(5)
                                .filter(threads ->
                                        threads <= Runtime.getRuntime().availableProcessors())
                                .toList(),
                        "lattice:30",
                        new Effort(5, 2, true, Duration.ofSeconds(3)));
            case SIMULATOR ->
                new Preset(
                        List.of("lattice:5", "road:10x10"),
                        List.of(SIMULATED_LANES),
                        "lattice:3",
                        new Effort(1, 1, true, Duration.ofSeconds(60)));
            case GPU ->
                new Preset(
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
                        new Effort(9, 2, true, Duration.ofSeconds(5)));
        };
    }
}
