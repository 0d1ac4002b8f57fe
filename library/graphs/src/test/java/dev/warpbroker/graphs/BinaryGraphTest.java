package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.graphs.ReadOptions.Direction;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BinaryGraphTest {
    /** Where the offsets of a graph with a short name begin. */
    private static final int OFFSETS = 64;

    private static final int VERTICES = 4;
    private static final int TARGETS = OFFSETS + 4 * (VERTICES + 1);

    private static final WeightedGraph GRAPH =
            WeightedGraph.of(Graph.ofEdges("small", VERTICES, false, 0, 1, 0, 2, 1, 3, 3, 3), new int[] {5, 6, 7, 8});

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        file = folder.resolve("small.wbg");
        GRAPH.write(file);
    }

    @Test
    void graphComesBackWithItsName() throws IOException {
        var read = WeightedGraph.read(file);
        assertThat(read.rows().sameRows(GRAPH.rows())).isTrue();
        assertThat(read.rows().name()).isEqualTo("small");
        assertThat(read.rows().undirected()).isFalse();
        assertThat(read.weights()).containsExactly(5, 6, 7, 8);
        assertThat(Graph.read(file).sameRows(GRAPH.rows())).isTrue();
    }

    @Test
    void contentTellsTheFormatWhateverTheName() throws IOException {
        var moved = Files.move(file, folder.resolve("graph.txt"));
        assertThat(Graph.read(moved).sameRows(GRAPH.rows())).isTrue();
    }

    @Test
    void graphOfManyBlocksComesBackFromAFileAndFromAStream() throws IOException {
        var graph = Rmat.graph500(15, 16, 3).graph(ReadProgress.NONE);
        int[] weights = new int[graph.edges()];
        for (int source = 0; source < graph.vertices(); source++) {
            for (int edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
                weights[edge] = source + graph.target(edge);
            }
        }
        assertThat(weights.length).isGreaterThan(3 << 18);
        var large = folder.resolve("large.wbg");
        WeightedGraph.of(graph, weights).write(large);
        var seen = new ArrayList<Long>();
        var read = WeightedGraph.read(large, ReadOptions.asWritten(), (bytes, ofBytes) -> {
            assertThat(ofBytes).isEqualTo(large.toFile().length());
            seen.add(bytes);
        });
        assertThat(seen).isSorted().doesNotHaveDuplicates();
        assertThat(seen.getLast()).isEqualTo(Files.size(large));
        assertThat(read.rows().sameRows(graph)).isTrue();
        assertThat(read.rows().undirected()).isTrue();
        assertThat(read.weights()).isEqualTo(weights);

        try (var in = Files.newInputStream(large)) {
            var piped = GraphReader.read(
                    "pipe", in, ReadOptions.asWritten(), GraphReader.Weights.IF_THERE, ReadProgress.NONE);
            assertThat(piped.rows().sameRows(graph)).isTrue();
            assertThat(piped.weights()).isEqualTo(weights);
        }
    }

    @Test
    void optionsChangeWhatIsRead() throws IOException {
        var options = ReadOptions.asWritten();
        var both = WeightedGraph.read(file, options.withDirection(Direction.UNDIRECTED), ReadProgress.NONE);
        assertThat(both.rows().sameRows(GRAPH.rows().asUndirected())).isTrue();
        assertThat(both.weights()).containsExactly(5, 6, 5, 7, 6, 7, 8);
        var withoutLoops = WeightedGraph.read(file, options.withSelfLoops(false), ReadProgress.NONE);
        assertThat(withoutLoops.weights()).containsExactly(5, 6, 7);
    }

    @Test
    void emptyGraphComesBack() throws IOException {
        var empty = folder.resolve("empty.wbg");
        Graph.ofEdges("", 0, true).write(empty);
        assertThat(Graph.read(empty).vertices()).isZero();
        assertThatThrownBy(() -> WeightedGraph.read(empty))
                .isInstanceOf(Graph.FormatException.class)
                .hasMessageContaining("no weights");
    }

    /** Changes a file, and makes its checksums right again. */
    private static Consumer<byte[]> signed(Consumer<byte[]> change) {
        return bytes -> {
            change.accept(bytes);
            var numbers = numbers(bytes);
            int[] ends = {OFFSETS, TARGETS, TARGETS + 4 * 4, TARGETS + 2 * 4 * 4};
            for (int part = 0; part < 3; part++) {
                var sum = new CRC32C();
                sum.update(bytes, ends[part], ends[part + 1] - ends[part]);
                numbers.putInt(32 + 4 * part, BinaryGraph.sum(new int[] {(int) sum.getValue()}));
            }
            numbers.putInt(48, BinaryGraph.headerSum(bytes, numbers.getInt(44)));
        };
    }

    private static Consumer<byte[]> put(int at, int value) {
        return bytes -> numbers(bytes).putInt(at, value);
    }

    private static ByteBuffer numbers(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                arguments(put(0, 0), "does not begin with the bytes that mark one"),
                arguments(put(8, 2), "version 2, and this program knows version 1 only; take a newer program"),
                arguments(put(8, 0), "version 0, and this program knows version 1 only"),
                arguments(put(16, 5), "header is damaged"),
                arguments(put(44, -1), "the name has -1 bytes"),
                arguments(put(44, 1 << 20), "the name has 1048576 bytes"),
                arguments(put(44, 4), "header is damaged"),
                arguments(put(OFFSETS + 4, 1), "checksum of its offsets"),
                arguments(put(TARGETS, 3), "checksum of its targets"),
                arguments(put(TARGETS + 4 * 4, 9), "checksum of its weights"),
                arguments(signed(put(12, 7)), "flags 7"),
                arguments(signed(put(16, 5)), "the file has 116 bytes, and should have 120; it is truncated"),
                arguments(signed(put(24, 3)), "the file has 116 bytes, and should have 108; it is damaged"),
                arguments(signed(put(20, 1)), "4294967300 vertices"),
                arguments(signed(put(28, -1)), "edges, and a graph can have"),
                arguments(signed(put(OFFSETS, 1)), "offsets begin with 0"),
                arguments(signed(put(OFFSETS + 4, 4)), "row of vertex 1 begins at 4 and ends before, at 3"),
                arguments(signed(put(OFFSETS + 16, 5)), "last row ends at 5, but there are 4 targets"),
                arguments(signed(put(TARGETS, 4)), "vertex 0 has target 4, which is outside 0..3"),
                arguments(signed(put(TARGETS + 8, -1)), "vertex 1 has target -1, which is outside 0..3"),
                arguments(signed(put(TARGETS + 4, 1)), "row of vertex 0 has target 1 after 1"),
                arguments(signed(put(TARGETS + 4, 0)), "row of vertex 0 has target 0 after 1"),
                arguments(signed(put(TARGETS + 4 * 4, -5)), "a weight is -5"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void damageIsNamed(Consumer<byte[]> damage, String reason) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        damage.accept(bytes);
        Files.write(file, bytes);
        assertThatThrownBy(() -> WeightedGraph.read(file))
                .isInstanceOf(Graph.FormatException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(reason);
    }

    @Test
    void signedFileIsStillAGraph() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        signed(_ -> {}).accept(bytes);
        assertThat(bytes).isEqualTo(Files.readAllBytes(file));
    }

    @Test
    void everyTruncationAndExtensionIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            Files.write(file, cut);
            assertThatThrownBy(() -> WeightedGraph.read(file))
                    .as("%d bytes", length)
                    .isInstanceOf(Graph.FormatException.class)
                    .hasMessageContaining(length < 8 ? "does not begin" : "truncated");
            assertThatThrownBy(() -> GraphReader.read(
                            "pipe.wbg",
                            new ByteArrayInputStream(cut),
                            ReadOptions.asWritten(),
                            GraphReader.Weights.ALL,
                            ReadProgress.NONE))
                    .as("%d bytes", length)
                    .isInstanceOf(Graph.FormatException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        Files.write(file, longer);
        assertThatThrownBy(() -> WeightedGraph.read(file)).hasMessageContaining("should have 116; it is damaged");
        assertThatThrownBy(() -> GraphReader.read(
                        "pipe",
                        new ByteArrayInputStream(longer),
                        ReadOptions.asWritten(),
                        GraphReader.Weights.ALL,
                        ReadProgress.NONE))
                .hasMessageContaining("more follows after 116 bytes");
    }

    @Test
    void textIsNoBinaryGraph() throws IOException {
        Files.writeString(file, "0 1\n");
        assertThatThrownBy(() -> Graph.read(file)).hasMessageContaining("does not begin with the bytes that mark one");
        var options = ReadOptions.asWritten().withFormat(GraphFormat.SNAP);
        assertThat(Graph.read(file, options, ReadProgress.NONE).edges()).isEqualTo(1);
    }
}
