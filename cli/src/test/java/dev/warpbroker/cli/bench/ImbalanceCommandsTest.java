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

class ImbalanceCommandsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void bothSettingsOfThePaperAreRun(String device) throws IOException {
        var file = folder.resolve("results.jsonl");
        CommandRun.ofLine("bench imbalance --device " + device
                        + " --threads 40 --most-pairs 4 --structures BQ,BSQ --limit 30 --reps 1 --fma 3 --out " + file)
                .succeeded();
        assertThat(Files.readAllLines(file))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).contains("\"capacity\":256", "\"full\":0", "\"passed\":true"))
                .anySatisfy(line -> assertThat(line).contains("\"pDeq\":0.25,\"pEnq\":0.5"))
                .anySatisfy(line -> assertThat(line).contains("\"pDeq\":0.5,\"pEnq\":0.25"));
    }

    @Test
    void theSameSeedMakesTheSameOperations() throws IOException {
        assertThat(operations("7")).isEqualTo(operations("7")).isNotEqualTo(operations("8"));
    }

    private String operations(String seed) throws IOException {
        var file = folder.resolve(seed + System.nanoTime() + ".jsonl");
        CommandRun.ofLine("bench imbalance --device jvm --threads 9 --structures BQ --p-enq 0.5 --seed " + seed
                + " --limit 30 --reps 1 --out " + file);
        String line = Files.readString(file);
        return line.substring(line.indexOf("\"operations\":"), line.indexOf("\"operationsPerSecond\":"));
    }

    @Test
    void whatWasFilledInBeforeComesOutOrStays() throws IOException {
        var file = folder.resolve("results.jsonl");
        CommandRun.ofLine("bench prefilled --device sim --threads 33 --structures BWD --prefill 50 --p-enq"
                        + " 0 --p-deq 1 --most-pairs 1 --limit 30 --reps 1 --out " + file)
                .succeeded();
        assertThat(Files.readString(file)).contains("\"prefill\":50", "\"accepted\":50,\"empty\":0");
    }

    @Test
    void variantsGoOverRatiosWithAndWithoutWork() {
        var run = CommandRun.ofLine(
                "bench variants --device jvm --threads 3 --most-pairs 20 --ratios 0.5,4 --limit 30 --reps 1");
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(3 * 2 * 2);
        assertThat(run.out()).contains("0.125").contains("320");
    }
}
