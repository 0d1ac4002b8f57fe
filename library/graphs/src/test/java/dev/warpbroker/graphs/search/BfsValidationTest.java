package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.graphs.Graph;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BfsValidationTest {
    /** 0-1-2-3 with a way 0-4-3, and 5-6 apart. */
    private static final Graph GRAPH = Graph.ofEdges("small", 7, true, 0, 1, 1, 2, 2, 3, 0, 4, 4, 3, 5, 6);

    private static int[] distances() {
        return new int[] {0, 1, 2, 2, 1, -1, -1};
    }

    private static int[] predecessors() {
        return new int[] {0, 0, 1, 4, 0, -1, -1};
    }

    private static int[] with(int[] array, int... indicesAndValues) {
        for (int i = 0; i < indicesAndValues.length; i += 2) {
            array[indicesAndValues[i]] = indicesAndValues[i + 1];
        }
        return array;
    }

    private static void assertBroken(String rule, int[] distances, int[] predecessors) {
        assertThatThrownBy(() -> new BfsResult(distances, predecessors).check(GRAPH, 0))
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("search of small from vertex 0: ")
                .hasMessageContaining(rule);
    }

    /** Distances as the definition has them: as many rounds over all edges as it takes. */
    private static int[] relaxed(Graph graph, int source) {
        int[] distances = new int[graph.vertices()];
        Arrays.fill(distances, Integer.MAX_VALUE);
        distances[source] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                for (int target : graph.neighbours(vertex)) {
                    if (distances[vertex] < Integer.MAX_VALUE && distances[vertex] + 1 < distances[target]) {
                        distances[target] = distances[vertex] + 1;
                        changed = true;
                    }
                }
            }
        }
        return Arrays.stream(distances)
                .map(distance -> distance == Integer.MAX_VALUE ? BfsResult.UNREACHED : distance)
                .toArray();
    }

    @Test
    void searchFindsDistancesAndPredecessors() {
        var result = Bfs.sequential(GRAPH, 0);
        assertThat(result.distances()).isEqualTo(distances());
        assertThat(result.predecessors()).isEqualTo(predecessors());
        assertThat(result.reached()).isEqualTo(5);
        assertThat(result.depth()).isEqualTo(2);
        assertThat(result.edges(GRAPH)).isEqualTo(10);
    }

    @Test
    void searchOfRandomGraphsFindsTheDistancesOfTheDefinitionAndIsValid() {
        var random = new SplittableRandom(17);
        for (int round = 0; round < 200; round++) {
            int vertices = random.nextInt(1, 300);
            int[] pairs =
                    random.ints(2L * random.nextInt(3 * vertices), 0, vertices).toArray();
            var graph = Graph.ofEdges("random " + round, vertices, round % 2 == 0, pairs);
            int source = random.nextInt(vertices);
            var result = Bfs.sequential(graph, source);
            assertThat(result.distances()).as(graph.name()).isEqualTo(relaxed(graph, source));
            result.check(graph, source);
        }
    }

    @Test
    void anyOtherDistanceInARandomGraphIsNoticed() {
        var random = new SplittableRandom(18);
        for (int round = 0; round < 200; round++) {
            var graph = Graph.ofEdges(
                    "random", 50, round % 2 == 0, random.ints(200, 0, 50).toArray());
            var result = Bfs.sequential(graph, 3);
            int vertex = random.nextInt(50);
            int other = random.nextInt(-1, 49);
            result.distances()[vertex] = other == result.distances()[vertex] ? 49 : other;
            assertThatThrownBy(() -> result.check(graph, 3)).isInstanceOf(WrongResultException.class);
        }
    }

    @Test
    void sourceThatDoesNotExistIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bfs.sequential(GRAPH, 7))
                .withMessage("source 7 is not in small, which has vertices 0..6");
        assertThatIllegalArgumentException().isThrownBy(() -> Bfs.sequential(GRAPH, -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bfs.sequential(Graph.ofEdges("nothing", 0, true), 0))
                .withMessageContaining("no vertices");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BfsResult(distances(), predecessors()).check(GRAPH, 9));
    }

    @Test
    void otherShortestWaysAreValidToo() {
        new BfsResult(distances(), predecessors()).check(GRAPH, 0);
        var square = Graph.ofEdges("square", 4, true, 0, 1, 1, 3, 0, 2, 2, 3);
        new BfsResult(new int[] {0, 1, 1, 2}, new int[] {0, 0, 0, 1}).check(square, 0);
        new BfsResult(new int[] {0, 1, 1, 2}, new int[] {0, 0, 0, 2}).check(square, 0);
    }

    @Test
    void directedEdgesMayLeadBackAndInFromOutside() {
        var graph = Graph.ofEdges("directed", 5, false, 0, 1, 1, 2, 2, 3, 3, 0, 4, 0);
        Bfs.sequential(graph, 0).check(graph, 0);
        assertThat(Bfs.sequential(graph, 0).distances()).containsExactly(0, 1, 2, 3, -1);
    }

    @Test
    void cyclesOfPredecessorsBreakRule1() {
        assertBroken(
                "rule 1, a tree without cycles: vertex 2 is its own predecessor after 2 steps",
                distances(),
                with(predecessors(), 2, 3, 3, 2));
        assertBroken("vertex 4 is its own predecessor after 1 step", distances(), with(predecessors(), 4, 4));
        assertBroken(
                "rule 1, a tree without cycles: vertex 5",
                with(distances(), 5, 3, 6, 4),
                with(predecessors(), 5, 6, 6, 5));
    }

    @Test
    void sourceThatIsNotTheRootBreaksRule1() {
        assertBroken(
                "rule 1, the source is the root: source 0 has distance 1", with(distances(), 0, 1), predecessors());
        assertBroken("source 0 has predecessor 1 instead", distances(), with(predecessors(), 0, 1));
    }

    @Test
    void treeEdgeOverTwoLevelsBreaksRule2() {
        assertBroken(
                "rule 2, edges of the tree connect distances that differ by one: vertex 3 has distance 3 and its"
                        + " predecessor 4 has 1",
                with(distances(), 3, 3),
                predecessors());
        assertBroken("rule 2", distances(), with(predecessors(), 2, 3));
        assertBroken("rule 2", with(distances(), 5, 0), with(predecessors(), 5, 6));
    }

    @Test
    void graphEdgeOverTwoLevelsBreaksRule3() {
        assertBroken(
                "rule 3, edges connect distances that differ by at most one: an edge leads from vertex 4 with distance"
                        + " 1 to vertex 3 with distance 3",
                with(distances(), 3, 3),
                with(predecessors(), 3, 2));
    }

    @Test
    void neighbourThatWasNotReachedBreaksRule4() {
        assertBroken(
                "rule 4, the tree spans what can be reached: an edge leads from vertex 2, which was reached, to vertex"
                        + " 3, which was not",
                with(distances(), 3, -1),
                with(predecessors(), 3, -1));
    }

    @Test
    void treeEdgeThatIsNotInTheGraphBreaksRule5() {
        assertBroken(
                "rule 5, edges of the tree are edges of the graph: vertex 5 has predecessor 3, but no edge leads from"
                        + " there",
                with(distances(), 5, 3, 6, 4),
                with(predecessors(), 5, 3, 6, 5));
    }

    @Test
    void valuesThatMeanNothingAreNamed() {
        assertBroken("6 distances for 7 vertices", Arrays.copyOf(distances(), 6), predecessors());
        assertBroken("8 predecessors for 7 vertices", distances(), Arrays.copyOf(predecessors(), 8));
        assertBroken("vertex 3 has distance -2", with(distances(), 3, -2), predecessors());
        assertBroken("vertex 3 has distance 7", with(distances(), 3, 7), predecessors());
        assertBroken("vertex 3 has predecessor 7", distances(), with(predecessors(), 3, 7));
        assertBroken("vertex 3 has predecessor -5", distances(), with(predecessors(), 3, -5));
        assertBroken("vertex 5 has distance -1 and predecessor 6", distances(), with(predecessors(), 5, 6));
        assertBroken("vertex 3 has distance 2 and predecessor -1", distances(), with(predecessors(), 3, -1));
    }
}
