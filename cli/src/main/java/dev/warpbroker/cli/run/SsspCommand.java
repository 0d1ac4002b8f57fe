package dev.warpbroker.cli.run;

import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.PathsOptions;
import dev.warpbroker.graphs.search.PathsResult;
import dev.warpbroker.graphs.search.ShortestPaths;
import dev.warpbroker.graphs.search.WrongResultException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run sssp}: shortest paths from one vertex in a graph with weights. */
@Command(
        name = "sssp",
        description = {
            "Shortest paths in a graph with weights: the distance of every vertex from a source, and its predecessor.",
            "The time is that of the device, without reading or making the graph."
        })
public final class SsspCommand implements Callable<Integer> {
    private static final WeightsOption USUAL = new WeightsOption(1, 1000);

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Option(
            names = "--weights",
            paramLabel = "LOW..HIGH",
            converter = WeightsOption.Converter.class,
            description = "Random weights in this range, both included (default: those of the file, and for a generator"
                    + " 1..1000).")
    private @Nullable WeightsOption weights;

    @Option(
            names = "--weight-scale",
            paramLabel = "X",
            description = "Multiply the weights of a file by X, and round them (default: they must be whole).")
    private @Nullable Double weightScale;

    @Option(
            names = {"--weight-seed", "--seed"},
            paramLabel = "S",
            defaultValue = "7",
            description = "Of the random weights (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--source",
            paramLabel = "V",
            description =
                    "Where to begin (default: the first vertex with an edge of a generator, and of a file the first of"
                            + " those with the most edges).")
    private @Nullable Integer source;

    @Option(
            names = "--delta",
            paramLabel = "D",
            description = "Range of distances whose vertices are looked at in any order, a power of two or rounded down"
                    + " to one (default: one that fits the weights and the number of edges).")
    private @Nullable Integer delta;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = {"--check", "--validate"},
            description = "Check the result: no edge offers a shorter way, and predecessors form a tree of such edges.")
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
        if (delta != null && delta < 1) {
            throw new IllegalArgumentException(
                    "--delta " + delta + "; the least is 1; leave it out for one that fits the weights");
        }
        if (out != null) {
            OutputFile.requireWritable("--out", out);
        }
        var from = graph.source();
        if (weightScale != null && (weights != null || !(from instanceof GraphSource.File))) {
            throw new IllegalArgumentException("--weight-scale is for the weights in a file; leave it out");
        }
        var range = weights == null ? USUAL : weights;
        try (Device opened = device.openTimed()) {
            if (!(from instanceof GraphSource.File file)) {
                DeviceGraph made;
                try (var _ = new Heartbeat(console, "making " + from.name())) {
                    made = from.on(opened, ReadProgress.NONE);
                }
                return search(made, range, source == null ? GraphArgument.firstWithEdges(made) : source);
            }
            if (weights != null) {
                var rows = GraphReading.read(file, console);
                return search(DeviceGraph.of(opened, rows), range, begin(rows));
            }
            var scaled = new GraphSource.File(file.path(), file.options().withWeightScale(weightScale));
            var read = GraphReading.read(scaled, console, scaled::weighted).graph();
            try (var weighted = DeviceWeightedGraph.of(opened, read)) {
                return search(weighted, "of the file", begin(read.rows()));
            }
        }
    }

    private int begin(Graph rows) {
        return source == null ? Bfs.busiest(rows) : source;
    }

    private int search(DeviceGraph rows, WeightsOption range, int begin) throws IOException {
        try (var weighted = DeviceWeightedGraph.withRandomWeights(rows, range.low(), range.high(), seed)) {
            return search(weighted, "random, " + range.low() + " to " + range.high() + ", seed " + seed, begin);
        }
    }

    private int search(DeviceWeightedGraph weighted, String weightsInWords, int begin) throws IOException {
        var rows = weighted.rows();
        var options = new PathsOptions(delta == null ? 0 : delta, threads.on(rows.device()));
        PlannedMemory.require("memory     ", ShortestPaths.plan(weighted, options), console);
        try (var _ = new Heartbeat(console, "sssp of " + rows.name());
                var search = ShortestPaths.on(weighted, options)) {
            var run = search.run(begin);
            var result = search.result();
            double nanos = run.elapsed().toNanos();
            console.print("sssp of " + rows.name() + " on " + rows.device() + ", "
                    + rows.device().properties().name());
            console.count("vertices   ", rows.vertices());
            console.count("edges      ", rows.edges());
            console.fact("weights    ", weightsInWords);
            console.fact("source     ", begin, String.valueOf(begin));
            console.count("delta      ", ShortestPaths.delta(weighted, options));
            console.count("reached    ", result.reached());
            console.count("farthest   ", result.farthest());
            console.count("visits     ", run.expansions());
            console.count("rounds     ", run.rounds());
            console.time("time       ", nanos);
            console.rate("edges/s    ", search.edges(result) / nanos * 1e9);
            if (out != null) {
                write(out, result);
            }
            if (validate) {
                result.check(weighted.graph(), begin);
                console.print("valid      no edge offers a shorter way, and predecessors form a tree");
            }
            return ExitCode.OK;
        } catch (WrongResultException wrong) {
            console.error("WRONG RESULT: " + wrong.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    private static void write(Path file, PathsResult result) throws IOException {
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
