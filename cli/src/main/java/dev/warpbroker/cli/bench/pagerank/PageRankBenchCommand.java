package dev.warpbroker.cli.bench.pagerank;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.BlockSize;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Structures;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.rank.Precision;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench pagerank}: PageRank on every queue. */
@Command(
        name = "pagerank",
        description = {
            "Eight iterations of PageRank on every queue in turn (Broker Queue paper, figures 3d and 3e). Times are"
                    + " those of the persistent workers.",
            "The graphs of the paper are p2p-Gnutella31 and web-NotreDame of the Stanford Large Network Dataset"
                    + " Collection: give their files with --graph. Without, a generated graph of about the size of the"
                    + " larger one is ranked, and smaller ones on jvm and sim."
        })
public final class PageRankBenchCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Structures structures = new Structures();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final BlockSize block = new BlockSize();

    @Option(
            names = "--graph",
            paramLabel = "GRAPH",
            description = "A file, or a generator such as rmat:18:3; may be given several times.")
    private @Nullable List<String> graphs;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "8",
            description = "Iterations (default: ${DEFAULT-VALUE}, as in the paper).")
    private int iterations;

    @Option(names = "--float", description = "Keep ranks in 32 bits instead of 64.")
    private boolean single;

    @Override
    public Integer call() throws IOException {
        Effort.requireAtLeast(1, "iterations", iterations);
        return Experiment.perform(
                recording, console, device -> new PageRankExperiment(device, settings(device.properties())));
    }

    private PageRankExperiment.Settings settings(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        var specs = graphs == null ? List.of(usualGraph(kind)) : graphs;
        return new PageRankExperiment.Settings(
                specs.stream()
                        .map(spec -> GraphSource.parse(spec, ReadOptions.asWritten()))
                        .toList(),
                structures.or(List.of(QueueKind.values())),
                tuning.threads(usualThreads(kind, device)),
                block.or(kind == DeviceKind.JVM ? 1 : 256),
                iterations,
                single ? Precision.FLOAT : Precision.DOUBLE,
                tuning.effort(effort(kind)));
    }

    private static String usualGraph(DeviceKind kind) {
        return switch (kind) {
            case JVM -> "rmat:13:3";
            case SIMULATOR -> "rmat:5:3";
            case GPU -> "rmat:18:3";
        };
    }

    private static List<Integer> usualThreads(DeviceKind kind, DeviceProperties device) {
        int all = device.residentThreads();
        return switch (kind) {
            case JVM -> List.of(1, 2, 2 * Runtime.getRuntime().availableProcessors());
            case SIMULATOR -> List.of(64);
            case GPU ->
                IntStream.concat(
                                IntStream.of(2_048, 10_240, 32_768, 67_584, 135_168)
                                        .filter(threads -> threads < all),
                                IntStream.of(all))
                        .boxed()
                        .toList();
        };
    }

    private static Effort effort(DeviceKind kind) {
        return switch (kind) {
            case JVM -> new Effort(5, 2, true, Duration.ofSeconds(2));
            case SIMULATOR -> new Effort(1, 1, true, Duration.ofSeconds(30));
            case GPU -> new Effort(9, 2, true, Duration.ofSeconds(1));
        };
    }
}
