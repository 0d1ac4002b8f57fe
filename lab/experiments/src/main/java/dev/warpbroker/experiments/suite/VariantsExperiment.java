package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;
import java.util.function.Function;

/** Experiment {@code variants}: the broker queues over the ratio of enqueues to dequeues. */
final class VariantsExperiment extends RandomLoad {
    private static final Axis<Integer> FULL_OCCUPANCY = Axis.threads("threads")
            .jvm(_ -> List.of(CommonOptions.processors()))
            .simulator(256)
            .gpu(device -> List.of(device.properties().residentThreads()));

    private static final Option<List<Double>> RATIOS = Option.list(
                    Double.class, "--ratios", "R", "P(enq) / P(deq) (default: ${DEFAULT-VALUE}).")
            .preset("0.125,0.25,0.5,1,2,4,8");

    private static final Option<Double> LARGER = Option.of(
                    Double.class, "--p", "P", "The larger of the two probabilities (default: ${DEFAULT-VALUE}).")
            .preset("0.5");

    private static final Option<List<Integer>> FMA = Option.numbers(
                    "--fma",
                    "N",
                    "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the paper).")
            .preset("0,320");

    private static final Axis<Integer> WORK = Axis.of("fma", FMA);

    VariantsExperiment() {
        super(
                "variants",
                FULL_OCCUPANCY,
                WORK,
                INITIALLY_EMPTY,
                Odds.chosen(
                        (_, chosen) -> chosen.of(RATIOS).stream()
                                .map(ratio -> odds(ratio, chosen.of(LARGER)))
                                .toList(),
                        RATIOS,
                        LARGER),
                new QueueKind[] {QueueKind.BQ, QueueKind.BWD, QueueKind.BSQ},
                "BQ, BWD and BSQ with all threads that can be resident, over the ratio of enqueues to dequeues, with"
                        + " and without work (Broker Queue paper, figures 4a and 4b). Rounds as in imbalance.");
    }

    private static Odds odds(double ratio, double larger) {
        if (!(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ratio " + ratio + " of enqueues to dequeues; it must be above 0");
        }
        return new Odds(Math.min(larger, larger * ratio), Math.min(larger, larger / ratio));
    }

    @Override
    String title(Measurement row) {
        return WORK.text(row) + " FMA, " + FULL_OCCUPANCY.text(row) + " threads";
    }

    @Override
    Plot plot(Function<Measurement, String> line) {
        return Plot.of(
                new Chart.Axis("P(enq) / P(deq)", Chart.Scale.POWERS_OF_TWO),
                row -> ENQUEUE.number(row) / DEQUEUE.number(row),
                Plot.MILLISECONDS,
                Plot::milliseconds,
                line);
    }
}
