package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench prefilled}: more dequeues than enqueues, on a queue that has something in it. */
@Command(
        name = "prefilled",
        description = {
            "As imbalance, with elements in the queue at the beginning (Broker Queue paper, figure 3c).",
            "The paper does not say how many. It saw underflow from 25,600 threads on; with the default probabilities"
                    + " these take 35,200 elements more than they bring, so the default is 32,768."
        })
public final class PrefilledCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final LoadOptions options = new LoadOptions();

    @Option(
            names = "--p-enq",
            paramLabel = "P",
            defaultValue = "0.25",
            description = "Probability of an enqueue in a round (default: ${DEFAULT-VALUE}).")
    private double enqueue;

    @Option(
            names = "--p-deq",
            paramLabel = "P",
            defaultValue = "0.5",
            description = "Probability of a dequeue in a round (default: ${DEFAULT-VALUE}).")
    private double dequeue;

    @Option(
            names = "--fma",
            paramLabel = "N",
            defaultValue = "128",
            description =
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
    private int fmas;

    @Option(
            names = "--prefill",
            paramLabel = "N",
            description = "Elements at the beginning (default: 32768; as few as suit them on jvm and sim).")
    private @Nullable Integer prefill;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(recording, console, device -> {
            var properties = device.properties();
            var load = new Load(
                    options.mostPairs(properties),
                    enqueue,
                    dequeue,
                    fmas,
                    prefill == null ? defaultPrefill(properties) : prefill,
                    options.seed());
            var scenarios = options.threads(LoadOptions.threadsUpToAll(properties)).stream()
                    .map(threads -> new Scenario(threads, load))
                    .toList();
            return new ImbalanceExperiment(
                    "prefilled", device, options.settings(properties, List.of(QueueKind.values()), scenarios));
        });
    }

    private static int defaultPrefill(DeviceProperties device) {
        return switch (DeviceKind.of(device)) {
            case JVM -> 1000;
            case SIMULATOR -> 128;
            case GPU -> 32_768;
        };
    }
}
