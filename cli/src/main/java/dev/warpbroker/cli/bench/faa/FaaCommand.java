package dev.warpbroker.cli.bench.faa;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.BlockSize;
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

/** {@code bench faa}: what a fetch-add costs that many threads want at once. */
@Command(
        name = "faa",
        description = {
            "Time of a fetch-add on one word by many threads at once, relative to an uncontended read by one thread"
                    + " (Broker Queue paper, figure 1); run it with --device jvm as well for the CPU's line.",
            "Beside it: one fetch-add for all lanes of a warp, a compare-and-swap loop, and a word for each thread."
        })
public final class FaaCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Mixin
    private final BlockSize block = new BlockSize();

    @Option(names = "--rounds", paramLabel = "N", description = "Accesses per thread.")
    private @Nullable Integer rounds;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(recording, console, device -> {
            var defaults = defaults(device.properties());
            return new FaaExperiment(
                    device,
                    new FaaExperiment.Settings(
                            tuning.threads(defaults.threads()),
                            rounds == null ? defaults.rounds() : rounds,
                            block.or(defaults.blockSize()),
                            tuning.effort(defaults.effort())));
        });
    }

    private static FaaExperiment.Settings defaults(DeviceProperties device) {
        return switch (DeviceKind.of(device)) {
            case JVM ->
                new FaaExperiment.Settings(
                        powersUpTo(2, 4 * Runtime.getRuntime().availableProcessors()),
                        500_000,
                        1,
                        new Effort(7, 3, true, Duration.ofMillis(500)));
            case SIMULATOR ->
                new FaaExperiment.Settings(
                        List.of(1, 8, 32, 256), 20, 256, new Effort(2, 1, true, Duration.ofMillis(500)));
            case GPU ->
                new FaaExperiment.Settings(
                        powersUpTo(4, device.residentThreads()),
                        200,
                        256,
                        new Effort(11, 2, true, Duration.ofSeconds(1)));
        };
    }

    /** {@return 1, {@code base} and its powers, and {@code most}} */
    private static List<Integer> powersUpTo(int base, int most) {
        return IntStream.concat(
                        IntStream.iterate(1, threads -> threads < most, threads -> base * threads), IntStream.of(most))
                .boxed()
                .toList();
    }
}
