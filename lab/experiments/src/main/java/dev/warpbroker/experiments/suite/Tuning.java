package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of the queues that are made of rings or segments, LCRQ and WFQ, and of those whose threads help each other,
 * WFQ and G-WFQ.
 *
 * @param ring cells of a ring or segment; 0 leaves it to the queue
 * @param factor how many times the memory for the capacity they get; 0 leaves it to the queue
 * @param patience attempts before an operation asks for help; -1 leaves it to the queue
 * @param chosen what was given on the command line, for the record
 */
record Tuning(int ring, int factor, int patience, Map<String, Object> chosen) {
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

    static final Option<Integer> PATIENCE = Option.number(
            "--patience",
            "N",
            "Operations of WFQ and G-WFQ make N attempts before they ask for help (default: 10 and 256).");

    /** The three options. */
    static final List<Option<?>> OPTIONS = List.of(RING, FACTOR, PATIENCE);

    /** @param presetFactor unless another is chosen; 0 leaves it to the queue */
    static Tuning of(Choices chosen, int presetFactor) {
        var given = new HashMap<String, Object>();
        if (chosen.has(RING)) {
            MeasuringEffort.requireAtLeast(1, "cells of a ring", chosen.or(RING, 0));
            given.putAll(Map.ofEntries(Field.parameter("ring").is(chosen.or(RING, 0))));
        }
        if (chosen.has(FACTOR)) {
            MeasuringEffort.requireAtLeast(1, "memory factor", chosen.or(FACTOR, 0));
            given.putAll(Map.ofEntries(Field.parameter("memoryFactor").is(chosen.or(FACTOR, 0))));
        }
        given.putAll(patience(chosen));
        return new Tuning(
                chosen.or(RING, 0), chosen.or(FACTOR, presetFactor), chosen.or(PATIENCE, -1), Map.copyOf(given));
    }

    /** {@return the patience that was chosen, for the record} */
    static Map<String, Object> patience(Choices chosen) {
        if (!chosen.has(PATIENCE)) {
            return Map.of();
        }
        MeasuringEffort.requireAtLeast(0, "attempts", chosen.or(PATIENCE, 0));
        return Map.ofEntries(Field.parameter("patience").is(chosen.or(PATIENCE, 0)));
    }

    QueueOptions apply(QueueOptions options) {
        var tuned = options.withSegmentLength(ring).withPatience(patience);
        return factor == 0 ? tuned : tuned.withMemoryFactor(factor);
    }

    /** {@return parameters of a record, with what was chosen} */
    Map<String, Object> with(Map<String, Object> parameters) {
        var all = new HashMap<>(parameters);
        all.putAll(chosen);
        return all;
    }
}
