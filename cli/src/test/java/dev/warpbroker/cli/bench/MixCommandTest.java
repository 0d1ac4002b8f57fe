package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void everyMixGroupAndNumberIsMeasured(String device) throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.of(
                "bench",
                "mix",
                "--device",
                device,
                "--threads",
                "40",
                "--structures",
                "BQ,BWD",
                "--mix",
                "80/20,10/90",
                "--operations",
                "300,100",
                "--groups",
                "32,64",
                "--limit",
                "30",
                "--reps",
                "1",
                "--out",
                file.toString());
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("BQ/BWD").contains("80/20").contains("10/90");
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(8);
        assertThat(Files.readAllLines(file)).hasSize(16);
    }

    @Test
    void aQueueThatServesOnlyTheThreadsItWasMadeForTakesPart() {
        var run = CommandRun.of(
                "bench",
                "mix",
                "--device",
                "jvm",
                "--structures",
                "WFQ",
                "--operations",
                "500",
                "--limit",
                "30",
                "--reps",
                "1");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(2);
    }

    @Test
    void groupsOfNobodyAreRefused() {
        var run = CommandRun.of("bench", "mix", "--device", "jvm", "--groups", "0");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("0 lanes per block; the smallest number is 1")
                .doesNotContain("\tat ");
    }

    @Test
    void aMixMustBeAHundred() {
        var run = CommandRun.of("bench", "mix", "--mix", "80/30");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("'80/30' is no mix").contains("80/20");
    }

    @Test
    void oneNumberOfThreadsIsAllowed() {
        var run = CommandRun.of("bench", "mix", "--device", "jvm", "--threads", "1,2");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--threads [1, 2]");
    }
}
