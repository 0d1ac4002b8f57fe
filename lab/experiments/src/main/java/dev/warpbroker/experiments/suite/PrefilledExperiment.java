package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;
import java.util.function.UnaryOperator;

/** Experiment {@code prefilled}: more dequeues than enqueues, on a queue that has something in it. */
final class PrefilledExperiment extends RandomLoad {
    private static final Option<Double> ENQUEUE = Option.of(
                    Double.class, "--p-enq", "P", "Probability of an enqueue in a round (default: ${DEFAULT-VALUE}).")
            .preset("0.25");

    private static final Option<Double> DEQUEUE = Option.of(
                    Double.class, "--p-deq", "P", "Probability of a dequeue in a round (default: ${DEFAULT-VALUE}).")
            .preset("0.5");

    private static final Option<Integer> FMAS = Option.number(
                    "--fma",
                    "N",
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
            .preset("128");

    private static final Option<Integer> PREFILL = Option.number(
            "--prefill", "N", "Elements at the beginning (default: 32768; as few as suit them on jvm and sim).");

    @Override
    public String name() {
        return "prefilled";
    }

    @Override
    public List<String> description() {
        return List.of(
                "As imbalance, with elements in the queue at the beginning (Broker Queue paper, figure 3c).",
                "The paper does not say how many. It saw underflow from 25,600 threads on; with the default"
                        + " probabilities these take 35,200 elements more than they bring, so the default is 32,768.");
    }

    @Override
    public List<Option<?>> options() {
        return options(ENQUEUE, DEQUEUE, FMAS, PREFILL);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        int prefill = chosen.or(
                PREFILL,
                switch (CommonOptions.scale(device, chosen)) {
                    case JVM -> 1000;
                    case SIMULATOR -> 128;
                    case GPU -> 32_768;
                });
        var load = new Load(
                mostPairs(device, chosen),
                chosen.of(ENQUEUE),
                chosen.of(DEQUEUE),
                chosen.of(FMAS),
                prefill,
                seed(chosen));
        return trial(
                device,
                chosen,
                List.of(QueueKind.values()),
                threads(device, chosen).stream()
                        .map(threads -> new Point(threads, load))
                        .toList());
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        return overThreads(row -> words(row) + Recorded.PREFILL.text(row) + " elements at the beginning", lines, file);
    }
}
