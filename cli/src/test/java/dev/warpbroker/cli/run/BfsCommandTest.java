package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BfsCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun run(String command) {
        return CommandRun.ofLine("run bfs " + command + " --quiet");
    }

    @ParameterizedTest
    @CsvSource({
        "jvm, stealing, BQ",
        "jvm, queue, BQ",
        "jvm, async, locked-linked",
        "jvm, direction, BQ",
        "sim, direction, BQ",
        "sim, stealing, BQ",
        "sim, queue, BQ",
        "sim, async, CAS-linked"
    })
    void latticeIsSearchedAndValidated(String device, String variant, String queue) {
        assertThat(run("lattice:7 --validate --device " + device + " --variant " + variant
                                + (variant.equals("async") ? " --queue " + queue : ""))
                        .succeededQuietly())
                .contains("vertices   343", "edges      8,918", "reached    343", "depth      3", "edges/s", "valid")
                .contains(variant.equals("async") ? "async on " + queue : variant);
    }

    @Test
    void variantIsChosenByLookingAtTheGraphAndMemoryIsPlanned() {
        assertThat(run("road:6x6 --device sim --validate").out())
                .contains("chosen: async on BQ", "memory     ", "valid");
        assertThat(run("lattice:3 --device sim --validate").out()).contains("chosen: queue", "valid");
        assertThat(run("rmat:5:4 --device sim --validate").out()).contains("chosen: direction", "valid");
        assertThat(run("road:6x6 --device jvm --validate").out()).contains("chosen: direction", "valid");
    }

    @Test
    void generatedGraphIsSearchedFromItsFirstVertexWithAnEdge() {
        assertThat(run("rmat:10:4 --device jvm --validate").out())
                .contains("valid")
                .doesNotContain("source     0\n", "reached    1\n");
    }

    @Test
    void fileIsSearchedFromItsBusiestVertexAndDistancesAreWritten() throws IOException {
        var file = Files.writeString(folder.resolve("edges.txt"), "0 1\n2 3\n2 4\n4 5\n");
        var csv = folder.resolve("distances.csv");
        assertThat(run(file + " --device jvm --out " + csv).succeeded())
                .contains("source     2", "reached    4", "depth      2");
        assertThat(Files.readAllLines(csv))
                .containsExactly(
                        "vertex,distance,predecessor", "0,-1,-1", "1,-1,-1", "2,0,2", "3,1,2", "4,1,2", "5,2,4");
        assertThat(run(file + " --device jvm --source 1 --undirected").out()).contains("reached    2", "depth      1");
    }
}
