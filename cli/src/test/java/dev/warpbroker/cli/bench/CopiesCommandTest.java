package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopiesCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void measuresAllKindsOfMemoryThePipelineAndRecords(String device, @TempDir Path folder) throws IOException {
        var file = folder.resolve("copies.jsonl");
        var run = CommandRun.ofLine(
                "bench copies --device " + device + " --bytes 4096,65536 --reps 2 --chunk-bytes 1024 --out " + file);
        assertThat(run.succeeded())
                .contains(
                        "pinned segment, to the device",
                        "heap array, from the device",
                        "native segment, to the device",
                        "mapped file, from the device",
                        "pipeline, one after the other",
                        "pipeline, overlapping",
                        "records of 16 bytes, word by word",
                        "records of 16 bytes, at once")
                .doesNotContain("FAILED");
        assertThat(Files.readAllLines(file))
                .hasSize(2 * 2 * 4 + 2 + 2)
                .allSatisfy(line -> assertThat(line).startsWith("{\"experiment\":\"copies\""));
    }
}
