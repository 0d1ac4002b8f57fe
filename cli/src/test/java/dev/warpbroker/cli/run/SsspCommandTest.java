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

class SsspCommandTest {
    @TempDir
    private Path folder;

    private static CommandRun run(String command) {
        return CommandRun.ofLine("run sssp " + command + " --quiet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void roadsAreSearchedAndValidated(String device) {
        assertThat(run("road:12x10 --validate --delta 700 --weights 1..64 --device " + device)
                        .succeededQuietly())
                .contains("vertices   120", "weights    random, 1 to 64, seed 7", "delta      512", "reached    120")
                .contains("memory     ", "shortest paths", "farthest", "rounds", "valid");
    }

    @Test
    void fileIsSearchedFromItsBusiestVertexAndDistancesAreWritten() throws IOException {
        var file = Files.writeString(folder.resolve("edges.txt"), "0 1\n2 3\n2 4\n4 5\n");
        var csv = folder.resolve("distances.csv");
        assertThat(run(file + " --device jvm --weights 5..5 --out " + csv).succeeded())
                .contains("source     2", "reached    4", "farthest   10");
        assertThat(Files.readAllLines(csv))
                .containsExactly(
                        "vertex,distance,predecessor", "0,-1,-1", "1,-1,-1", "2,0,2", "3,5,2", "4,5,2", "5,10,4");
        assertThat(run(file + " --device jvm").err()).contains("has no weights");
    }

    @Test
    void weightsOfAFileAreTakenUnlessOthersAreGiven() throws IOException {
        var file = Files.writeString(folder.resolve("edges.txt"), "0 1 2.5\n1 2 4\n0 2 7\n");
        assertThat(run(file + " --device jvm").err()).contains("2.5");
        assertThat(run(file + " --device jvm --weight-scale 2 --source 0").out())
                .contains("weights    of the file", "farthest   13");
        assertThat(run(file + " --device jvm --weights 3..3 --source 0").out()).contains("farthest   3");
        assertThat(run("road:3x3 --device jvm --weight-scale 2").err()).contains("--weight-scale is for the weights");
    }
}
