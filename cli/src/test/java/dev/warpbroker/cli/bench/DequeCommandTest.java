package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DequeCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"jvm, 1", "sim, 1", "jvm, 8", "sim, 8"})
    void everySetupStructureAndNumberOfWorkersIsMeasuredAndReported(String device, String chunk) throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench deque --device " + device
                + " --threads 1,3 --elements 30 --added 20 --chunk " + chunk + " --limit 30 --reps 1 --out " + file);
        assertThat(run.succeeded()).contains("locked").contains("ABP").contains("Chase-Lev");
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(18);
        assertThat(Files.readAllLines(file))
                .hasSize(18)
                .allSatisfy(line -> assertThat(line).contains("\"attempts\":").contains("\"leastAcquired\":"));

        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("setup iii, 30 elements: throughput of deques")
                .contains("over locked (thesis)");
    }

    @Test
    void ratiosOfTheThesisStandBesideOurs() {
        var run = CommandRun.of("bench", "deque", "--device", "jvm", "--threads", "2", "--elements", "500");
        assertThat(run.out()).contains("over locked (thesis)").containsPattern("[0-9] \\(0\\.47\\)");
    }

    @Test
    void everyLaneCanBeAWorker() {
        var run = CommandRun.ofLine("bench deque --device sim --threads 33 --elements 5 --every-lane --structures ABP"
                + " --limit 30 --reps 1");
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(3);
    }
}
