package dev.warpbroker.experiments.papers;

import java.util.List;

/** The papers that the structures and experiments follow. */
public final class Papers {
    /** All of them. */
    public static final List<Paper> ALL = List.of(
            BrokerQueuePaper.PAPER,
            BrokerQueuePoster.PAPER,
            QueueThesis.PAPER,
            WorkStealingThesis.PAPER,
            ScanStackPaper.PAPER);

    private Papers() {}
}
