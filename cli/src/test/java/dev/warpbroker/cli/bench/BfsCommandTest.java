package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BfsCommandTest {
    @TempDir
    private Path folder;

    private CommandRun bench(String options) {
        return CommandRun.ofLine("bench bfs --quiet --reps 2 --warmup 1 " + options);
    }

    @Test
    void everyVariantAndQueueIsMeasuredAndReported() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = bench(
                "--device jvm --threads 1,2 --graphs lattice:8,lattice:10:p=0.5,road:20x20 --queue-graph lattice:6"
                        + " --out " + file);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        int searches = 4 * 3 * 2 + QueueKind.values().length;
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

        CommandRun.of("report", folder.toString()).succeeded();
        assertThat(folder.resolve("bfs.svg")).exists();
        try (var files = Files.list(folder)) {
            var page = files.filter(path -> path.toString().endsWith(".html"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readString(page))
                    .contains("Asynchronous search on every queue, lattice:6", "async on CAS-linked");
        }
    }

    @Test
    void variantThatIsChosenByLookingAtTheGraphIsMeasured() {
        var run = CommandRun.ofLine(
                "bench bfs --device jvm --quiet --reps 1 --variants auto --no-queues --threads 1,2 --graphs road:9x9");
        assertThat(run.succeeded().lines().filter(line -> line.contains("auto") && line.endsWith("passed")))
                .hasSize(2);
    }

    @Test
    void allThreadsAreANumberInRecordsAndOnPlots() throws IOException {
        int processors = Runtime.getRuntime().availableProcessors();
        CommandRun.ofLine("bench bfs --device jvm --quiet --reps 1 --variants stealing --no-queues --threads "
                        + processors + " --graphs lattice:5,lattice:6 --out " + folder.resolve("results.jsonl"))
                .succeeded();
        assertThat(Files.readAllLines(folder.resolve("results.jsonl")))
                .filteredOn(line -> line.contains("\"stealing\""))
                .hasSize(2)
                .allMatch(line -> line.contains("\"threads\":" + processors + ","));
        assertPlots();

        // Older records say 0.
        var old = Files.readString(folder.resolve("results.jsonl"))
                .replace("\"threads\":" + processors + ",", "\"threads\":0,");
        Files.writeString(folder.resolve("results.jsonl"), old);
        assertPlots();
    }

    private void assertPlots() throws IOException {
        var report = CommandRun.of("report", folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(Files.readString(folder.resolve("report.html"))).doesNotContain("NaN");
        assertThat(Files.readString(folder.resolve("bfs.svg")))
                .contains(
                        "stealing, p = 1, 5 vertices along each axis",
                        "stealing, p = 1, 6 vertices along each axis",
                        "sequential, p = 1, 5 vertices along each axis");
    }

    @Test
    void aGraphThatCannotBeReadDoesNotEndTheExperiment() throws IOException {
        var broken = Files.writeString(folder.resolve("broken.txt"), "0 1\n1 x\n");
        var run = bench("--device jvm --threads 1 --no-queues --graphs " + broken + ",lattice:4");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("every search", "run FAILED: ");
        assertThat(run.out().lines().filter(line -> line.startsWith("lattice:4")))
                .hasSize(5);
        assertThat(run.err()).contains("1 of 6 rows failed").doesNotContain("\tat ");
    }

    @Test
    void aGraphThatDoesNotFitTheHeapIsLeftOut() {
        // 26 neighbours of 4 bytes for each vertex.
        int extent = (int) Math.cbrt(Runtime.getRuntime().maxMemory() / 104.0) + 1;
        var run = bench("--device jvm --threads 1 --no-queues --graphs lattice:" + extent + ",lattice:4");
        assertThat(run.succeeded())
                .containsPattern("lattice:" + extent + ".*every search.*skipped: .*lattice:" + extent);
        assertThat(run.out().lines().filter(line -> line.startsWith("lattice:4")))
                .hasSize(5);
    }

    @Test
    void presetOfTheSimulatorIsSmall() {
        var run = bench("--device sim --structures BQ,locked-linked");
        assertThat(run.succeeded())
                .contains("lattice:5", "road:10x10", "async on locked-linked")
                .doesNotContain("sequential");
    }
}
