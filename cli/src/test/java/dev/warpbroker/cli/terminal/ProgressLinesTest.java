package dev.warpbroker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
    private final AtomicLong now = new AtomicLong();
    private final StringWriter out = new StringWriter();

    @Test
    void saysAtFirstHowMuchThereIsToDo() {
        new ProgressLines(new PrintWriter(out), "pairs", 3, now::get).close();
        assertThat(out.toString().lines()).containsExactly("pairs: 3 steps");
    }

    @Test
    void printsOnlyEveryFewSeconds() {
        try (var progress = new ProgressLines(new PrintWriter(out), "pairs", 100, now::get)) {
            for (int i = 0; i < 100; i++) {
                progress.at("step " + i);
                progress.step();
                now.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
        assertThat(out.toString().lines())
                .containsExactly("pairs: 100 steps", "pairs: 50 of 100 done, about 5.00 s left, now step 50");
    }
}
