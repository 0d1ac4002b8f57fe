package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairsCommandTest {
    @TempDir
    private Path folder;

    @Test
    void measuresEveryStructureInEveryFormWithEveryNumberOfThreads() throws IOException {
        var file = folder.resolve("new/results.jsonl");
        var run = CommandRun.ofLine("bench pairs --device jvm --structures BQ,bq-fused --form thread,block --threads"
                + " 1,3 --pairs 50 --capacity 64 --limit 30 --reps 3 --warmup 1 --quiet --out " + file);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).as("quiet").isEmpty();
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(8);
        assertThat(Files.readAllLines(file))
                .hasSize(8)
                .allSatisfy(line -> assertThat(line)
                        .startsWith("{\"experiment\":\"pairs\",\"device\":{\"id\":\"jvm\"")
                        .contains("\"capacity\":64", "\"pairs\":50", "\"repetitions\":3", "\"passed\":true"));
    }

    @Test
    void withoutCheckNothingIsChecked() {
        var run = CommandRun.ofLine(
                "bench pairs --device jvm --threads 1 --pairs 5 --limit 30 --reps 1 --structures BQ --no-check");
        assertThat(run.succeeded()).contains("not done").doesNotContain("passed");
    }

    @Test
    void aQueueThatIsTooSmallStillLosesNothing() {
        var run = CommandRun.ofLine("bench pairs --device jvm --threads 4 --pairs 1000 --capacity 2 --structures"
                + " BQ,BQ-fused --limit 30 --reps 2");
        assertThat(run.succeeded()).contains("passed");
    }

    @Test
    void badCapacityIsToldWithAStackTraceIfAskedFor() {
        var verbose = CommandRun.of("bench", "pairs", "--device", "jvm", "--capacity", "3", "--verbose");
        assertThat(verbose.code()).isEqualTo(2);
        assertThat(verbose.err()).contains("capacity 3").contains("\tat ");
    }

    @Test
    void withOnePerWarpTheOthersDoNothing() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench pairs --device sim --structures BQ --form one-per-warp --threads 80"
                + " --pairs 3 --limit 30 --reps 1 --out " + file);
        assertThat(run.succeeded()).contains("one-per-warp").contains("passed");
        assertThat(Files.readString(file)).contains("\"users\":3", "\"operations\":18");
    }

    @Test
    void whatTakesTooLongIsLeftOutAndSaysSo() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench pairs --device jvm --structures BQ --threads 1,2 --pairs 2000000 --limit"
                + " 0.001 --out " + file);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        var records = Files.readAllLines(file);
        assertThat(records).hasSize(2);
        assertThat(records.get(0)).contains("\"skipped\":\"");
        assertThat(records.get(1)).contains("\"repetitions\":0", "\"skipped\":\"left out since 1 threads: ");
        assertThat(run.out()).contains("skipped: left out since 1 threads: ");
    }
}
