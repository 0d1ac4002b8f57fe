package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;

/** Experiment {@code prefilled}: more dequeues than enqueues, on a queue that has something in it. */
final class PrefilledExperiment extends RandomLoad {
    private static final Option<Double> P_ENQUEUE = Option.of(
                    Double.class, "--p-enq", "P", "Probability of an enqueue in a round (default: ${DEFAULT-VALUE}).")
            .preset("0.25");

    private static final Option<Double> P_DEQUEUE = Option.of(
                    Double.class, "--p-deq", "P", "Probability of a dequeue in a round (default: ${DEFAULT-VALUE}).")
            .preset("0.5");

    private static final Axis<Integer> PREFILL = Axis.number(
                    "prefill",
                    "--prefill",
                    "N",
                    "Elements at the beginning (default: 32768; as few as suit them on jvm and sim).")
            .presets(1000, 128, 32_768);

    PrefilledExperiment() {
        super(
                "prefilled",
                THREADS,
                FMAS,
                PREFILL,
                Odds.chosen(
                        (_, chosen) -> List.of(new Odds(chosen.of(P_ENQUEUE), chosen.of(P_DEQUEUE))),
                        P_ENQUEUE,
                        P_DEQUEUE),
                QueueKind.values(),
                "As imbalance, with elements in the queue at the beginning (Broker Queue paper, figure 3c).",
                "The paper does not say how many. It saw underflow from 25,600 threads on; with the default"
                        + " probabilities these take 35,200 elements more than they bring, so the default is 32,768.");
    }

    @Override
    String title(Measurement row) {
        return words(row) + PREFILL.text(row) + " elements at the beginning";
    }
}
