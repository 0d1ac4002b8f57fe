package dev.warpbroker.cli.bench.mix;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Structures;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
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

/** {@code bench mix}: a stream of enqueues and dequeues, blocking against non-blocking. */
@Command(
        name = "mix",
        description = {
            "A stream of enqueues and dequeues in random order, made by all threads together; blocking against"
                    + " non-blocking linked queue (thesis, tables 4.1 and 4.2, figures 4.1 and 4.2).",
            "The thesis does not say how many threads made the operations."
        })
public final class MixCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Structures structures = new Structures();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Option(
            names = "--mix",
            split = ",",
            paramLabel = "E/D",
            converter = Share.Converter.class,
            description = "Enqueues and dequeues in a hundred operations (default: 80/20,50/50).")
    private List<Share> mixes = List.of(new Share(80), new Share(50));

    @Option(
            names = "--operations",
            split = ",",
            paramLabel = "N",
            description = "Numbers of operations (default: 10000 to 100000 by 10000; fewer on jvm and sim).")
    private @Nullable List<Integer> operations;

    @Option(
            names = {"--groups", "--block"},
            split = ",",
            paramLabel = "N",
            description = "Lanes per block, each measured by itself (default: 64,128,256; one on jvm).")
    private @Nullable List<Integer> groups;

    @Option(names = "--capacity", paramLabel = "N", description = "Capacity of the queues, a power of two.")
    private @Nullable Integer capacity;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed makes the same operations (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(
                recording, console, device -> new MixExperiment(device, settings(device.properties())));
    }

    private MixExperiment.Settings settings(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        var threads = tuning.threads(List.of(
                switch (kind) {
                    case JVM -> 2 * Runtime.getRuntime().availableProcessors();
                    case SIMULATOR -> 256;
                    case GPU -> Math.min(2048, device.residentThreads());
                }));
        if (threads.size() != 1) {
            throw new IllegalArgumentException("--threads " + threads
                    + "; the operations of a mix are what is varied, so" + " give one number of threads");
        }
        var numbers = switch (kind) {
            case JVM, GPU -> steps(10_000);
            case SIMULATOR -> List.of(500, 1000, 2000);
        };
        // On the JVM every lane is in a block of its own, whatever is asked for.
        var blocks = kind == DeviceKind.JVM ? List.of(1) : List.of(64, 128, 256);
        var effort = switch (kind) {
            case JVM -> new Effort(5, 2, true, Duration.ofMillis(500));
            case SIMULATOR -> new Effort(2, 1, true, Duration.ofMillis(500));
            case GPU -> new Effort(3, 1, true, Duration.ofSeconds(1));
        };
        return new MixExperiment.Settings(
                structures.or(List.of(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED)),
                mixes,
                operations == null ? numbers : operations,
                groups == null ? blocks : groups,
                threads.getFirst(),
                capacity == null ? 0 : capacity,
                seed,
                tuning.effort(effort));
    }

    private static List<Integer> steps(int step) {
        return IntStream.rangeClosed(1, 10).map(i -> i * step).boxed().toList();
    }
}
