package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageRankBenchCommandTest {
    @TempDir
    private Path folder;

    @Test
    void measuresEveryQueueOnEveryGraphAndReportsTimes() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run =
                CommandRun.ofLine("bench pagerank --device jvm --threads 2 --graph rmat:6:3 --graph lattice:4 --reps 1"
                        + " --quiet --out " + file);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        // The queues, and the engine that pulls.
        int rows = 2 * (QueueKind.values().length + 1);
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(rows);
        assertThat(Files.readAllLines(file))
                .hasSize(rows)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "\"structure\":\"BQ\"",
                                "\"graph\":\"rmat:6:3:seed=1\"",
                                "\"iterations\":8",
                                "\"vertices\":64"));
        var report = CommandRun.of("report", folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("rmat:6:3:seed=1, 8 iterations, in doubles", "10 to 15 % faster");
        assertThat(folder.resolve("pagerank-a.svg")).exists();
        assertThat(folder.resolve("pagerank-b.svg")).exists();
    }

    @Test
    void pullIsMeasuredByNumbersOfThreadsUntilATolerance() {
        var run = CommandRun.ofLine("bench pagerank --device jvm --threads 1,2 --graph rmat:6:3 --engines pull --float"
                + " --tolerance 1e-4 --reps 1 --quiet");
        assertThat(run.succeeded().lines().filter(line -> line.contains("pull") && line.endsWith("passed")))
                .hasSize(2);
    }
}
