package dev.warpbroker.cli.terminal;

import java.io.PrintWriter;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal, redrawn in place and wiped when the work has ended, so that only results stay. */
final class ProgressBar implements Progress {
    private static final int REDRAW_MILLIS = 100;

    private final PrintWriter out;
    private final int width;
    private final me.tongfei.progressbar.ProgressBar bar;

    ProgressBar(PrintWriter out, int width, String task, int steps) {
        this.out = out;
        this.width = width;
        // A consumer of our own: the library's asks a native library for the width of the terminal.
        this.bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .setMaxRenderedLength(width)
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, width))
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
        bar.close();
        draw("");
        out.print('\r');
        out.flush();
    }

    private void draw(String line) {
        out.print('\r' + line + " ".repeat(Math.max(0, width - line.length())));
        out.flush();
    }
}
