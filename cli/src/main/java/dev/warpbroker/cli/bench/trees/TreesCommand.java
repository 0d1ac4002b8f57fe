package dev.warpbroker.cli.bench.trees;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.run.EngineName;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench trees}: trees of tasks on every engine. */
@Command(
        name = "trees",
        description = {
            "Fibonacci numbers, queens, unbalanced tree search and quicksort on every engine in turn; on the JVM also"
                    + " on Java's ForkJoinPool and on one thread.",
            "--threads is the number of workers."
        })
public final class TreesCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Option(
            names = "--policies",
            split = ",",
            paramLabel = "P",
            converter = EngineName.Converter.class,
            description = "Engines to measure (default: all that the device has).")
    private @Nullable List<EngineName> policies;

    @Option(names = "--fib", paramLabel = "N", description = "Which Fibonacci number.")
    private @Nullable Integer fib;

    @Option(names = "--queens", paramLabel = "N", description = "Size of the board.")
    private @Nullable Integer queens;

    @Option(names = "--cutoff", paramLabel = "ROWS", description = "Rows of the board that one task fills.")
    private @Nullable Integer cutoff;

    @Option(
            names = "--uts-depth",
            paramLabel = "D",
            description =
                    "Depth of a geometric tree of fixed shape with 4 children on average: 10 with seed 19 is sample"
                            + " tree T1, 13 with seed 29 is T1L.")
    private @Nullable Integer utsDepth;

    @Option(names = "--uts-seed", paramLabel = "S", description = "Seed of that tree.")
    private @Nullable Integer utsSeed;

    @Option(names = "--elements", paramLabel = "N", description = "Numbers to sort.")
    private @Nullable Integer elements;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(
                recording, console, device -> new TreesExperiment(device, settings(device.properties())));
    }

    private TreesExperiment.Settings settings(DeviceProperties device) {
        var preset = preset(device);
        var threads = tuning.threads(List.of(preset.workers() == 0 ? 1 : preset.workers()));
        if (threads.size() != 1) {
            throw new IllegalArgumentException(
                    "--threads " + threads + "; this experiment takes one number of workers");
        }
        if (threads.getFirst() > device.residentThreads()) {
            throw new IllegalArgumentException("--threads " + threads.getFirst() + "; " + device.id() + " holds "
                    + device.residentThreads() + " at once: give that many at most");
        }
        return new TreesExperiment.Settings(
                policies == null ? preset.engines() : policies,
                tuning.areThreadsGiven() ? threads.getFirst() : preset.workers(),
                or(fib, preset.fib()),
                or(queens, preset.queens()),
                or(cutoff, preset.cutoff()),
                or(utsDepth, preset.utsDepth()),
                or(utsSeed, preset.utsSeed()),
                or(elements, preset.elements()),
                tuning.effort(preset.effort()));
    }

    private static int or(@Nullable Integer given, int preset) {
        return given == null ? preset : given;
    }

    private static TreesExperiment.Settings preset(DeviceProperties device) {
        var all = List.of(EngineName.values());
        var onDevice = Arrays.stream(EngineName.values())
                .filter(name -> !name.isJavaOnly())
                .toList();
        return switch (DeviceKind.of(device)) {
            case JVM ->
                new TreesExperiment.Settings(
                        all, 0, 27, 11, 0, 8, 19, 200_000, new Effort(5, 2, true, Duration.ofSeconds(10)));
            case SIMULATOR ->
                new TreesExperiment.Settings(
                        onDevice, 2, 8, 5, 0, 3, 19, 500, new Effort(1, 1, true, Duration.ofSeconds(60)));
            case GPU ->
                new TreesExperiment.Settings(
                        onDevice, 0, 40, 15, 0, 13, 29, 100_000, new Effort(5, 1, true, Duration.ofSeconds(10)));
        };
    }
}
