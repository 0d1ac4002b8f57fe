package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.warpbroker.graphs.GraphReader.Weights;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain files are cut anywhere, and read as if they were not. */
class ReadingInPartsTest {
    private static final ReadOptions OPTIONS = ReadOptions.asWritten();

    @TempDir
    private Path folder;

    private static Rows.Made piped(InputStream in) throws IOException {
        return GraphReader.read("pipe", in, OPTIONS, Weights.IF_THERE, ReadProgress.NONE);
    }

    private static Rows.Made piped(String text) throws IOException {
        return piped(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 1\n",
                "0 1",
                "# Nodes: 9 Edges: 4\n0 1\n\n\n22 333\r\n#\n444 5555\n  66666   7  \n",
                "from,to,weight\n0,1,5\n22,333,44444\n1,0,100000000\n1234,12345,2147483647",
                "% sym weighted\n% 3 20 20\n1 2 3 4\n10 20 30 40\n%\n1 1 1 1.5\n",
                "%%MatrixMarket matrix coordinate real general\n%\n3 3 3\n1 2 1e3\n2 3 7\n3 1 0.0\n",
                "c x\np sp 100 3\na 1 2 3\nc comment\na 20 30 40\na 100 99 1000000000\n"
            })
    void everyRangeGivesTheSameGraph(String text) throws IOException {
        var file = Files.writeString(folder.resolve("graph"), text);
        var whole = piped(text);
        for (int range = 1; range <= text.length(); range++) {
            var read = GraphReader.read(file, OPTIONS, Weights.IF_THERE, range);
            assertThat(read.rows().sameRows(whole.rows())).as("range %d", range).isTrue();
            assertThat(read.weights()).as("range %d", range).isEqualTo(whole.weights());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 1\n1 2\nx 1\n2 3\n4\n",
                "0 1\n1 2 3\n",
                "0 1\n1 2\n3",
                "# Nodes: 3 Edges: 9\n0 1\n1 2\n",
                "p sp 3 2\na 1 2 3\n\na 1 4 3\n",
                "0 1 1\n0 1 -1\n0 1 1.5\n"
            })
    void everyRangeFindsTheSameMistake(String text) throws IOException {
        var file = Files.writeString(folder.resolve("pipe"), text);
        var expected = catchThrowable(() -> piped(text));
        assertThat(expected).isInstanceOf(Graph.FormatException.class);
        for (int range = 1; range <= text.length(); range++) {
            int bytes = range;
            assertThatThrownBy(() -> GraphReader.read(file, OPTIONS, Weights.IF_THERE, bytes))
                    .as("range %d", range)
                    .isInstanceOf(Graph.FormatException.class)
                    .hasMessage(String.valueOf(expected.getMessage()).replaceFirst("pipe", file.toString()));
        }
    }

    @Test
    void longLinesAreReadOrRefusedWhereverTheyAreCut() throws IOException {
        String blanks = " ".repeat(LineInput.CHUNK - 10);
        String text = "0 1\n" + blanks + "2 3\n4 5\n";
        var file = Files.writeString(folder.resolve("long"), text);
        var endless =
                Files.writeString(folder.resolve("endless"), "0 1\n2 3\n" + blanks + " ".repeat(20) + "4 5\n6 7\n");
        for (int range : new int[] {LineInput.CHUNK, LineInput.CHUNK / 2 + 1, 100_000}) {
            var read = GraphReader.read(file, OPTIONS, Weights.NONE, range);
            assertThat(read.rows().sameRows(Graph.ofEdges("", 6, false, 0, 1, 2, 3, 4, 5)))
                    .isTrue();
            assertThatThrownBy(() -> GraphReader.read(endless, OPTIONS, Weights.NONE, range))
                    .hasMessageContaining("line 3: the line has more than");
        }
        try (var in = Files.newInputStream(endless)) {
            assertThatThrownBy(() -> piped(in)).hasMessageContaining("line 3: the line has more than");
        }
    }

    @Test
    void everyNumberOfDigitsIsReadAsItIsWritten() throws IOException {
        var random = new SplittableRandom(3);
        var text = new StringBuilder();
        int[] pairs = new int[4_000];
        int[] weights = new int[pairs.length / 2];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = random.nextInt((int) Math.pow(10, 1 + random.nextInt(6)));
            text.append(pairs[i]).append(random.nextInt(9) == 0 ? " \t" : " ");
            if (i % 2 == 1) {
                weights[i / 2] = random.nextInt((int) Math.pow(10, 1 + random.nextInt(9)));
                text.append(weights[i / 2]).append('\n');
            }
        }
        var expected = Rows.ofBlocks("", 1_000_000, List.of(new EdgeBlock(pairs, weights)), false, true);
        var read = piped("# Nodes: 1000000 Edges: 2000\n" + text);
        assertThat(read.rows().sameRows(expected.rows())).isTrue();
        assertThat(read.weights()).isEqualTo(expected.weights());
    }

    @Test
    void packedPipeIsReadToItsEndThoughItIsSlow() throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (String member : new String[] {"0 1\n1 ", "2\n2 0\n", "2 2\n"}) {
            try (var gzip = new GZIPOutputStream(bytes)) {
                gzip.write(member.getBytes(StandardCharsets.UTF_8));
            }
        }
        var slow = new FilterInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return super.read(target, offset, Math.min(length, 1));
            }

            @Override
            public int available() {
                return 0;
            }
        };
        assertThat(piped(slow).rows().sameRows(Graph.ofEdges("", 3, false, 0, 1, 1, 2, 2, 0, 2, 2)))
                .isTrue();
        byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2);
        assertThatThrownBy(() -> piped(new ByteArrayInputStream(cut))).hasMessageContaining("pipe: the gzip file is");
    }

    @Test
    void standardInputIsAFileCalledDash() throws IOException {
        var before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("0 1 5\n1 2 6\n".getBytes(StandardCharsets.UTF_8)));
            var source = (GraphSource.File) GraphSource.parse("-", OPTIONS);
            assertThat(source.name()).isEqualTo("standard input");
            assertThat(source.weighted(ReadProgress.NONE).weights()).containsExactly(5, 6);
            assertThatThrownBy(() -> source.graph(ReadProgress.NONE))
                    .isInstanceOf(Graph.FormatException.class)
                    .hasMessage("standard input: it is empty, or was read before");
        } finally {
            System.setIn(before);
        }
    }
}
