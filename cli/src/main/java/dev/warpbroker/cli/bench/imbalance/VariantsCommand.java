package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench variants}: the broker queues over the ratio of enqueues to dequeues. */
@Command(
        name = "variants",
        description = {
            "BQ, BWD and BSQ with all threads that can be resident, over the ratio of enqueues to dequeues, with and"
                    + " without work (Broker Queue paper, figures 4a and 4b). Rounds as in imbalance."
        })
public final class VariantsCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final LoadOptions options = new LoadOptions();

    @Option(
            names = "--ratios",
            split = ",",
            paramLabel = "R",
            defaultValue = "0.125,0.25,0.5,1,2,4,8",
            description = "P(enq) / P(deq) (default: ${DEFAULT-VALUE}).")
    private List<Double> ratios = List.of();

    @Option(
            names = "--p",
            paramLabel = "P",
            defaultValue = "0.5",
            description = "The larger of the two probabilities (default: ${DEFAULT-VALUE}).")
    private double larger;

    @Option(
            names = "--fma",
            split = ",",
            paramLabel = "N",
            defaultValue = "0,320",
            description =
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
    private List<Integer> fmas = List.of();

    @Override
    public Integer call() throws IOException {
        for (double ratio : ratios) {
            if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("ratio " + ratio + " of enqueues to dequeues; it must be above 0");
            }
        }
        return Experiment.perform(recording, console, device -> {
            var properties = device.properties();
            var scenarios = new ArrayList<Scenario>();
            for (int threads : options.threads(List.of(fullOccupancy(properties)))) {
                for (int count : fmas) {
                    for (double ratio : ratios) {
                        scenarios.add(new Scenario(threads, load(ratio, count, properties)));
                    }
                }
            }
            return new ImbalanceExperiment(
                    "variants",
                    device,
                    options.settings(properties, List.of(QueueKind.BQ, QueueKind.BWD, QueueKind.BSQ), scenarios));
        });
    }

    private Load load(double ratio, int count, DeviceProperties device) {
        return new Load(
                options.mostPairs(device),
                Math.min(larger, larger * ratio),
                Math.min(larger, larger / ratio),
                count,
                0,
                options.seed());
    }

    private static int fullOccupancy(DeviceProperties device) {
        return switch (DeviceKind.of(device)) {
            case JVM -> Runtime.getRuntime().availableProcessors();
            case SIMULATOR -> 256;
            case GPU -> device.residentThreads();
        };
    }
}
