package dev.warpbroker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ProgressBarTest {
    @ParameterizedTest
    @ValueSource(ints = {20, 60, 80, 140})
    void leavesNothingBehind(int width) {
        var out = new StringWriter();
        try (var progress = new ProgressBar(new PrintWriter(out), width, "pairs", 2)) {
            progress.at("BQ, and much more than there is room for: " + "threads ".repeat(20));
            progress.step();
        }
        String[] drawn = out.toString().split("\r", -1);
        assertThat(drawn).as("the last thing drawn").endsWith(" ".repeat(width), "");
        assertThat(Arrays.copyOf(drawn, drawn.length - 2))
                .as("there is room for ^C")
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width - 2));
        assertThat(out.toString()).contains("pairs").doesNotContain("\n");
    }

    @Test
    void isGoneForGoodWhenTheUserEndsTheProgram() {
        var out = new StringWriter();
        try (var progress = new ProgressBar(new PrintWriter(out), 60, "pairs", 2)) {
            progress.vanish();
            String before = out.toString();
            progress.step();
            progress.makeWay();
            assertThat(out.toString()).isEqualTo(before).endsWith(" ".repeat(60) + "\r");
        }
    }

    /** A command that takes a while, says something in between, and ends with a result. */
    @Command(name = "shows")
    static final class ShowsProgress implements Callable<Integer> {
        @Mixin
        private final Console console = new Console();

        public static void main(String[] arguments) {
            System.exit(new CommandLine(new ShowsProgress()).execute(arguments));
        }

        @Override
        public Integer call() throws InterruptedException {
            try (var progress = console.progress("some work on a device", 20)) {
                for (int i = 0; i < 20; i++) {
                    progress.at("step " + i + " of something with a name that is quite long");
                    Thread.sleep(30);
                    progress.step();
                    if (i == 10) {
                        console.error("half of it is done");
                    }
                }
            }
            console.print("the result");
            return 0;
        }
    }

    /** On a terminal of its own, by the program script of util-linux. */
    @ParameterizedTest
    @ValueSource(ints = {60, 80, 140})
    void isOneLineOfATerminalAndClearedInTheEnd(int columns) throws Exception {
        String java = String.join(
                " ",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '" + System.getProperty("java.class.path") + "'",
                "'" + ShowsProgress.class.getName() + "'");
        var builder = new ProcessBuilder(
                        "script", "-q", "-e", "-c", "stty cols " + columns + " -onlcr; " + java, "/dev/null")
                .redirectErrorStream(true);
        builder.environment().remove("COLUMNS");
        Process process;
        try {
            process = builder.start();
        } catch (IOException none) {
            assumeThat(false).as("no program script here: " + none.getMessage()).isTrue();
            return;
        }
        process.outputWriter().close();
        String shown = process.inputReader().readAllAsString();
        int code = process.waitFor();
        assumeThat(shown).as("this is the script of util-linux").doesNotContain("script:", "stty:");
        assertThat(code).as(shown).isZero();
        assertThat(Arrays.stream(shown.split("[\r\n]+"))
                        .mapToInt(String::length)
                        .max())
                .hasValue(columns - 1);
        assertThat(shown).contains("some work on a device", "|");
        // The bar has made way for each line of text.
        String wiped = "\r" + " ".repeat(columns - 1) + "\r";
        String[] lines = shown.split("\n", -1);
        assertThat(lines).hasSize(3);
        assertThat(lines[0]).endsWith(wiped + "warpbroker: half of it is done");
        assertThat(lines[1]).endsWith(wiped + "the result");
        assertThat(lines[2]).isEmpty();
    }
}
