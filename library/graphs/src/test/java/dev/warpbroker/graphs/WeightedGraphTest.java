package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.graphs.ReadOptions.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedGraphTest {
    private static final String BANNER = "%%MatrixMarket matrix coordinate integer general\n";

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("graph"), text);
    }

    private WeightedGraph read(String text, ReadOptions options) throws IOException {
        return WeightedGraph.read(file(text), options, ReadProgress.NONE);
    }

    static Stream<String> texts() {
        return Stream.of(
                "# comment\n0 1 7\n1\t2   1\r\n2 0 2147483647\n2 2 0\n0 1 8\n",
                "source,target,weight\n0,1,7\n1, 2 ,1\r\n2,0,2147483647\n2,2,0\n0,1,8\n",
                "0;1;7\n1;2;1\n2;0;2147483647\n2;2;0\n0;1;8\n",
                "% asym weighted\n% 5 3 3\n1 2 7\n2 3 1\n3 1 2147483647\n3 3 0\n1 2 8\n",
                "% asym multiweighted\n1 2 7 1e9\n2 3 1 0\n3 1 2147483647 5\n3 3 0 1.5\n1 2 8 0\n",
                BANNER + "3 3 5\n1 2 7\n2 3 +1\n3 1 2147483647\n3 3 0\n1 2 8\n",
                BANNER.replace("integer", "real") + "3 3 5\n1 2 7.0\n2 3 1e0\n3 1 2147483647\n3 3 -0.0\n1 2 .8e1\n",
                "p sp 3 5\nc comment\na 1 2 7\na 2 3 1\na 3 1 2147483647\na 3 3 0\na 1 2 8\n");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void everyFormatHasWeightsOfWhichTheSmallestIsKept(String text) throws IOException {
        var graph = WeightedGraph.read(file(text));
        assertThat(graph.rows().sameRows(Graph.ofEdges("", 3, false, 0, 1, 1, 2, 2, 0, 2, 2)))
                .isTrue();
        assertThat(graph.weights()).containsExactly(7, 1, Integer.MAX_VALUE, 0);
        assertThat(graph.rows().sameRows(Graph.read(file(text)))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Undirected graph\n0 1 5\n2 1 4\n1 0 3\n0 0 9\n",
                "% sym posweighted\n1 2 5\n3 2 4\n2 1 3\n1 1 9\n",
                "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 2 5\n3 2 4\n2 1 3.0\n1 1 9\n"
            })
    void bothDirectionsOfAnEdgeHaveItsSmallestWeight(String text) throws IOException {
        var graph = WeightedGraph.read(file(text));
        assertThat(graph.rows().sameRows(Graph.ofEdges("", 3, true, 0, 1, 2, 1, 0, 0)))
                .isTrue();
        assertThat(graph.rows().undirected()).isTrue();
        assertThat(graph.weights()).containsExactly(9, 3, 3, 4, 4);
        assertThat(WeightedGraph.of(graph.rows(), graph.weights()).weights()).isEqualTo(graph.weights());
    }

    @Test
    void weightsFollowDirectionAndLoops() throws IOException {
        var options = ReadOptions.asWritten();
        String text = "0 1 5\n1 0 3\n1 1 2\n";
        assertThat(read(text, options.withDirection(Direction.UNDIRECTED)).weights())
                .containsExactly(3, 3, 2);
        assertThat(read(text, options.withSelfLoops(false)).weights()).containsExactly(5, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "  \r\n", "# a comment, with a comma\n", "\n# a comment\n\n"})
    void linesBetweenNamesOfColumnsAndEdgesSayNothingOfWeights(String between) throws IOException {
        var graph = WeightedGraph.read(file("from,to,km\n" + between + "0,1,5\n1,2,6\n"));
        assertThat(graph.rows().edges()).isEqualTo(2);
        assertThat(graph.weight(1)).isEqualTo(6);
    }

    @Test
    void scaleMakesWeightsWhole() throws IOException {
        var options = ReadOptions.asWritten().withWeightScale(100.0);
        assertThat(read("0 1 1.5\n1 2 2\n2 0 0.004\n2 1 0.006\n", options).weights())
                .containsExactly(150, 200, 0, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withWeightScale(0.0))
                .withMessageContaining("scale of 0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> options.withWeightScale(Double.NaN));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments("0 1\n", 1, "no weights"),
                arguments("# Nodes: 2 Edges: 1\n0 1\n", 2, "no weights"),
                arguments("a,b\n0,1\n", 2, "no weights"),
                arguments("% sym unweighted\n1 2 1\n", 1, "no weights"),
                arguments("% sym positive\n1 2\n", 2, "no weights"),
                arguments(BANNER.replace("integer", "pattern") + "3 3 1\n1 2\n", 1, "no weights"),
                arguments("0 1 1\n0 1\n", 2, "weight is missing"),
                arguments("p sp 3 1\na 1 2\n", 2, "weight is missing; expected \"a source target weight\""),
                arguments(BANNER + "3 3 1\n1 2\n", 3, "value is missing; expected \"row column value\""),
                arguments("0 1 1\n0 1 -3\n", 2, "weight -3 is negative"),
                arguments("0 1 1\n0 1 -1e-9\n", 2, "weight -1e-9 is negative"),
                arguments("0 1 2147483648\n", 1, "weight 2147483648 is more than 2147483647"),
                arguments("0 1 1e99\n", 1, "weight 1e99 is more than 2147483647"),
                arguments("0 1 1e999999999\n", 1, "weight 1e999999999 is more than 2147483647"),
                arguments("0 1 1.5\n", 1, "weight 1.5 is not a whole number"),
                arguments("0 1 1.5\n", 1, "a scale, such as 1000"),
                arguments("0 1 x\n", 1, "weight \"x\" is not a number"),
                arguments("0 1 1e\n", 1, "weight \"1e\" is not a number"),
                arguments("0 1 --1\n", 1, "weight \"--1\" is not a number"),
                arguments("0 1 NaN\n", 1, "weight \"NaN\" is not a number"),
                arguments("0 1 Infinity\n", 1, "weight \"Infinity\" is not a number"),
                arguments("0 1 0x10\n", 1, "weight \"0x10\" is not a number"),
                arguments("0,1,\n", 1, "weight is missing"),
                arguments("p sp 2 1\na 1 2 -7\n", 2, "weight -7 is negative"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongWeightIsNamedWithItsLine(String text, long line, String reason) throws IOException {
        var file = file(text);
        assertThatThrownBy(() -> WeightedGraph.read(file))
                .isInstanceOfSatisfying(Graph.FormatException.class, failure -> {
                    assertThat(failure.reason()).contains(reason);
                    assertThat(failure.line()).isEqualTo(line);
                    assertThat(failure).hasMessageStartingWith(file + ", line " + line + ": ");
                });
    }

    @Test
    void scaleThatIsTooGreatIsNamed() {
        assertThatThrownBy(() -> read("0 1 3\n", ReadOptions.asWritten().withWeightScale(1e9)))
                .isInstanceOf(Graph.FormatException.class)
                .hasMessageContaining("line 1: weight 3 times the scale 1.0E9 is more than 2147483647")
                .hasMessageContaining("smaller scale");
    }
}
