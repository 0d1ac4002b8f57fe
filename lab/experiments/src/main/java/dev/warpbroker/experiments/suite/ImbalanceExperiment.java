package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;

/** Experiment {@code imbalance}: enqueues and dequeues with different probabilities, on an empty queue. */
final class ImbalanceExperiment extends RandomLoad {
    private static final Option<Double> P_ENQUEUE =
            Option.of(Double.class, "--p-enq", "P", "Probability of an enqueue in a round.");

    private static final Option<Double> P_DEQUEUE =
            Option.of(Double.class, "--p-deq", "P", "Probability of a dequeue in a round.");

    ImbalanceExperiment() {
        super(
                "imbalance",
                THREADS,
                FMAS,
                INITIALLY_EMPTY,
                Odds.chosen(
                        (_, chosen) -> chosen.has(P_ENQUEUE) || chosen.has(P_DEQUEUE)
                                ? List.of(new Odds(chosen.or(P_ENQUEUE, 0.5), chosen.or(P_DEQUEUE, 0.5)))
                                : List.of(new Odds(0.5, 0.25), new Odds(0.25, 0.5)),
                        P_ENQUEUE,
                        P_DEQUEUE),
                QueueKind.values(),
                "Every thread makes 1 to 10 rounds; in each it enqueues with probability P(enq), then dequeues with"
                        + " P(deq), and works on what it got. Initially empty (Broker Queue paper, figures 3a and 3b).",
                "Without probabilities both of the figures are run: twice as many enqueues as dequeues, and half as"
                        + " many.");
    }

    @Override
    String title(Measurement row) {
        return words(row) + "initially empty";
    }
}
