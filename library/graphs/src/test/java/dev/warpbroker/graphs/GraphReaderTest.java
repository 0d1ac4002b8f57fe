package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.graphs.ReadOptions.Direction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphReaderTest {
    private static final String SNAP = """
        # a comment
        0\t1
        1 2
        2\t0
        2\t2
        0 1
        """;
    private static final String MATRIX = """
        %%MatrixMarket matrix coordinate pattern general
        % comment
        3 3 5
        1 2
        2 3
        3 1
        3 3
        1 2
        """;
    private static final String DIMACS = """
        c comment
        p sp 3 5
        a 1 2 7
        c more
        a 2 3 1
        a 3 1 9
        a 3 3 0
        a 1 2 8
        """;

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path packed(String name, String... members) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (String member : members) {
            try (var gzip = new GZIPOutputStream(bytes)) {
                gzip.write(member.getBytes(StandardCharsets.UTF_8));
            }
        }
        return Files.write(folder.resolve(name), bytes.toByteArray());
    }

    private static Graph read(Path file) throws IOException {
        return Graph.read(file);
    }

    private static Graph read(Path file, ReadOptions options) throws IOException {
        return Graph.read(file, options, ReadProgress.NONE);
    }

    private static Graph expected(boolean undirected) {
        return Graph.ofEdges("expected", 3, undirected, 0, 1, 1, 2, 2, 0, 2, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {SNAP, MATRIX, DIMACS})
    void everyFormatGivesTheSameGraphPlainAndPacked(String text) throws IOException {
        assertThat(read(file("plain.txt", text)).sameRows(expected(false))).isTrue();
        assertThat(read(packed("packed.gz", text)).sameRows(expected(false))).isTrue();
        assertThat(read(packed("packed", text)).sameRows(expected(false))).isTrue();
        assertThat(read(file("plain.gz", text)).sameRows(expected(false))).isTrue();
        assertThat(read(file("dos.txt", text.replace("\n", "\r\n"))).sameRows(expected(false)))
                .isTrue();
        assertThat(read(file("open.txt", text.stripTrailing())).sameRows(expected(false)))
                .isTrue();
        assertThat(read(file("blank.txt", text.replace("\n", " \n \n"))).sameRows(expected(false)))
                .isTrue();
    }

    @Test
    void gzipFileOfSeveralMembersIsReadToItsEnd() throws IOException {
        assertThat(read(packed("two.gz", "0 1\n1 ", "2\n2 0\n2 2\n")).sameRows(expected(false)))
                .isTrue();
    }

    @Test
    void graphIsNamedAfterItsFile() throws IOException {
        assertThat(read(packed("three.txt.gz", SNAP)).name()).isEqualTo("three.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {SNAP, MATRIX, DIMACS})
    void edgesLeadBothWaysIfAsked(String text) throws IOException {
        var graph = read(file("graph", text), ReadOptions.asWritten().withDirection(Direction.UNDIRECTED));
        assertThat(graph.sameRows(expected(true))).isTrue();
        assertThat(graph.undirected()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {SNAP, MATRIX, DIMACS})
    void loopsAreDroppedIfAsked(String text) throws IOException {
        var graph = read(file("graph", text), ReadOptions.asWritten().withSelfLoops(false));
        assertThat(graph.sameRows(Graph.ofEdges("expected", 3, false, 0, 1, 1, 2, 2, 0)))
                .isTrue();
    }

    @Test
    void symmetricMatrixIsAnUndirectedGraph() throws IOException {
        var text = """
            %%MatrixMarket matrix coordinate real symmetric
            3 3 3
            2 1 1.5
            3 2 -2e-3
            3 3 +.5
            """;
        var file = file("symmetric.mtx", text);
        var lower = new int[] {1, 0, 2, 1, 2, 2};
        assertThat(read(file).sameRows(Graph.ofEdges("", 3, true, lower))).isTrue();
        assertThat(read(file).undirected()).isTrue();
        assertThat(read(file, ReadOptions.asWritten().withDirection(Direction.DIRECTED))
                        .sameRows(Graph.ofEdges("", 3, false, lower)))
                .isTrue();
    }

    @Test
    void bannerMayBeInAnyCase() throws IOException {
        assertThat(read(file("a", MATRIX.replace("matrix coordinate", "Matrix COORDINATE")))
                        .vertices())
                .isEqualTo(3);
    }

    @Test
    void edgeListThatSaysItIsUndirectedIs() throws IOException {
        assertThat(read(file("a", "# Undirected graph: a\n0 1\n")).edges()).isEqualTo(2);
        assertThat(read(file("b", "# Directed graph (each unordered pair of nodes is saved once): b\n0 1\n"))
                        .edges())
                .isEqualTo(1);
    }

    @Test
    void numbersOfEdgeListsAreKept() throws IOException {
        var graph = read(file("sparse", "7 3\n"));
        assertThat(graph.vertices()).isEqualTo(8);
        assertThat(graph.neighbours(7)).containsExactly(3);
        assertThat(read(file("declared", "# Nodes: 12 Edges: 1\n7 3\n")).vertices())
                .isEqualTo(12);
        assertThat(read(file("more", "# Nodes: 2 Edges: 1\n7 3\n")).vertices()).isEqualTo(8);
    }

    @Test
    void verticesWithoutEdgesAreThereIfTheHeaderDeclaresThem() throws IOException {
        assertThat(read(file("a", "p sp 9 1\na 1 2 3\n")).vertices()).isEqualTo(9);
        assertThat(read(file("b", "p sp 4 0\n")).edges()).isZero();
    }

    @Test
    void nameTellsTheFormatWhereTheFirstLineDoesNot() throws IOException {
        assertThatThrownBy(() -> read(file("a.mtx", "3 3 1\n1 2\n"))).hasMessageContaining("Matrix Market");
        assertThatThrownBy(() -> read(packed("a.gr.gz", "1 2 3\n"))).hasMessageContaining("p sp");
        assertThat(read(file("a.txt", "1 2\n")).vertices()).isEqualTo(3);
    }

    @Test
    void commasTellTheFormatAfterComments() throws IOException {
        String text = "# Undirected graph: three\n# Nodes: 3 Edges: 2\nsource,target\n0,1\n1,2\n";
        var graph = read(file("three", text));
        assertThat(graph.sameRows(Graph.ofEdges("three", 3, true, 0, 1, 1, 2))).isTrue();
        assertThatThrownBy(
                        () -> read(file("three", text), ReadOptions.asWritten().withFormat(GraphFormat.SNAP)))
                .hasMessageContaining("line 3: source \"source,target\" is not a vertex");
    }

    @Test
    void givenFormatIsTakenWhateverTheFileLooksLike() throws IOException {
        var options = ReadOptions.asWritten().withFormat(GraphFormat.SNAP);
        assertThat(read(file("a.gr", "1 2\n"), options).vertices()).isEqualTo(3);
        assertThatThrownBy(() -> read(file("b.gr", DIMACS), options))
                .isInstanceOf(Graph.FormatException.class)
                .hasMessageContaining("line 1: source \"c\" is not a vertex");
    }

    @Test
    void filesOfManyChunksAreReadWhole() throws IOException {
        var random = new SplittableRandom(5);
        var text = new StringBuilder();
        int[] pairs = new int[600_000];
        for (int i = 0; i < pairs.length; i += 2) {
            pairs[i] = random.nextInt(50_000);
            pairs[i + 1] = random.nextInt(50_000);
            text.append(pairs[i]).append('\t').append(pairs[i + 1]).append('\n');
        }
        assertThat(text.length()).isGreaterThan(3 * LineInput.CHUNK);
        var graph = Graph.ofEdges("", 50_000, true, pairs);
        var options = ReadOptions.asWritten().withDirection(Direction.UNDIRECTED);
        assertThat(read(file("plain", text.toString()), options).sameRows(graph))
                .isTrue();
        assertThat(read(packed("packed", text.toString()), options).sameRows(graph))
                .isTrue();

        var broken = file("broken", text + "17\n1 x\n");
        assertThatThrownBy(() -> read(broken)).isInstanceOfSatisfying(Graph.FormatException.class, failure -> {
            assertThat(failure.line()).isEqualTo(300_001);
            assertThat(failure.file()).isEqualTo(broken.toString());
            assertThat(failure.reason()).contains("target is missing");
        });
    }

    @Test
    void progressGoesUpToTheSizeOfTheFile() throws IOException {
        var file = packed("packed", SNAP + "# comment comment\n".repeat(200_000));
        var seen = new ArrayList<Long>();
        Graph.read(file, ReadOptions.asWritten(), (bytes, ofBytes) -> {
            assertThat(ofBytes).isEqualTo(file.toFile().length());
            seen.add(bytes);
        });
        assertThat(seen).isSorted().doesNotHaveDuplicates();
        assertThat(seen.getLast()).isEqualTo(Files.size(file));
    }

    @Test
    void missingFileAndDirectoryAreRefused() {
        assertThatThrownBy(() -> read(folder.resolve("missing"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(Graph.FormatException.class)
                .hasMessageContaining("directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1\n1,2\n2,0\n2,2\n", "from,to\n0,1\n1,2\n2,0\n2,2\n", SNAP, MATRIX, DIMACS})
    void aByteOrderMarkIsNoPartOfTheFirstLine(String text) throws IOException {
        assertThat(read(file("marked", "\uFEFF" + text)).sameRows(expected(false)))
                .isTrue();
        assertThat(read(packed("marked.gz", "\uFEFF" + text)).sameRows(expected(false)))
                .isTrue();
    }
}
