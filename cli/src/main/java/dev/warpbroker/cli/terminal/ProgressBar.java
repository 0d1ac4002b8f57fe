package dev.warpbroker.cli.terminal;

import java.io.PrintWriter;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A bar on a terminal, redrawn in place and wiped when the work has ended, so that only results stay. It also goes when
 * the user ends the program.
 */
final class ProgressBar implements Progress {
    private static final int REDRAW_MILLIS = 100;

    /** Room for the ^C that a terminal shows: it must not begin another line. */
    private static final int INTERRUPT = 2;

    private final PrintWriter out;
    private final int width;
    private final me.tongfei.progressbar.ProgressBar bar;
    private final Ending ending = new Ending(this::vanish);
    private int drawn;
    private boolean vanished;

    ProgressBar(PrintWriter out, int width, String task, int steps) {
        this.out = out;
        this.width = width;
        // A consumer of our own: the library's asks a native library for the width of the terminal.
        this.bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .setMaxRenderedLength(width - INTERRUPT)
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, width - INTERRUPT))
                .build();
    }

    @Override
    public void at(String what) {
        bar.setExtraMessage(" " + what);
    }

    @Override
    public void step() {
        bar.step();
    }

    @Override
    public void close() {
        ending.close();
        bar.close();
        vanish();
    }

    /** Takes the bar away for good. */
    synchronized void vanish() {
        makeWay();
        vanished = true;
    }

    /** Takes the bar away for a line of text; it is soon drawn again, below. */
    synchronized void makeWay() {
        if (!vanished) {
            out.print('\r' + " ".repeat(width) + '\r');
            out.flush();
            drawn = 0;
        }
    }

    private synchronized void draw(String line) {
        if (!vanished) {
            out.print('\r' + line + " ".repeat(Math.max(0, drawn - line.length())));
            out.flush();
            drawn = line.length();
        }
    }
}
