package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedGraphTest {
    private static final String BANNER = "%%MatrixMarket matrix coordinate pattern general\n";

    @TempDir
    private Path folder;

    private static void assertRefused(Path file, long line, String reason) {
        assertThatThrownBy(() -> Graph.read(file)).isInstanceOfSatisfying(Graph.FormatException.class, failure -> {
            assertThat(failure.reason()).contains(reason);
            assertThat(failure.line()).isEqualTo(line);
            assertThat(failure).hasMessageStartingWith(file + (line > 0 ? ", line " + line + ": " : ": "));
        });
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("", 0, "empty"),
                arguments("\n", 1, "no edge"),
                arguments("# only\n# comments\n", 2, "no edge"),
                arguments("0 1\n0\n", 2, "target is missing"),
                arguments("0 1\n\n0 \t\r\n", 3, "target is missing"),
                arguments("0 1\n0 1 2\n", 2, "\"2\" follows the edge"),
                arguments("0 1 2\n0 1\n", 2, "weight is missing; expected \"source target weight\""),
                arguments("0 1 2\n0 1 x\n", 2, "weight \"x\" is not a number"),
                arguments("0 1 2\n0 1 2 3\n", 2, "\"3\" follows the edge"),
                arguments("0 1 2 3\n", 1, "\"3\" follows the edge"),
                arguments("0,1\n0,x\n", 2, "target \"x\" is not a vertex; expected \"source,target\""),
                arguments("0,1\n,1\n", 2, "source \",1\" is not a vertex"),
                arguments("0,1\n0,\n", 2, "target is missing"),
                arguments("0,1\n0\n", 2, "target is missing"),
                arguments("0,1\n0 1\n", 2, "\"1\" is where ',' should be"),
                arguments("0,1\n0;1\n", 2, "source \"0;1\" is not a vertex"),
                arguments("0,1\n0,1,2\n", 2, "\",2\" follows the edge"),
                arguments("from,to\nberlin,paris\n", 2, "source \"berlin\" is not a vertex"),
                arguments("from,to\n", 1, "no edge"),
                arguments("% bip weighted\n1 1 1\n", 1, "bipartite"),
                arguments("% sym unweighted\n0 1\n", 2, "source 0 is outside 1.."),
                arguments("% sym unweighted\n% 1 3 3\n1 4\n", 3, "target 4 is outside 1..3, the vertices that line 2"),
                arguments("% sym unweighted\n% 2 3 3\n1 3\n", 2, "2 edges are declared here"),
                arguments("% sym unweighted\n% 2 3000000000 3\n1 3\n", 2, "3000000000 vertices are more"),
                arguments("% asym weighted\n1 2 3 4\n1 2 3\n", 3, "time is missing"),
                arguments("% asym weighted\n1 2 3 4 5\n", 2, "\"5\" follows the edge"),
                arguments("0 1\nx 1\n", 2, "source \"x\" is not a vertex"),
                arguments("0 1\n1 1.5\n", 2, "target \"1.5\" is not a vertex"),
                arguments("0 1\n1 +5\n", 2, "target \"+5\" is not a vertex"),
                arguments("0 1\n1 -\n", 2, "target \"-\" is not a vertex"),
                arguments("0 1\n-3 1\n", 2, "source -3 is outside 0.." + (Graph.MAX_VERTICES - 1)),
                arguments("0 1\n0 2147483647\n", 2, "target 2147483647 is outside 0.." + (Graph.MAX_VERTICES - 1)),
                arguments("0 1\n0 " + Graph.MAX_VERTICES + "\n", 2, "target " + Graph.MAX_VERTICES + " is outside"),
                arguments("0 99999999999999999999999\n", 1, "target 99999999999999999999999 is outside"),
                arguments("0 1\n\0\0\0\0\n", 2, "is not a vertex"),
                arguments("# Nodes: 3 Edges: 3\n0 1\n1 2\n", 1, "3 edges are declared here, but"),
                arguments("#\n# Nodes: 3 Edges: 1\n0 1\n1 2\n", 2, "hold 2"),
                arguments(
                        "# Nodes: 3000000000 Edges: 1\n0 1\n",
                        1,
                        "3000000000 nodes are more than " + Graph.MAX_VERTICES),
                arguments("# Nodes: 3 Edges: 99999999999999999999\n0 1\n", 1, "99999999999999999999 edges are more"),
                arguments("%\n1 2\n", 1, "begins with"),
                arguments("%%MatrixMarket matrix coordinate pattern\n1 1 0\n", 1, "begins with"),
                arguments("%%MatrixMarket vector coordinate pattern general\n", 1, "\"vector\" cannot be read"),
                arguments("%%MatrixMarket matrix array real general\n", 1, "\"array\" cannot be read"),
                arguments("%%MatrixMarket matrix coordinate complex general\n", 1, "\"complex\" cannot be read"),
                arguments("%%MatrixMarket matrix coordinate real hermitian\n", 1, "\"hermitian\" cannot be read"),
                arguments(BANNER, 2, "truncated"),
                arguments(BANNER + "% x\n", 3, "truncated"),
                arguments(BANNER + "3 3\n", 2, "rows, columns and entries"),
                arguments(BANNER + "3 x 1\n", 2, "\"x\" should be the number of columns"),
                arguments(BANNER + "-3 3 1\n", 2, "\"-3\" should be the number of rows"),
                arguments(BANNER + "3 4 1\n", 2, "3 rows and 4 columns"),
                arguments(BANNER + "3000000000 3000000000 1\n", 2, "3000000000 rows are more"),
                arguments(BANNER + "3 3 2\n1 2\n", 2, "2 edges are declared here"),
                arguments(BANNER + "3 3 1\n1 2\n2 3\n", 2, "hold 2"),
                arguments(BANNER + "3 3 1\n0 2\n", 3, "source 0 is outside 1..3, the vertices that line 2 declares"),
                arguments(BANNER + "3 3 1\n1 4\n", 3, "target 4 is outside 1..3"),
                arguments(BANNER + "3 3 1\n1 2 0.5\n", 3, "\"0.5\" follows the edge"),
                arguments(BANNER.replace("pattern", "real") + "3 3 1\n1 2\n", 3, "value is missing"),
                arguments(BANNER.replace("pattern", "real") + "3 3 1\n1 2 x\n", 3, "value \"x\" is not a number"),
                arguments("c x\n", 2, "truncated"),
                arguments("a 1 2 3\n", 1, "should be \"p sp"),
                arguments("p edge 3 1\ne 1 2\n", 1, "should be \"p sp"),
                arguments("p sp 3\n", 1, "should be \"p sp"),
                arguments("p sp 3 1\n1 2 3\n", 2, "\"1\" begins no line"),
                arguments("p sp 3 1\narc 1 2 3\n", 2, "\"arc\" begins no line"),
                arguments("p sp 3 1\np sp 3 1\n", 2, "\"p\" begins no line"),
                arguments("p sp 3 1\na\n", 2, "source is missing"),
                arguments("p sp 3 1\na 1 2\n", 2, "weight is missing"),
                arguments("p sp 3 1\na 1 4 1\n", 2, "target 4 is outside 1..3, the vertices that line 1 declares"),
                arguments("p sp 3 1\na 0 1 1\n", 2, "source 0 is outside 1..3"),
                arguments("p sp 3 2\na 1 2 1\n", 1, "truncated"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void wrongLineIsNamedWithItsReason(String text, long line, String reason) throws IOException {
        assertRefused(Files.writeString(folder.resolve("graph"), text), line, reason);
    }

    @Test
    void greatNumberThatMakesTheGraphTooLargeForTheHeapIsRefused() throws IOException {
        long tooGreat = Runtime.getRuntime().maxMemory() / Integer.BYTES + 1;
        assumeTrue(tooGreat < Graph.MAX_VERTICES, "the heap is large enough for every number");
        var file = Files.writeString(folder.resolve("sparse"), "0 " + tooGreat + "\n");
        assertThatThrownBy(() -> Graph.read(file))
                .isInstanceOf(Graph.TooLargeException.class)
                .hasMessageContaining("sparse with " + (tooGreat + 1) + " vertices")
                .hasMessageContaining((tooGreat + 2) * Integer.BYTES + " bytes on the heap");
    }

    @Test
    void firstOfSeveralWrongLinesIsNamed() throws IOException {
        var text = "0 1\n".repeat(400_000) + "wrong\n" + "0 1\n".repeat(400_000) + "also wrong\n";
        assertRefused(Files.writeString(folder.resolve("graph"), text), 400_001, "\"wrong\"");
    }

    @Test
    void lineThatDoesNotEndIsNoText() throws IOException {
        byte[] bytes = new byte[3 * LineInput.CHUNK];
        Arrays.fill(bytes, (byte) '7');
        assertRefused(Files.write(folder.resolve("first"), bytes), 1, "not a text file");
        byte[] begin = "0 1\n1 2\n".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(begin, 0, bytes, 0, begin.length);
        assertRefused(Files.write(folder.resolve("third"), bytes), 3, "not a text file");
    }

    @Test
    void truncatedOrDamagedGzipIsRefusedWhereverItIsCut() throws IOException {
        var random = new SplittableRandom(1);
        var text = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            text.append(random.nextInt(1 << 20))
                    .append(' ')
                    .append(random.nextInt(1 << 20))
                    .append('\n');
        }
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = packed.toByteArray();
        for (int length : new int[] {2, 5, 10, 11, 1_000, bytes.length / 2, bytes.length - 8, bytes.length - 1}) {
            var file = Files.write(folder.resolve("cut" + length), Arrays.copyOf(bytes, length));
            assertRefused(file, 0, "gzip file is truncated");
        }
        bytes[bytes.length - 6] ^= 1;
        assertRefused(Files.write(folder.resolve("damaged"), bytes), 0, "gzip file is damaged");
    }
}
