package dev.warpbroker.cli.terminal;

import dev.warpbroker.experiments.page.Quantity;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Progress where there is no terminal: a line when the work starts and then one every few seconds at most. */
final class ProgressLines implements Progress {
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final PrintWriter out;
    private final String task;
    private final int steps;
    private final LongSupplier nanoTime;
    private int done;
    private final long start;
    private long lastLine;

    ProgressLines(PrintWriter out, String task, int steps, LongSupplier nanoTime) {
        this.out = out;
        this.task = task;
        this.steps = steps;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.lastLine = start;
        out.println(task + ": " + steps + " steps");
        out.flush();
    }

    @Override
    public void at(String what) {
        long now = nanoTime.getAsLong();
        if (now - lastLine >= PAUSE_NANOS) {
            lastLine = now;
            out.println(task + ": " + done + " of " + steps + " done" + left(now) + ", now " + what);
            out.flush();
        }
    }

    /** {@return about how long it will still take, if steps go on as they did} */
    private String left(long now) {
        return done == 0 ? "" : ", about " + Quantity.time((double) (now - start) / done * (steps - done)) + " left";
    }

    @Override
    public void step() {
        done++;
    }

    @Override
    public void close() {}
}
