package dev.warpbroker.cli.bench.spawn;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench spawn}: spawn and sync against theory. */
@Command(
        name = "spawn",
        description = {
            "Spawn and sync against theory (thesis on work stealing, figures 3.8 to 3.10): SC 1, a recursion of depth N"
                    + " whose N + 1 threads are run by n processors; SC 2, n processors of which the i-th starts a"
                    + " recursion of depth i. Each thread does k additions and k - 1 subtractions.",
            "--threads are the numbers n: threads of the JVM, warps of a GPU. ForkJoinPool takes Cilk's place on the"
                    + " JVM."
        })
public final class SpawnCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Option(names = "--k", split = ",", paramLabel = "K", description = "Numbers of additions.")
    private @Nullable List<Integer> operations;

    @Option(
            names = "--depth",
            paramLabel = "N",
            description = "Depth of the recursion of SC 1 (default: 31, as on the GPU of the thesis).")
    private @Nullable Integer depth;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(recording, console, device -> {
            var preset = preset(device.properties());
            return new SpawnExperiment(
                    device,
                    new SpawnExperiment.Settings(
                            tuning.threads(preset.processors()),
                            operations == null ? preset.operations() : operations,
                            depth == null ? preset.depth() : depth,
                            tuning.effort(preset.effort())));
        });
    }

    private static SpawnExperiment.Settings preset(DeviceProperties device) {
        var operations = List.of(100, 1_000, 10_000, 100_000);
        return switch (DeviceKind.of(device)) {
            case JVM ->
                new SpawnExperiment.Settings(
                        IntStream.rangeClosed(1, Runtime.getRuntime().availableProcessors())
                                .boxed()
                                .toList(),
                        operations,
                        31,
                        new Effort(15, 10, true, Duration.ofSeconds(2)));
            case SIMULATOR ->
                new SpawnExperiment.Settings(
                        List.of(1, 2), List.of(10), 3, new Effort(1, 1, true, Duration.ofSeconds(30)));
            case GPU ->
                new SpawnExperiment.Settings(
                        List.of(1, 2, 4, 8, 12, 16, 24, 32, 48, 64),
                        operations,
                        31,
                        new Effort(6, 2, true, Duration.ofSeconds(2)));
        };
    }
}
