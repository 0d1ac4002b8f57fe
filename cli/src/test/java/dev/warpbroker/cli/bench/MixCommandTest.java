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
        var run = CommandRun.ofLine("bench mix --device " + device
                + " --threads 40 --structures BQ,BWD --mix 80/20,10/90 --operations 300,100"
                + " --groups 32,64 --limit 30 --reps 1 --out " + file);
        assertThat(run.succeeded()).contains("BQ/BWD").contains("80/20").contains("10/90");
        assertThat(run.out().lines().filter(line -> line.endsWith("passed"))).hasSize(8);
        assertThat(Files.readAllLines(file)).hasSize(16);
    }

    @Test
    void aQueueThatServesOnlyTheThreadsItWasMadeForTakesPart() {
        var run = CommandRun.ofLine("bench mix --device jvm --structures WFQ --operations 500 --limit 30 --reps 1");
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(2);
    }

    @Test
    void threadsAreWhereTheyAreWanted() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench mix --device sim --threads 128 --structures CAS-linked --mix 80/20"
                + " --operations 200 --groups 32,64 --multiprocessors any,near:1,far:2 --limit 30 --reps 1 --out "
                + file);
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(4);
        assertThat(run.out()).contains("2 multiprocessors; the device has 1: give 1 to 1");
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("nanosAlone")))
                .hasSize(4)
                .allMatch(line -> line.contains("\"multiprocessors\":1"));
    }
}
