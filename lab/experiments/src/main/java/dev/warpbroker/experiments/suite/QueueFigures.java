package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Scale;

/** Axes of plots of queues. */
final class QueueFigures {
    /** Run times in milliseconds. */
    static final Axis MILLISECONDS = new Axis("run time (ms)", Scale.POWERS_OF_TEN, Better.LESS);

    /** Numbers of threads. */
    static final Axis THREADS = new Axis("threads", Scale.POWERS_OF_TWO);

    private QueueFigures() {}
}
