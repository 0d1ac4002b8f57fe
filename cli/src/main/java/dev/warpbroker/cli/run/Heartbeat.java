package dev.warpbroker.cli.run;

import dev.warpbroker.cli.terminal.Console;
import java.time.Duration;

/** Tells every few seconds that something still runs. */
final class Heartbeat implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Thread thread;

    Heartbeat(Console console, String what) {
        thread = Thread.ofVirtual().start(() -> {
            long start = System.nanoTime();
            try {
                while (true) {
                    Thread.sleep(PAUSE);
                    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
                    console.note(what + ": running for " + seconds + " s");
                }
            } catch (InterruptedException _) {
                // The end.
            }
        });
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
