package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchCommandTest {
    @Test
    void measuresLaunchesAndCompilations(@TempDir Path folder) throws IOException {
        var file = folder.resolve("launch.jsonl");
        var run = CommandRun.ofLine("bench launch --device jvm --launches 200 --compilations 2 --out " + file);
        assertThat(run.succeeded())
                .contains(
                        "compilation of BQ, cold",
                        "compilation of BQ, warm",
                        "empty kernel, launch ",
                        "empty kernel, launch and join",
                        "kernel with 4 handles, launch ",
                        "kernel with 4 handles, launch and join");
        assertThat(Files.readAllLines(file))
                .hasSize(6)
                .allSatisfy(line -> assertThat(line).startsWith("{\"experiment\":\"launch\""));
    }
}
