package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench imbalance}: enqueues and dequeues with different probabilities, on an empty queue. */
@Command(
        name = "imbalance",
        description = {
            "Every thread makes 1 to 10 rounds; in each it enqueues with probability P(enq), then dequeues with P(deq),"
                    + " and works on what it got. Initially empty (Broker Queue paper, figures 3a and 3b).",
            "Without probabilities both of the figures are run: twice as many enqueues as dequeues, and half as many."
        })
public final class ImbalanceCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final LoadOptions options = new LoadOptions();

    @Option(names = "--p-enq", paramLabel = "P", description = "Probability of an enqueue in a round.")
    private @Nullable Double enqueue;

    @Option(names = "--p-deq", paramLabel = "P", description = "Probability of a dequeue in a round.")
    private @Nullable Double dequeue;

    @Option(
            names = "--fma",
            paramLabel = "N",
            defaultValue = "128",
            description =
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
    private int fmas;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(recording, console, device -> {
            var scenarios = new ArrayList<Scenario>();
            for (int threads : options.threads(LoadOptions.threadsUpToAll(device.properties()))) {
                loads(device.properties()).forEach(load -> scenarios.add(new Scenario(threads, load)));
            }
            return new ImbalanceExperiment(
                    "imbalance", device, options.settings(device.properties(), List.of(QueueKind.values()), scenarios));
        });
    }

    private List<Load> loads(DeviceProperties device) {
        return enqueue == null && dequeue == null
                ? List.of(load(0.5, 0.25, device), load(0.25, 0.5, device))
                : List.of(load(enqueue == null ? 0.5 : enqueue, dequeue == null ? 0.5 : dequeue, device));
    }

    private Load load(double pEnq, double pDeq, DeviceProperties device) {
        return new Load(options.mostPairs(device), pEnq, pDeq, fmas, 0, options.seed());
    }
}
