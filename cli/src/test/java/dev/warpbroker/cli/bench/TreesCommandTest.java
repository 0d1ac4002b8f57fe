package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.examples.tree.EngineName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesCommandTest {
    private static final String SMALL =
            " --fib 12 --queens 6 --cutoff 2 --uts-depth 4 --uts-seed 19 --elements 500 --reps 1 --quiet";

    @TempDir
    private Path folder;

    @Test
    void measuresEveryTreeOnEveryEngine() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench trees --device jvm --threads 2 --out " + file + SMALL);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        int rows = 4 * EngineName.values().length;
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(rows);
        assertThat(Files.readAllLines(file))
                .hasSize(rows)
                .anySatisfy(line -> assertThat(line)
                        .contains("\"structure\":\"fork-join\"", "\"work\":\"fib(12)\"", "\"operations\":465"))
                .anySatisfy(line ->
                        assertThat(line).contains("\"work\":\"UTS geometric, fixed, depth 4, 4 children, seed 19\""));
    }

    @Test
    void onlyTheEnginesThatWereAskedFor() {
        var run = CommandRun.ofLine("bench trees --device jvm --policies central,java-pool" + SMALL);
        assertThat(run.succeeded()).contains("central", "java-pool").doesNotContain("fork-join", "busy-leaves");
    }

    @Test
    void sampleTreesAreComparedWithTheirPublishedSizes() {
        var run =
                CommandRun.ofLine("bench trees --device jvm --policies fork-join --uts-samples t3 --warmup 0" + SMALL);
        assertThat(run.succeeded().lines().filter(line -> line.contains("UTS binomial, 2000 children at the root, 8")))
                .singleElement()
                .satisfies(line -> assertThat(line).endsWith("passed"));
    }
}
