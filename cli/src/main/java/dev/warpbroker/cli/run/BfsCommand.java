package dev.warpbroker.cli.run;

import dev.warpbroker.cli.cluster.ClusterOption;
import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.QueueConverter;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.cluster.Cluster;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsResult;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.graphs.search.WrongResultException;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run bfs}: breadth-first search. */
@Command(
        name = "bfs",
        description = {
            "Breadth-first search: the distance of every vertex from a source, and its predecessor on a shortest way.",
            "The time is that of the device, without reading or making the graph."
        })
public final class BfsCommand implements Callable<Integer> {

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Option(
            names = "--source",
            paramLabel = "V",
            description =
                    "Where to begin (default: the first vertex with an edge of a generator, and of a file the first of"
                            + " those with the most edges, for vertex 0 is often in a small component).")
    private @Nullable Integer source;

    @Option(
            names = "--variant",
            paramLabel = "V",
            description = {
                "auto: chosen by looking at the graph (default);",
                "direction: level by level, bottom-up where that is less work;",
                "async: without waiting after each level, vertices may be visited more than once;",
                "queue: level by level on one queue;",
                "stealing: level by level, workers steal from each other."
            },
            defaultValue = "auto")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private BfsVariant variant;

    @Option(
            names = "--queue",
            paramLabel = "Q",
            converter = QueueConverter.class,
            description = "Queue of the asynchronous variant: BQ, BWD, locked-linked, … (default: BQ).")
    private @Nullable QueueKind queue;

    @Mixin
    private final ClusterOption cluster = new ClusterOption();

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = {"--check", "--validate"},
            description = "Check the result by the five rules of the Graph500 benchmark.")
    private boolean validate;

    @Option(
            names = "--out",
            paramLabel = "FILE.csv",
            description =
                    "Write vertex, distance and predecessor of all vertices to this file; -1 for those not reached.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException {
        threads.require();
        if (out != null) {
            OutputFile.requireWritable("--out", out);
        }
        var from = graph.source();
        if (cluster.isGiven()) {
            return onCluster(from);
        }
        try (Device opened = device.openTimed()) {
            if (from instanceof GraphSource.File file) {
                var rows = GraphReading.read(file, console);
                Bfs.plan(opened, rows.size(), BfsOptions.of(variant)).require();
                try (var copy = DeviceGraph.of(opened, rows)) {
                    return search(copy, source == null ? Bfs.busiest(rows) : source);
                }
            }
            DeviceGraph made;
            try (var _ = new Heartbeat(console, "making " + from.name())) {
                made = from.on(opened, ReadProgress.NONE);
            }
            try (made) {
                return search(made, source == null ? GraphArgument.firstWithEdges(made) : source);
            }
        }
    }

    private int onCluster(GraphSource from) throws IOException {
        cluster.refuse("--device", "--trace", "--threads", "--variant", "--queue");
        return cluster.run(console, executors -> {
            var rows = GraphReading.read(from, console);
            int begin = source != null ? source : begin(from, rows);
            Cluster.Distances found;
            try (var _ = new Heartbeat(console, "bfs of " + rows.name())) {
                found = executors.bfs(rows, begin);
            }
            var result = BfsResult.of(rows, begin, found.distances());
            print(
                    rows.name() + " on " + cluster.where(executors) + ", in parts",
                    rows.size(),
                    begin,
                    new Bfs.Run(found.elapsed(), result.reached()),
                    result,
                    result.edges(rows));
            if (out != null) {
                write(out, result);
            }
            return validate ? validated(rows, begin, result) : ExitCode.OK;
        });
    }

    private static int begin(GraphSource from, Graph rows) {
        return from instanceof GraphSource.File
                ? Bfs.busiest(rows)
                : IntStream.range(0, rows.vertices())
                        .filter(vertex -> rows.degree(vertex) > 0)
                        .findFirst()
                        .orElse(0);
    }

    private int validated(Graph rows, int begin, BfsResult result) {
        try {
            result.check(rows, begin);
            console.print("valid      by the rules of Graph500");
            return ExitCode.OK;
        } catch (WrongResultException wrong) {
            console.error("WRONG RESULT: " + wrong.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    private int search(DeviceGraph rows, int begin) throws IOException {
        var options = options(rows);
        PlannedMemory.require("memory     ", Bfs.plan(rows.device(), rows.size(), options), console);
        try (var _ = new Heartbeat(console, "bfs of " + rows.name());
                var search = Bfs.on(rows, options)) {
            var run = search.run(begin);
            var result = search.result();
            var where = rows.device();
            print(
                    rows.name() + " on " + where + ", " + where.properties().name() + ", " + name(options, search),
                    rows.size(),
                    begin,
                    run,
                    result,
                    search.edges(result));
            if (out != null) {
                write(out, result);
            }
            return validate ? validated(rows.graph(), begin, result) : ExitCode.OK;
        }
    }

    private BfsOptions options(DeviceGraph rows) {
        if (queue != null && variant != BfsVariant.ASYNC) {
            throw new IllegalArgumentException("--queue " + queue + " means nothing for the variant " + variant
                    + "; leave it out, or add --variant async");
        }
        return BfsOptions.of(variant)
                .withQueue(queue == null ? QueueKind.BQ : queue)
                .withThreads(threads.on(rows.device()));
    }

    private static String name(BfsOptions options, Bfs search) {
        String chosen = options.variant() == BfsVariant.AUTO ? "chosen: " : "";
        return chosen + search.variant() + (search.variant() == BfsVariant.ASYNC ? " on " + options.queue() : "");
    }

    private void print(String what, GraphSize rows, int begin, Bfs.Run run, BfsResult result, long edges) {
        double nanos = run.elapsed().toNanos();
        console.print("bfs of " + what);
        console.count("vertices   ", rows.vertices());
        console.count("edges      ", rows.edges());
        console.fact("source     ", begin, String.valueOf(begin));
        console.count("reached    ", result.reached());
        console.count("depth      ", result.depth());
        console.count("visits     ", run.expansions());
        console.time("time       ", nanos);
        console.rate("edges/s    ", edges / nanos * 1e9);
    }

    private static void write(Path file, BfsResult result) throws IOException {
        int[] distances = result.distances();
        int[] predecessors = result.predecessors();
        OutputFile.write(file, made -> {
            try (var writer = Files.newBufferedWriter(made)) {
                writer.write("vertex,distance,predecessor\n");
                for (int vertex = 0; vertex < distances.length; vertex++) {
                    writer.write(vertex + "," + distances[vertex] + "," + predecessors[vertex] + "\n");
                }
            }
        });
    }
}
