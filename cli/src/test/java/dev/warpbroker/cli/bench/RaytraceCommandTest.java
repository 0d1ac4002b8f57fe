package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.cli.report.Samples;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaytraceCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun bench(String options) {
        return CommandRun.ofLine("bench raytrace --quiet " + options);
    }

    @Test
    void schemesTilesAndCamerasAreMeasuredAndChecked() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = bench(
                "--device jvm --size 16x12 --cameras 1,3 --tiles 2,8 --threads 1,2 --reps 2 --warmup 0 --accelerator"
                        + " bvh --out " + file);
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(48);
        var rows = ResultFile.read(file, Samples::unexpected).stream()
                .map(ResultLine::measurement)
                .toList();
        assertThat(rows).hasSize(48).allSatisfy(row -> {
            assertThat(row.checks()).extracting(CheckResult::name).containsExactly("image");
            assertThat(row.operations()).isGreaterThan(16 * 12);
            assertThat(row.parameters()).containsEntry("width", 16L).containsEntry("height", 12L);
        });
        assertThat(rows.stream().map(Measurement::structure).distinct())
                .containsExactlyInAnyOrder("static", "central", "thesis", "stealing", "sorted", "scheduler");
        assertThat(rows)
                .filteredOn(row -> "tiles".equals(row.parameters().get("sweep")))
                .hasSize(24)
                .allSatisfy(row -> assertThat(row.parameters()).containsEntry("workers", 2L));
        assertThat(rows)
                .filteredOn(row -> "workers".equals(row.parameters().get("sweep")))
                .extracting(row -> row.parameters().get("workers"))
                .containsOnly(1L, 2L);
        assertThat(rows)
                .filteredOn(row -> Long.valueOf(1).equals(row.parameters().get("camera")))
                .extracting(Measurement::operations)
                .as("every scheme traces the same rays")
                .containsOnly(rows.getFirst().operations());
    }

    @Test
    void bothAcceleratorsAreMeasured() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = bench(
                "--device jvm --size 8 --cameras 3 --tiles 4 --threads 1 --schemes static,sorted --reps 1 --warmup 0"
                        + " --out " + file);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        var rows = ResultFile.read(file, Samples::unexpected).stream()
                .map(ResultLine::measurement)
                .toList();
        assertThat(rows)
                .extracting(row -> row.parameters().get("accelerator") + " " + row.structure())
                .containsExactlyInAnyOrder("octree static", "octree sorted", "bvh static", "bvh sorted");
        assertThat(rows)
                .extracting(Measurement::operations)
                .as("the rays are the same with both")
                .containsOnly(rows.getFirst().operations());
    }

    @Test
    void whatExplainsTimesIsMeasuredBesideThem() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = bench("--device jvm --size 16 --cameras 3 --tiles 4,8 --threads 2 --schemes static,thesis,scheduler"
                + " --reps 1 --warmup 0 --accelerator bvh --balance --yardsticks --out " + file);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        var rows = ResultFile.read(file, Samples::unexpected).stream()
                .map(ResultLine::measurement)
                .toList();
        assertThat(rows)
                .extracting(Measurement::structure)
                .containsExactlyInAnyOrder(
                        "static",
                        "thesis",
                        "scheduler",
                        "static",
                        "thesis",
                        "scheduler",
                        "multiply-adds",
                        "scattered reads");
        assertThat(rows).allMatch(Measurement::passed).allMatch(row -> row.operations() > 0);
        assertThat(rows)
                .filteredOn(row -> row.observed().containsKey("workersAtOnce"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.observed()).containsKeys("lanesWithRays", "mostOverMeanBusy"));
        assertThat(rows)
                .filteredOn(row -> row.structure().equals("static"))
                .allSatisfy(row -> assertThat(row.observed()).containsKey("mostOverMeanRays"));
    }

    @Test
    void hardwareSchedulingOnTheSimulator() {
        var run = bench(
                "--device sim --size 4 --cameras 1 --tiles 4 --schemes static,hardware --depth 2 --reps 1 --warmup 0");
        assertThat(run.succeeded()).contains("hardware");
    }
}
