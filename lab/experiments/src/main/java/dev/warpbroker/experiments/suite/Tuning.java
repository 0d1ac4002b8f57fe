package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.structures.queue.QueueOptions;

/**
 * Settings of the queues that are made of rings or segments, LCRQ and WFQ, and of those whose threads help each other,
 * WFQ and G-WFQ. Settings that are not chosen are left to the queue, and not recorded.
 */
final class Tuning {
    static final Option<Integer> ATTEMPTS = Option.number(
            "--patience",
            "N",
            "Operations of WFQ and G-WFQ make N attempts before they ask for help (default: 10 and 256).");

    private static final Axis<Integer> RING = Axis.number(
                    "ring",
                    "--ring",
                    "N",
                    "Cells of each ring of LCRQ and each segment of WFQ (default: as many as there are threads,"
                            + " and 64).")
            .preset(0)
            .unrecordedIf(0)
            .atLeast(1, "cells of a ring");

    private static final Axis<Integer> FACTOR = Axis.number(
                    "memoryFactor",
                    "--memory-factor",
                    "N",
                    "LCRQ and WFQ get cells for N times the capacity (default: 32, as in the paper, where"
                            + " queues run empty on a GPU; else 4).")
            .preset(0)
            .unrecordedIf(0)
            .atLeast(1, "times the capacity in memory");

    /** Attempts before an operation asks for help. */
    private static final Axis<Integer> PATIENCE =
            Axis.one("patience", ATTEMPTS).preset(-1).unrecordedIf(-1).atLeast(0, "attempts");

    /** All of them. */
    static final Axis<?>[] SETTINGS = {RING, FACTOR, PATIENCE};

    private Tuning() {}

    /** {@return options with the settings of some rows} */
    static QueueOptions of(Point shared, QueueOptions options) {
        var tuned = options.withSegmentLength(shared.get(RING)).withPatience(shared.get(PATIENCE));
        return isMemoryChosen(shared) ? tuned.withMemoryFactor(shared.get(FACTOR)) : tuned;
    }

    /** {@return whether the user says how much memory queues get} */
    static boolean isMemoryChosen(Point shared) {
        return shared.get(FACTOR) > 0;
    }
}
