package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnCommandTest {
    @TempDir
    private Path folder;

    @Test
    void comparesBothScenariosWithTheory() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine(
                "bench spawn --device jvm --threads 1,3 --k 50,60 --depth 5 --fib 9 --reps 2 --out " + file);
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(2 * 2 * 8 + 2 * 3);
        assertThat(Files.readAllLines(file))
                .hasSize(2 * 2 * 9 + 2 * 3)
                .allSatisfy(line -> assertThat(line).containsAnyOf("\"kernels\":", "\"scenario\":\"space\""))
                .anySatisfy(line -> assertThat(line)
                        .contains("\"structure\":\"WS\"", "\"scenario\":\"SC 2\"", "\"n\":3", "\"operations\":6"))
                .anySatisfy(line ->
                        assertThat(line).contains("\"structure\":\"BL\"", "\"space\":9", "\"spaceOfOne\":9", "\"n\":1"))
                .anySatisfy(line -> assertThat(line)
                        .contains("\"scenario\":\"SC 1\"", "\"n\":3", "\"theory\":2.0", "\"operations\":6"))
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "\"structure\":\"java-pool\"",
                                "\"scenario\":\"SC 2\"",
                                "\"n\":3",
                                "\"speedUpTheory\":1.5",
                                "\"operations\":6"));
    }

    @Test
    void runsOnTheSimulator() {
        var run = CommandRun.of("bench", "spawn", "--device", "sim", "--threads", "2", "--quiet");
        assertThat(run.succeeded()).contains("SC 1", "SC 2", "passed");
    }
}
