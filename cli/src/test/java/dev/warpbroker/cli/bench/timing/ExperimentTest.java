package dev.warpbroker.cli.bench.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ExperimentTest {
    @TempDir
    Path folder;

    /** Two measurements; counts the lines of the file before the second. */
    private static final class Counting implements Experiment {
        private final Device device;
        private final Path file;
        private final List<Integer> lines;

        Counting(Device device, Path file, List<Integer> lines) {
            this.device = device;
            this.file = file;
            this.lines = lines;
        }

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public int steps() {
            return 0;
        }

        @Override
        public void run(Consumer<Measurement> measured, Progress progress) throws IOException {
            var measurement = Measurement.skipped("counting", device.properties(), "none", Map.of(), "a test");
            measured.accept(measurement);
            lines.add(Files.readAllLines(file).size());
            measured.accept(measurement);
        }

        @Override
        public Table table(List<Measurement> measurements) {
            return new Table(List.of(Table.text("structure")), List.of());
        }
    }

    @Command(name = "counting")
    private static final class Counter implements Callable<Integer> {
        @Mixin
        private final Recording recording = new Recording();

        @Mixin
        private final Console console = new Console();

        private final Path file;
        private final List<Integer> lines = new ArrayList<>();

        Counter(Path file) {
            this.file = file;
        }

        @Override
        public Integer call() throws IOException {
            return Experiment.perform(recording, console, device -> new Counting(device, file, lines));
        }
    }

    @Test
    void measurementIsInTheFileBeforeTheNextIsMade() throws IOException {
        Path file = folder.resolve("results.jsonl");
        var counter = new Counter(file);
        new CommandLine(counter).execute("--device", "jvm", "--out", file.toString(), "--quiet");
        assertThat(counter.lines).containsExactly(1);
        assertThat(Files.readAllLines(file)).hasSize(2);
    }
}
