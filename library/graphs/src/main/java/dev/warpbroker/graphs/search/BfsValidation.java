package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import org.jspecify.annotations.Nullable;

/** The rules of {@link BfsResult#check}. */
final class BfsValidation extends TreeValidation {
    BfsValidation(Graph graph, int source, BfsResult result) {
        super(graph, source, result);
    }

    void check() {
        checkRanges(rows.vertices() - 1);
        checkRoot();
        forAll(this::treeProblem);
        forAll(this::edgeProblem);
    }

    @Override
    String kind() {
        return "search of";
    }

    private void checkRoot() {
        if (distances[source] != 0) {
            throw failure("rule 1, the source is the root: source " + source + " has distance " + distances[source]);
        }
        if (predecessors[source] != source) {
            throw failure("rule 1, the source is the root: source " + source + " has predecessor "
                    + predecessors[source] + " instead of itself");
        }
    }

    /*
     * Rule 2 for all vertices implies rule 1: distances fall along predecessors, so that they end, and only the source
     * has no smaller one. A cycle therefore shows as a broken rule 2 at one of its vertices, at least at that of
     * smallest distance.
     */
    private @Nullable String treeProblem(int vertex) {
        int predecessor = predecessors[vertex];
        if (predecessor == UNREACHED || vertex == source) {
            return null;
        }
        if (distances[predecessor] != distances[vertex] - 1 || distances[predecessor] == UNREACHED) {
            int back = stepsBack(vertex);
            return back != 0
                    ? "rule 1, a tree without cycles: vertex " + vertex + " is its own predecessor after " + back
                            + (back == 1 ? " step" : " steps")
                    : "rule 2, edges of the tree connect distances that differ by one: vertex " + vertex
                            + " has distance "
                            + distances[vertex] + " and its predecessor " + predecessor + " has "
                            + distances[predecessor];
        }
        if (!rows.hasEdge(predecessor, vertex)) {
            return "rule 5, edges of the tree are edges of the graph: vertex " + vertex + " has predecessor "
                    + predecessor + ", but no edge leads from there";
        }
        return null;
    }

    /** {@return the length of the cycle of predecessors that a vertex is on; 0 if it is on none} */
    private int stepsBack(int vertex) {
        int at = vertex;
        for (int steps = 1; steps <= rows.vertices(); steps++) {
            at = predecessors[at];
            if (at == vertex) {
                return steps;
            }
            if (at == UNREACHED || at == source) {
                return 0;
            }
        }
        return 0;
    }

    @Override
    @Nullable
    String problemOf(int vertex, int edge) {
        int distance = distances[vertex];
        int target = rows.target(edge);
        if (distances[target] == UNREACHED) {
            return "rule 4, the tree spans what can be reached: an edge leads from vertex " + vertex
                    + ", which was reached, to vertex " + target + ", which was not";
        }
        if (distances[target] > distance + 1) {
            return "rule 3, edges connect distances that differ by at most one: an edge leads from vertex " + vertex
                    + " with distance " + distance + " to vertex " + target + " with distance " + distances[target];
        }
        return null;
    }
}
