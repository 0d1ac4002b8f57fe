package dev.warpbroker.cli.run;

import dev.warpbroker.apps.graph.ReadProgress;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Progress;

/** Shows how far a file has been read. */
final class ReadingProgress implements ReadProgress, AutoCloseable {
    private static final int STEPS = 100;

    private final Progress progress;
    private int shown;

    ReadingProgress(Console console, String what) {
        progress = console.progress("reading " + what, STEPS);
    }

    @Override
    public void read(long bytes, long ofBytes) {
        long reached = ofBytes == 0 ? STEPS : bytes * STEPS / ofBytes;
        for (; shown < reached; shown++) {
            progress.step();
        }
    }

    @Override
    public void close() {
        progress.close();
    }
}
