package dev.warpbroker.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.WeightedGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
    @TempDir
    private Path folder;

    private CommandRun convert(String options, Path from, String to) {
        return CommandRun.ofLine("convert -q " + options + from + " " + folder.resolve(to));
    }

    @Test
    void graphIsWrittenAndSpeedIsPrinted() throws IOException {
        var file = Files.writeString(folder.resolve("roads.txt"), "0 1 5\n1 2 1000\n2 2 7\n");
        var run = convert("--undirected ", file, "roads.wbg");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .contains("vertices   3", "edges      5, undirected", "weights    5 to 1,000")
                .anyMatch(line -> line.matches("read +0.0 MB in .*, [0-9.,]+ MB/s"))
                .anyMatch(line -> line.matches("written +0.0 MB in .*, [0-9.,]+ MB/s"));
        var graph = WeightedGraph.read(folder.resolve("roads.wbg"));
        assertThat(graph.rows().undirected()).isTrue();
        assertThat(graph.rows().name()).isEqualTo("roads.txt");
        assertThat(convert("", folder.resolve("roads.wbg"), "again.gr").code()).isZero();
        assertThat(Files.readAllLines(folder.resolve("again.gr")))
                .containsExactly(
                        "c roads.txt", "p sp 3 5", "a 1 2 5", "a 2 1 5", "a 2 3 1000", "a 3 2 1000", "a 3 3 7");
    }

    @Test
    void weightsAreDroppedOrScaledIfAsked() throws IOException {
        var file = Files.writeString(folder.resolve("a.csv"), "0,1,0.5\n");
        convert("", file, "b.txt").assertFails(2, "line 1: weight 0.5 is not a whole number");
        assertThat(Files.exists(folder.resolve("b.txt"))).isFalse();
        assertThat(convert("--no-weights ", file, "b.txt").out()).contains("weights    none");
        assertThat(convert("--weight-scale 10 ", file, "c.txt").out()).contains("weights    5 to 5");
    }

    @Test
    void generatorAndStandardInputAreWritten() throws IOException {
        var run = convert("", Path.of("lattice:3"), "lattice.wbg");
        assertThat(run.out()).contains("made ", "vertices   27");
        assertThat(Graph.read(folder.resolve("lattice.wbg")).vertices()).isEqualTo(27);
        var before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("0 1\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(convert("", Path.of("-"), "piped.mtx").out()).contains("convert standard input to", "read ");
        } finally {
            System.setIn(before);
        }
        assertThat(Graph.read(folder.resolve("piped.mtx")).edges()).isEqualTo(1);
    }
}
