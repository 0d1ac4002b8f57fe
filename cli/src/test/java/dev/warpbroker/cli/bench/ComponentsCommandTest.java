package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComponentsCommandTest {
    @TempDir
    private Path folder;

    @Test
    void threadsAreMeasuredBesideASequentialSearchAndReported() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench components --device jvm --threads 1,2 --graphs rmat:6:3,road:8x8 --reps 1"
                + " --quiet --out " + file);
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(4);
        assertThat(Files.readAllLines(file)).hasSize(6);
        var report = CommandRun.of("report", folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("Connected components · ", "rmat:6:3:seed=1", "sampling");
    }
}
