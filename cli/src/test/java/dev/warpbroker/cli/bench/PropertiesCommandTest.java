package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PropertiesCommandTest {
    @TempDir
    private Path folder;

    @Test
    void theTableIsFilledWithEvidenceForEveryNo() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench properties --device sim --structures BQ,BSQ --threads 64 --pairs 2 --seeds"
                + " 20 --limit 60 --out " + file);
        assertThat(run.succeeded())
                .containsPattern("linearizability +• *\n")
                .contains("BSQ, linearizability: no; history", "├", "claims none")
                .containsPattern("highly scalable .*•") // the faster one; how fast the other is depends on the machine
                .doesNotContain("BQ, linearizability: no; history 21");
        assertThat(Files.readAllLines(file))
                .hasSize(2 * 8)
                .anySatisfy(line -> assertThat(line)
                        .contains("\"structure\":\"BQ\",\"property\":\"linearizability\",\"verdict\":\"yes\""));

        var report = CommandRun.of("report", folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains(
                        "## What each queue promises · Warpbroker simulator",
                        "| linearizability | • |  |",
                        "    thread  operation")
                .contains("| highly scalable |  |  |  |  | • | • | • | • | • |  |  | • | • |");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("<pre>", "├");
    }
}
