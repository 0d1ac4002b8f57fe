package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.WeightedGraph;
import org.junit.jupiter.api.Test;

class PathsValidationTest {
    /** 0-1 of weight 5, 1-2 and 2-3 of weight 0, 0-3 of weight 6; 4 is apart. */
    private static final WeightedGraph GRAPH = WeightedGraph.of(
            Graph.ofEdges("small", 5, true, 0, 1, 1, 2, 2, 3, 0, 3), new int[] {5, 6, 5, 0, 0, 0, 6, 0});

    private static void check(int[] distances, int[] predecessors) {
        new PathsResult(distances, predecessors).check(GRAPH, 0);
    }

    private static void assertBroken(String problem, int[] distances, int[] predecessors) {
        assertThatThrownBy(() -> check(distances, predecessors))
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("shortest paths of small from vertex 0: ")
                .hasMessageContaining(problem);
    }

    @Test
    void rightResultIsAccepted() {
        check(new int[] {0, 5, 5, 5, -1}, new int[] {0, 0, 1, 2, -1});
    }

    @Test
    void everyRuleIsChecked() {
        assertBroken("rule 1", new int[] {1, 5, 5, 5, -1}, new int[] {0, 0, 1, 2, -1});
        assertBroken("rule 1", new int[] {0, 5, 5, 5, -1}, new int[] {1, 0, 1, 2, -1});
        assertBroken("rule 2", new int[] {0, 5, 5, 5, -1}, new int[] {0, 0, 0, 2, -1});
        assertBroken("rule 2", new int[] {0, 4, 4, 4, -1}, new int[] {0, 0, 1, 2, -1});
        assertBroken("rule 3", new int[] {0, 5, 3, 3, -1}, new int[] {0, 0, 3, 2, -1});
        assertBroken("rule 4", new int[] {0, 5, 5, 6, -1}, new int[] {0, 0, 1, 0, -1});
        assertBroken("rule 4", new int[] {0, 5, 5, -1, -1}, new int[] {0, 0, 1, -1, -1});
    }

    @Test
    void whatIsNoResultIsRefused() {
        assertBroken("4 distances for 5 vertices", new int[4], new int[5]);
        assertBroken("6 predecessors for 5 vertices", new int[5], new int[6]);
        assertBroken("vertex 4 has distance -2", new int[] {0, 5, 5, 5, -2}, new int[] {0, 0, 1, 2, -1});
        assertBroken("vertex 4 has predecessor 5", new int[] {0, 5, 5, 5, 1}, new int[] {0, 0, 1, 2, 5});
        assertBroken("either both are -1 or none", new int[] {0, 5, 5, 5, 1}, new int[] {0, 0, 1, 2, -1});
    }

    @Test
    void pathToAVertexWhosePredecessorsGoAroundIsRefused() {
        var result = new PathsResult(new int[] {0, 1, 1}, new int[] {0, 2, 1});
        assertThatThrownBy(() -> result.pathTo(1))
                .isInstanceOf(WrongResultException.class)
                .hasMessage("predecessors lead from vertex 1 around in a circle, and not to the source");
    }
}
