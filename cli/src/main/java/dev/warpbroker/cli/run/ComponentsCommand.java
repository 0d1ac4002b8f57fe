package dev.warpbroker.cli.run;

import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.OutputFile;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.components.Components;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run components}: connected components. */
@Command(
        name = "components",
        description = {
            "Connected components of a graph; of a directed one those that are connected if edges are followed both"
                    + " ways.",
            "The time is that of the device, without reading or making the graph."
        })
public final class ComponentsCommand implements Callable<Integer> {
    private static final int SHOWN_SIZES = 10;
    private static final double PERCENT = 100;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = {"--check", "--validate"},
            description = "Compare with a sequential search.")
    private boolean validate;

    @Option(
            names = "--out",
            paramLabel = "FILE.csv",
            description = "Write vertex and component of all vertices to this file; a component is its lowest vertex.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException {
        threads.require();
        if (out != null) {
            OutputFile.requireWritable("--out", out);
        }
        var from = graph.source();
        try (Device opened = device.openTimed()) {
            if (from instanceof GraphSource.File file) {
                var rows = GraphReading.read(file, console);
                Components.plan(opened, rows.size()).require();
                try (var copy = DeviceGraph.of(opened, rows)) {
                    return find(copy);
                }
            }
            DeviceGraph made;
            try (var _ = new Heartbeat(console, "making " + from.name())) {
                made = from.on(opened, ReadProgress.NONE);
            }
            try (made) {
                return find(made);
            }
        }
    }

    private int find(DeviceGraph rows) throws IOException {
        PlannedMemory.require("memory      ", Components.plan(rows.device(), rows.size()), console);
        try (var _ = new Heartbeat(console, "components of " + rows.name());
                var components = Components.on(rows, threads.on(rows.device()))) {
            var elapsed = components.run();
            var result = components.result();
            print(rows, result, elapsed);
            if (out != null) {
                write(out, result.labels());
            }
            return validate ? validated(rows, result) : ExitCode.OK;
        }
    }

    private void print(DeviceGraph rows, Components.Result result, Duration elapsed) {
        int[] sizes = result.sizesDescending();
        double nanos = elapsed.toNanos();
        console.print("components of " + rows.name() + " on " + rows.device() + ", "
                + rows.device().properties().name());
        console.count("vertices    ", rows.vertices());
        console.count("edges       ", rows.edges());
        console.count("components  ", sizes.length);
        if (sizes.length > 0) {
            console.print("largest     " + Quantity.count(sizes[0]) + " vertices, "
                    + Quantity.significant(PERCENT * sizes[0] / rows.vertices()) + " % of all, that of vertex "
                    + result.largest());
            console.print("sizes       "
                    + Arrays.stream(sizes)
                            .limit(SHOWN_SIZES)
                            .mapToObj(Quantity::count)
                            .collect(Collectors.joining("; "))
                    + (sizes.length > SHOWN_SIZES ? "; ..." : ""));
            console.print("isolated    "
                    + Quantity.count(
                            Arrays.stream(sizes).filter(size -> size == 1).count()));
        }
        console.time("time        ", nanos);
        console.rate("edges/s     ", rows.edges() / Math.max(nanos, 1) * 1e9);
    }

    private static void write(Path file, int[] labels) throws IOException {
        OutputFile.write(file, made -> {
            try (var writer = Files.newBufferedWriter(made)) {
                writer.write("vertex,component\n");
                for (int vertex = 0; vertex < labels.length; vertex++) {
                    writer.write(vertex + "," + labels[vertex] + "\n");
                }
            }
        });
    }

    private int validated(DeviceGraph rows, Components.Result result) {
        long start = System.nanoTime();
        int[] expected = Components.sequential(rows.graph()).labels();
        long nanos = System.nanoTime() - start;
        int wrong = Arrays.mismatch(result.labels(), expected);
        if (wrong < 0) {
            console.print("valid       as a sequential search, which took " + Quantity.time((double) nanos));
            return ExitCode.OK;
        }
        console.error("WRONG RESULT: vertex " + wrong + " is in the component of " + result.labels()[wrong]
                + ", and a sequential search has it in that of " + expected[wrong]);
        return ExitCode.SOFTWARE;
    }
}
