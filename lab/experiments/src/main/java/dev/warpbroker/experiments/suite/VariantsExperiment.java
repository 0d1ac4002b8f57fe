package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Experiment {@code variants}: the broker queues over the ratio of enqueues to dequeues. */
final class VariantsExperiment extends RandomLoad {
    private static final Option<List<Double>> RATIOS = Option.list(
                    Double.class, "--ratios", "R", "P(enq) / P(deq) (default: ${DEFAULT-VALUE}).")
            .preset("0.125,0.25,0.5,1,2,4,8");

    private static final Option<Double> LARGER = Option.of(
                    Double.class, "--p", "P", "The larger of the two probabilities (default: ${DEFAULT-VALUE}).")
            .preset("0.5");

    private static final Option<List<Integer>> FMAS = Option.numbers(
                    "--fma",
                    "N",
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
            .preset("0,320");

    @Override
    public String name() {
        return "variants";
    }

    @Override
    public List<String> description() {
        return List.of(
                "BQ, BWD and BSQ with all threads that can be resident, over the ratio of enqueues to dequeues, with"
                        + " and without work (Broker Queue paper, figures 4a and 4b). Rounds as in imbalance.");
    }

    @Override
    public List<Option<?>> options() {
        return options(RATIOS, LARGER, FMAS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        for (double ratio : chosen.of(RATIOS)) {
            if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("ratio " + ratio + " of enqueues to dequeues; it must be above 0");
            }
        }
        int fullOccupancy = switch (CommonOptions.scale(device, chosen)) {
            case JVM -> CommonOptions.processors();
            case SIMULATOR -> 256;
            case GPU -> device.properties().residentThreads();
        };
        double larger = chosen.of(LARGER);
        var points = new ArrayList<Point>();
        for (int threads : CommonOptions.threads(chosen, List.of(fullOccupancy))) {
            for (int fmas : chosen.of(FMAS)) {
                for (double ratio : chosen.of(RATIOS)) {
                    points.add(new Point(
                            threads,
                            new Load(
                                    mostPairs(device, chosen),
                                    Math.min(larger, larger * ratio),
                                    Math.min(larger, larger / ratio),
                                    fmas,
                                    0,
                                    seed(chosen))));
                }
            }
        }
        return trial(device, chosen, List.of(QueueKind.BQ, QueueKind.BWD, QueueKind.BSQ), points);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        return new QueueFigures(
                        this,
                        row -> Recorded.FMAS.text(row) + " FMA, " + Recorded.THREADS.text(row) + " threads",
                        new Axis("P(enq) / P(deq)", Scale.POWERS_OF_TWO),
                        QueueFigures.MILLISECONDS,
                        row -> Recorded.ENQUEUE.number(row) / Recorded.DEQUEUE.number(row),
                        _ -> 1e-6)
                .section(lines, file);
    }
}
