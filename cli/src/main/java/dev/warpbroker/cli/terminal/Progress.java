package dev.warpbroker.cli.terminal;

/** Shows how far a piece of work has come. */
public sealed interface Progress extends dev.warpbroker.experiments.design.Progress, AutoCloseable
        permits ProgressBar, ProgressLines, ProgressSilence {
    /** The work has ended. */
    @Override
    void close();
}
