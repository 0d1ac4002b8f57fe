package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.experiments.design.MeasuringEffort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExperimentCommandTest {
    @TempDir
    private Path folder;

    @Test
    void measurementIsInTheFileBeforeTheNextIsMade() throws IOException {
        Path file = folder.resolve("results.jsonl");
        var lines = new ArrayList<Integer>();
        var counting = new StubExperiment("counting", MeasuringEffort.ONCE, measuring -> {
            measuring.skip("none", Map.of(), "a test");
            lines.add(Files.readAllLines(file).size());
            measuring.skip("none", Map.of(), "a test");
        });
        new CommandLine(ExperimentCommand.of(counting)).execute("--device", "jvm", "--out", file.toString(), "--quiet");
        assertThat(lines).containsExactly(1);
        assertThat(Files.readAllLines(file)).hasSize(2);
    }
}
