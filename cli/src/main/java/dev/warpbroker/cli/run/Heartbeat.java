package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import java.time.Duration;

/** Tells every few seconds that something still runs. */
final class Heartbeat implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Thread thread;
    private volatile long tasks;

    Heartbeat(Console console, String what) {
        thread = Thread.ofVirtual().start(() -> {
            long start = System.nanoTime();
            try {
                while (true) {
                    Thread.sleep(PAUSE);
                    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
                    String done = tasks == 0 ? "" : ", " + Quantity.count(tasks) + " tasks done";
                    console.note(what + ": running for " + seconds + " s" + done);
                }
            } catch (InterruptedException _) {
                // The end.
            }
        });
    }

    /** Notes how many tasks have been run. */
    void done(long number) {
        tasks = number;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
