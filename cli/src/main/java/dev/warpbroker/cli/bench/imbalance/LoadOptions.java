package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.cli.bench.timing.BlockSize;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Structures;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that the three experiments share. */
final class LoadOptions {
    @Mixin
    private final Structures structures = new Structures();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final BlockSize block = new BlockSize();

    @Option(
            names = "--most-pairs",
            paramLabel = "N",
            description = "Each thread makes between 1 and N rounds (default: 10, as in the paper; 5000 on jvm).")
    private @Nullable Integer mostPairs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed makes the same rounds, enqueues and dequeues (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Capacity of the queues, a power of two (default: so large that no queue runs full).")
    private @Nullable Integer capacity;

    /** A few threads need many rounds to run for longer than it takes to start them. */
    int mostPairs(DeviceProperties device) {
        return mostPairs == null ? DeviceKind.of(device) == DeviceKind.JVM ? 5000 : 10 : mostPairs;
    }

    int seed() {
        return seed;
    }

    List<Integer> threads(List<Integer> preset) {
        return tuning.threads(preset);
    }

    /** {@return numbers of threads up to all that can be resident} */
    static List<Integer> threadsUpToAll(DeviceProperties device) {
        return switch (DeviceKind.of(device)) {
            case JVM -> List.of(1, 2, 2 * Runtime.getRuntime().availableProcessors());
            case SIMULATOR -> List.of(64, 256);
            case GPU ->
                IntStream.concat(
                                IntStream.of(1024, 8192, 32_768, 131_072)
                                        .filter(threads -> threads < device.residentThreads()),
                                IntStream.of(device.residentThreads()))
                        .boxed()
                        .toList();
        };
    }

    ImbalanceExperiment.Settings settings(DeviceProperties device, List<QueueKind> preset, List<Scenario> scenarios) {
        var effort = switch (DeviceKind.of(device)) {
            case JVM -> new Effort(5, 2, true, Duration.ofMillis(500));
            case SIMULATOR -> new Effort(2, 1, true, Duration.ofMillis(500));
            case GPU -> new Effort(7, 2, true, Duration.ofMillis(500));
        };
        return new ImbalanceExperiment.Settings(
                structures.or(preset),
                scenarios,
                capacity == null ? 0 : capacity,
                block.or(DeviceKind.of(device) == DeviceKind.JVM ? 1 : 256),
                tuning.effort(effort));
    }
}
