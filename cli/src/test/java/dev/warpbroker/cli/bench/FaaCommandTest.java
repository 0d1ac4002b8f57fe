package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaaCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void measuresEveryAccessAgainstAReadByOneThread(String device) throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench faa --device " + device
                + " --threads 40,2 --rounds 7 --words 3 --reps 1 --limit 60 --out " + file);
        assertThat(run.succeeded().lines().filter(line -> line.endsWith("passed")))
                .hasSize(1 + 2 * 6);
        assertThat(Files.readAllLines(file))
                .hasSize(13)
                .allSatisfy(line -> assertThat(line).contains("\"observed\":{\"overhead\":"))
                .anySatisfy(line -> assertThat(line).contains("\"structure\":\"CAS loop\"", "\"operations\":280"));
    }
}
