package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment {@code sssp}. */
class PathsCommandsTest {
    @TempDir
    private Path folder;

    private static CommandRun bench(String options) {
        return CommandRun.ofLine("bench " + options + " --quiet --reps 2 --warmup 1");
    }

    private String reported() throws IOException {
        CommandRun.of("report", folder.toString()).succeeded();
        try (var files = Files.list(folder)) {
            return Files.readString(files.filter(path -> path.toString().endsWith(".html"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    @Test
    void shortestPathsAreMeasuredAndReported() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = bench("sssp --device jvm --threads 1,2 --deltas 0,64 --graphs road:20x20,lattice:6 --low 0 --high 9"
                + " --out " + file);
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(2 * 2 * 2);
        assertThat(Files.readAllLines(file))
                .hasSize(2 * (2 * 2 + 1))
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "\"structure\":\"delta-stepping\"",
                                "\"graph\":\"lattice:6\"",
                                "\"delta\":64",
                                "\"high\":9",
                                "\"operations\":5616"))
                .anySatisfy(line -> assertThat(line).contains("\"structure\":\"dijkstra\""));
        assertThat(reported()).contains("dijkstra", "Edges are those that leave vertices");
    }
}
