package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {
    private static int[] randomPairs(long seed, int vertices, int edges) {
        return new SplittableRandom(seed).ints(2L * edges, 0, vertices).toArray();
    }

    private static int[][] model(int vertices, boolean undirected, int[] pairs) {
        var rows = IntStream.range(0, vertices)
                .mapToObj(_ -> new TreeSet<Integer>())
                .toList();
        for (int i = 0; i < pairs.length; i += 2) {
            rows.get(pairs[i]).add(pairs[i + 1]);
            if (undirected) {
                rows.get(pairs[i + 1]).add(pairs[i]);
            }
        }
        return rows.stream()
                .map(row -> row.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private static int[][] rows(Graph graph) {
        return IntStream.range(0, graph.vertices()).mapToObj(graph::neighbours).toArray(int[][]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 1_000, 5_000})
    void rowsAreSortedAndWithoutDuplicates(int vertices) {
        int[] pairs = randomPairs(vertices, vertices, 20_000);
        for (boolean undirected : new boolean[] {false, true}) {
            var graph = Graph.ofEdges("random", vertices, undirected, pairs);
            assertThat(rows(graph)).isDeepEqualTo(model(vertices, undirected, pairs));
            assertThat(graph.undirected()).isEqualTo(undirected);
            assertThat(graph.edges())
                    .isEqualTo(IntStream.range(0, vertices).map(graph::degree).sum());
        }
    }

    @Test
    void transposingTurnsEveryEdgeAround() {
        int[] pairs = randomPairs(3, 500, 4_000);
        var graph = Graph.ofEdges("random", 500, false, pairs);
        int[] turned = IntStream.range(0, pairs.length).map(i -> pairs[i ^ 1]).toArray();
        assertThat(rows(graph.transposed())).isDeepEqualTo(model(500, false, turned));
        assertThat(graph.transposed().transposed().sameRows(graph)).isTrue();
    }

    @Test
    void bothDirectionsOfADirectedGraphAreThoseOfTheUndirectedOne() {
        int[] pairs = randomPairs(4, 500, 4_000);
        var both = Graph.ofEdges("random", 500, false, pairs).asUndirected();
        assertThat(both.sameRows(Graph.ofEdges("random", 500, true, pairs))).isTrue();
        assertThat(both.transposed()).isSameAs(both);
    }

    @Test
    void graphWithoutEdgesHasEmptyRows() {
        var graph = Graph.ofEdges("empty", 3, true);
        assertThat(graph.edges()).isZero();
        assertThat(graph.neighbours(2)).isEmpty();
        assertThat(Graph.ofEdges("nothing", 0, true).vertices()).isZero();
    }

    @Test
    void givenArraysAreCopied() {
        int[] offsets = {0, 1, 2};
        int[] targets = {1, 0};
        var graph = Graph.of("pair", offsets, targets, true);
        targets[0] = 0;
        assertThat(graph.neighbours(0)).containsExactly(1);
    }

    @Test
    void rowsThatAreNoneAreRefused() {
        assertRefused("begin with 0", false, new int[] {});
        assertRefused("begin with 0", false, new int[] {1, 1});
        assertRefused("ends before", false, new int[] {0, 2, 1}, 0, 1);
        assertRefused("there are 1 targets", false, new int[] {0, 0}, 0);
        assertRefused("vertex 0 has target 2, which is outside 0..1", false, new int[] {0, 1, 1}, 2);
        assertRefused("vertex 0 has target -1", false, new int[] {0, 1}, -1);
        assertRefused("target 0 after 1", false, new int[] {0, 2, 2}, 1, 0);
        assertRefused("target 1 after 1", false, new int[] {0, 2, 2}, 1, 1);
        assertRefused("no edge back", true, new int[] {0, 1, 1}, 1);
    }

    @Test
    void firstOfManyVerticesWithoutAWayBackIsNamed() {
        int[] offsets = IntStream.rangeClosed(0, 100_000)
                .map(vertex -> Math.max(vertex - 7, 0))
                .toArray();
        int[] targets = new int[100_000 - 7];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Graph.of("one way", offsets, targets, true))
                .withMessage("one way: vertex 7 has target 0, which has no edge back; the graph is not undirected");
    }

    private static void assertRefused(String reason, boolean undirected, int[] offsets, int... targets) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Graph.of("wrong", offsets, targets, undirected))
                .withMessageContaining("wrong: ")
                .withMessageContaining(reason);
    }

    @Test
    void edgesOutsideTheVerticesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Graph.ofEdges("wrong", 3, false, 0, 1, 1, 3))
                .withMessage("wrong: edge 1 has vertex 3, which is outside 0..2");
        assertThatIllegalArgumentException().isThrownBy(() -> Graph.ofEdges("wrong", 3, false, 0, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> Graph.ofEdges("wrong", 3, false, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Graph.ofEdges("wrong", -1, false));
    }

    @Test
    void graphThatDoesNotFitOntoTheHeapIsRefusedBeforeMemoryIsTaken() {
        long most = Runtime.getRuntime().maxMemory();
        assertThatThrownBy(() -> Rows.checkHeap("large", 10, Math.min(most / 4, Graph.MAX_EDGES + 1L)))
                .isInstanceOf(Graph.TooLargeException.class)
                .hasMessageContaining("large");
        assertThatThrownBy(() -> Rows.checkHeap("large", Graph.MAX_VERTICES + 1L, 0))
                .isInstanceOf(Graph.TooLargeException.class)
                .hasMessageContaining(String.valueOf(Graph.MAX_VERTICES));
    }
}
