package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRankCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun run(String command) {
        return CommandRun.ofLine("run pagerank " + command);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("edges.txt"), text).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rmat:7:4 --device jvm",
                "rmat:7:4 --device jvm --float --queue GQ --threads 3",
                "rmat:7:4 --device jvm --tolerance 1e-9 --queue BSQ",
                "rmat:5:2 --device sim --queue BWD",
                "rmat:5:2 --device sim --iterations 3",
                "rmat:7:4 --device jvm --engine queue --float",
                "rmat:7:4 --device jvm --engine pull --float --threads 2",
                "rmat:5:2 --device sim --tolerance 1e-6"
            })
    void ranksPassTheCheck(String command) {
        assertThat(run(command + " --check --quiet").succeededQuietly())
                .contains("check       passed", "edges/s", "iterations  ");
    }

    @Test
    void topAndFileHaveTheRanks() throws IOException {
        var csv = folder.resolve("ranks.csv");
        var run = run(file("0 2\n1 2\n2 3\n") + " --device jvm --top 2 --iterations 1 --csv " + csv);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        // All begin with 1/4: vertex 3 has no out-edges and gives 0.85/16 to each.
        var lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(5).first().isEqualTo("vertex,rank");
        assertThat(lines.get(3)).startsWith("2,0.515625");
        assertThat(lines.get(4)).startsWith("3,0.303125");
        assertThat(run.out()).containsPattern("1 +2 +0\\.5156250000 +1").containsPattern("2 +3 +0\\.3031250000 +0");
    }

    @Test
    void toleranceThatIsNotReachedIsSaid() {
        var run = run("rmat:6:3 --device jvm --iterations 2 --tolerance 1e-12");
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("the tolerance of 1.0E-12 was not reached in 2 iterations");
    }

    @Test
    void malformedFileIsRefusedWithItsLine() throws IOException {
        run(file("0 1\n1 x\n") + " --device jvm --quiet").assertFails(2, "edges.txt", "2");
    }
}
