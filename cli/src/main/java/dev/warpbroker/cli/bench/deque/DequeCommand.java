package dev.warpbroker.cli.bench.deque;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.BlockSize;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.Stealing.Setup;
import dev.warpbroker.experiments.Users;
import dev.warpbroker.structures.deque.DequeKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench deque}: workers that empty their deques and steal from each other. */
@Command(
        name = "deque",
        description = {
            "Workers with a deque each acquire all elements: i) from their own deques, ii) then from those of others,"
                + " iii) while they also push; blocking against non-blocking (thesis on work stealing, figures 3.4 and"
                + " 3.5, table 3.2).",
            "The thesis has 32,000 elements in each deque, 32,000 more in setup iii, and 50 iterations: --elements"
                + " 32000 --added 32000 --reps 50 --limit 60. --threads are workers: on a GPU one lane of each warp,"
                + " as in the thesis."
        })
public final class DequeCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final BlockSize block = new BlockSize();

    @Option(
            names = "--structures",
            split = ",",
            paramLabel = "NAME",
            converter = DequeConverter.class,
            description = "Deques by name (default: locked,ABP,Chase-Lev).")
    private List<DequeKind> structures = List.of(DequeKind.values());

    @Option(
            names = "--setups",
            split = ",",
            paramLabel = "S",
            converter = SetupConverter.class,
            description = "Setups of the thesis (default: i,ii,iii).")
    private List<Setup> setups = List.of(Setup.values());

    @Option(
            names = "--elements",
            paramLabel = "N",
            description = "Elements in each deque at the beginning (default: 32000 on jvm, 40 on sim, 8000 on a GPU).")
    private @Nullable Integer elements;

    @Option(
            names = "--added",
            paramLabel = "N",
            description = "Elements that each worker pushes in setup iii (default: as many as --elements).")
    private @Nullable Integer added;

    @Option(
            names = "--chunk",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Elements that a thief takes at most; above 1 it takes up to half of what it finds, the thesis's"
                            + " stealChunk (default: ${DEFAULT-VALUE}).")
    private int chunk;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Capacity of the deques, a power of two (default: one that is never exceeded).")
    private @Nullable Integer capacity;

    @Option(names = "--every-lane", description = "Every lane is a worker, not only one of each warp.")
    private boolean everyLane;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed makes the same decisions (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Override
    public Integer call() throws IOException {
        if (added != null && !setups.contains(Setup.III)) {
            throw new IllegalArgumentException(
                    "--added " + added + " means nothing without setup iii; leave it out, or add iii to --setups");
        }
        return Experiment.perform(
                recording, console, device -> new DequeExperiment(device, settings(device.properties())));
    }

    private DequeExperiment.Settings settings(DeviceProperties device) {
        var kind = DeviceKind.of(device);
        var workers = switch (kind) {
            case JVM -> powersOfTwo(2 * Runtime.getRuntime().availableProcessors());
            case SIMULATOR -> List.of(1, 2, 4);
            case GPU -> List.of(1, 8, 32, 128, 256, 512, 1024, 2048, 4096);
        };
        var effort = switch (kind) {
            case JVM -> new Effort(7, 3, true, Duration.ofMillis(500));
            case SIMULATOR -> new Effort(2, 1, true, Duration.ofSeconds(2));
            case GPU -> new Effort(5, 1, true, Duration.ofMillis(500));
        };
        int each = elements != null
                ? elements
                : switch (kind) {
                    case JVM -> 32_000;
                    case SIMULATOR -> 40;
                    case GPU -> 8_000;
                };
        return new DequeExperiment.Settings(
                structures,
                setups,
                tuning.threads(workers),
                each,
                added == null ? each : added,
                chunk,
                capacity == null ? 0 : capacity,
                everyLane ? Users.EVERY_LANE : Users.ONE_PER_WARP,
                block.or(kind == DeviceKind.JVM ? 1 : 128),
                seed,
                tuning.effort(effort));
    }

    private static List<Integer> powersOfTwo(int most) {
        return IntStream.iterate(1, n -> n <= most, n -> 2 * n).boxed().toList();
    }
}
