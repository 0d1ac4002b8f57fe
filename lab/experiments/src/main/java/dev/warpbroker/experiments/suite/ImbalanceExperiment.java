package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Experiment {@code imbalance}: enqueues and dequeues with different probabilities, on an empty queue. */
final class ImbalanceExperiment extends RandomLoad {
    private static final Option<Double> ENQUEUE =
            Option.of(Double.class, "--p-enq", "P", "Probability of an enqueue in a round.");

    private static final Option<Double> DEQUEUE =
            Option.of(Double.class, "--p-deq", "P", "Probability of a dequeue in a round.");

    private static final Option<Integer> FMAS = Option.number(
                    "--fma",
                    "N",
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
            .preset("128");

    @Override
    public String name() {
        return "imbalance";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Every thread makes 1 to 10 rounds; in each it enqueues with probability P(enq), then dequeues with"
                        + " P(deq), and works on what it got. Initially empty (Broker Queue paper, figures 3a and 3b).",
                "Without probabilities both of the figures are run: twice as many enqueues as dequeues, and half as"
                        + " many.");
    }

    @Override
    public List<Option<?>> options() {
        return options(ENQUEUE, DEQUEUE, FMAS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var loads = chosen.has(ENQUEUE) || chosen.has(DEQUEUE)
                ? List.of(load(chosen.or(ENQUEUE, 0.5), chosen.or(DEQUEUE, 0.5), device, chosen))
                : List.of(load(0.5, 0.25, device, chosen), load(0.25, 0.5, device, chosen));
        var points = new ArrayList<Point>();
        for (int threads : threads(device, chosen)) {
            loads.forEach(load -> points.add(new Point(threads, load)));
        }
        return trial(device, chosen, List.of(QueueKind.values()), points);
    }

    private static Load load(double enqueue, double dequeue, Device device, Choices chosen) {
        return new Load(mostPairs(device, chosen), enqueue, dequeue, chosen.of(FMAS), 0, seed(chosen));
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        return overThreads(row -> words(row) + "initially empty", lines, file);
    }
}
