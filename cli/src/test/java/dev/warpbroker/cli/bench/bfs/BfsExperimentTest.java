package dev.warpbroker.cli.bench.bfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BfsExperimentTest {
    @TempDir
    private Path folder;

    private CommandRun bench(String options) {
        return CommandRun.of(("bench bfs --quiet --reps 2 --warmup 1 " + options).split(" "));
    }

    @Test
    void everyVariantAndQueueIsMeasuredAndReported() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = bench(
                "--device jvm --threads 1,2 --graphs lattice:8,lattice:10:p=0.5,road:20x20 --queue-graph lattice:6"
                        + " --out " + file);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        int searches = 3 * 3 * 2 + QueueKind.values().length;
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(searches);
        assertThat(Files.readAllLines(file))
                .hasSize(searches + 3)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "\"structure\":\"stealing\"",
                                "\"graph\":\"lattice:8\"",
                                "\"threads\":2",
                                "\"operations\":13312"))
                .anySatisfy(line -> assertThat(line).contains("\"structure\":\"sequential\""))
                .anySatisfy(line ->
                        assertThat(line).contains("\"structure\":\"async on CAS-linked\"", "\"part\":\"queues\""));

        var report = CommandRun.of("report", folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(folder.resolve("bfs.svg")).exists();
        assertThat(folder.resolve("bfs-speedup.svg")).exists();
        try (var files = Files.list(folder)) {
            var page = files.filter(path -> path.toString().endsWith(".html"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(page))
                    .contains("Asynchronous search on every queue, lattice:6", "times as fast as by levels");
        }
    }

    @Test
    void presetOfTheSimulatorIsSmall() {
        var run = bench("--device sim --structures BQ,locked-linked");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .contains("lattice:5", "road:10x10", "async on locked-linked")
                .doesNotContain("sequential");
    }

    @Test
    void unknownGraphIsNamed() {
        var run = bench("--device jvm --graphs lattice:x");
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("lattice:x");
    }
}
