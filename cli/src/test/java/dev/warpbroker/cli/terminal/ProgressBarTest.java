package dev.warpbroker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    @Test
    void leavesNothingBehind() {
        var out = new StringWriter();
        try (var progress = new ProgressBar(new PrintWriter(out), 60, "pairs", 2)) {
            progress.at("BQ");
            progress.step();
        }
        String[] drawn = out.toString().split("\r", -1);
        assertThat(drawn).as("the last thing drawn").endsWith(" ".repeat(60), "");
        assertThat(drawn).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
        assertThat(out.toString()).contains("pairs").doesNotContain("\n");
    }
}
