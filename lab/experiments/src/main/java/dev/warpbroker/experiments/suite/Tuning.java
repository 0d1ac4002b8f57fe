package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Effort;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of the queues that are made of rings or segments: LCRQ and WFQ.
 *
 * @param ring cells of a ring or segment; 0 leaves it to the queue
 * @param factor how many times the memory for the capacity they get; 0 leaves it to the queue
 * @param chosen what was given on the command line, for the record
 */
record Tuning(int ring, int factor, Map<String, Object> chosen) {
    /** What the Broker Queue paper gives LCRQ in section 7.2. */
    static final int OF_THE_PAPER = 32;

    private static final Option<Integer> RING = Option.number(
            "--ring",
            "N",
            "Cells of each ring of LCRQ and each segment of WFQ (default: as many as there are threads, and 64).");

    private static final Option<Integer> FACTOR = Option.number(
            "--memory-factor",
            "N",
            "LCRQ and WFQ get cells for N times the capacity (default: 32, as in the paper, where queues run empty on a"
                    + " GPU; else 4).");

    /** The two options. */
    static final List<Option<?>> OPTIONS = List.of(RING, FACTOR);

    /** @param presetFactor unless another is chosen; 0 leaves it to the queue */
    static Tuning of(Choices chosen, int presetFactor) {
        var given = new HashMap<String, Object>();
        if (chosen.has(RING)) {
            Effort.requireAtLeast(1, "cells of a ring", chosen.or(RING, 0));
            given.putAll(Map.ofEntries(Field.parameter("ring").is(chosen.or(RING, 0))));
        }
        if (chosen.has(FACTOR)) {
            Effort.requireAtLeast(1, "memory factor", chosen.or(FACTOR, 0));
            given.putAll(Map.ofEntries(Field.parameter("memoryFactor").is(chosen.or(FACTOR, 0))));
        }
        return new Tuning(chosen.or(RING, 0), chosen.or(FACTOR, presetFactor), Map.copyOf(given));
    }

    QueueOptions apply(QueueOptions options) {
        var tuned = options.withSegmentLength(ring);
        return factor == 0 ? tuned : tuned.withMemoryFactor(factor);
    }

    /** {@return parameters of a record, with what was chosen} */
    Map<String, Object> with(Map<String, Object> parameters) {
        var all = new HashMap<>(parameters);
        all.putAll(chosen);
        return all;
    }
}
