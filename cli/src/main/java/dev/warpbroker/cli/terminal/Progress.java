package dev.warpbroker.cli.terminal;

/** Shows how far a piece of work has come. */
public sealed interface Progress extends AutoCloseable permits ProgressBar, ProgressLines, ProgressSilence {
    /** Says what is being done now. */
    void at(String what);

    /** One more step is done. */
    void step();

    /** The work has ended. */
    @Override
    void close();
}
