package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphWriterTest {
    private static final int GRAPHS = 15;

    @TempDir
    private Path folder;

    /** Graphs of all sorts, with loops and vertices without edges, also the last ones. */
    private static WeightedGraph random(long seed) {
        var random = new SplittableRandom(seed);
        int vertices = 1 + random.nextInt(40);
        int used = 1 + random.nextInt(vertices);
        int[] pairs = random.ints(2L * (1 + random.nextInt(80)), 0, used).toArray();
        var graph = Graph.ofEdges("graph " + seed, vertices, random.nextBoolean(), pairs);
        int[] weights = new int[graph.edges()];
        for (int source = 0; source < vertices; source++) {
            for (int edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
                int target = graph.target(edge);
                int sum = graph.undirected() ? source + target : source + 2 * target;
                weights[edge] = sum % 7 == 0 ? Integer.MAX_VALUE - sum : sum;
            }
        }
        return WeightedGraph.of(graph, weights);
    }

    @ParameterizedTest
    @ValueSource(strings = {"g.wbg", "g.txt", "g.tsv.gz", "g.csv", "g.csv.gz", "g.mtx", "g.mtx.gz", "g.gr", "g.gr.gz"})
    void whatIsWrittenIsReadBack(String name) throws IOException {
        for (long seed = 0; seed < GRAPHS; seed++) {
            var graph = random(seed);
            var file = folder.resolve(name);
            graph.write(file);
            var read = GraphFile.read(file, ReadOptions.asWritten(), ReadProgress.NONE);
            assertThat(read.graph().sameRows(graph.rows())).as("seed %d", seed).isTrue();
            assertThat(read.graph().undirected())
                    .as("seed %d", seed)
                    .isEqualTo(graph.rows().undirected() && !name.contains(".gr"));
            assertThat(read.weighted()).isNotNull();
            assertThat(WeightedGraph.read(file).weights()).as("seed %d", seed).isEqualTo(graph.weights());

            graph.rows().write(file);
            assertThat(Graph.read(file).sameRows(graph.rows()))
                    .as("seed %d", seed)
                    .isTrue();
            var bare = GraphFile.read(file, ReadOptions.asWritten(), ReadProgress.NONE);
            if (name.contains(".gr")) {
                assertThat(WeightedGraph.read(file).weights()).containsOnly(1);
            } else {
                assertThat(bare.weighted()).isNull();
            }
        }
    }

    @Test
    void textsAreAsTheirFormatsWant() throws IOException {
        var graph = WeightedGraph.of(Graph.ofEdges("tri\nangle", 3, true, 0, 1, 1, 2), new int[] {10, 10, 7, 7});
        assertThat(written(graph, "g.txt"))
                .isEqualTo("# Undirected graph: tri angle\n# Nodes: 3 Edges: 2\n0 1 10\n1 2 7\n");
        assertThat(written(graph, "g.csv"))
                .isEqualTo("# Undirected graph: tri angle\n# Nodes: 3 Edges: 2\nsource,target,weight\n0,1,10\n1,2,7\n");
        assertThat(written(graph, "g.mtx"))
                .isEqualTo("%%MatrixMarket matrix coordinate integer symmetric\n% tri angle\n3 3 2\n2 1 10\n3 2 7\n");
        assertThat(written(graph, "g.gr")).isEqualTo("c tri angle\np sp 3 4\na 1 2 10\na 2 1 10\na 2 3 7\na 3 2 7\n");
    }

    private String written(WeightedGraph graph, String name) throws IOException {
        graph.write(folder.resolve(name));
        return Files.readString(folder.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"g", "g.xyz", "g.gz", "g.wbg.gz", ".hidden"})
    void nameThatTellsNoFormatIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> random(1).write(folder.resolve(name)))
                .withMessageContaining(name)
                .withMessageContaining(".wbg");
    }

    @Test
    void fileIsReplacedWholeAndNothingIsLeftBesideIt() throws IOException {
        var file = Files.writeString(folder.resolve("g.wbg"), "what was there");
        random(1).write(file);
        assertThat(Graph.read(file).sameRows(random(1).rows())).isTrue();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        assertThatThrownBy(() -> random(1).write(folder.resolve("missing").resolve("g.wbg")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"g.wbg", "g.mtx", "g.gr"})
    void graphWithoutEdgesKeepsThatItHasWeights(String name) throws IOException {
        var none = Files.writeString(
                folder.resolve("none.mtx"), "%%MatrixMarket matrix coordinate integer general\n5 5 0\n");
        var file = folder.resolve(name);
        GraphFile.read(none, ReadOptions.asWritten(), ReadProgress.NONE).write(file);
        assertThat(WeightedGraph.read(file).rows().vertices()).isEqualTo(5);
    }

    @Test
    void fileThatCannotBeWrittenIsNamedAsItWasGiven() throws IOException {
        var missing = folder.resolve("missing").resolve("g.txt");
        assertThatThrownBy(() -> random(1).write(missing))
                .hasMessage(missing + ": there is no folder " + missing.getParent() + "; make it first");
        var full = Files.createDirectories(folder.resolve("g.csv").resolve("inside"))
                .getParent();
        assertThatThrownBy(() -> random(1).write(full)).hasMessageStartingWith(full + ": ");
        var below = Files.writeString(folder.resolve("file"), "").resolve("g.mtx");
        assertThatThrownBy(() -> random(1).write(below)).hasMessageStartingWith(below + ": ");
    }
}
