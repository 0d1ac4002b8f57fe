package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.WeightedGraph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The rules of {@link PathsResult#check}. */
final class PathsValidation extends TreeValidation {
    private final WeightedGraph graph;

    PathsValidation(WeightedGraph graph, int source, PathsResult result) {
        super(graph.rows(), source, result);
        this.graph = graph;
    }

    void check() {
        checkRanges(PathsResult.MAX_DISTANCE);
        checkSource();
        forAll(this::predecessorProblem);
        checkCycles();
        forAll(this::edgeProblem);
    }

    @Override
    String kind() {
        return "shortest paths of";
    }

    private void checkSource() {
        if (distances[source] != 0 || predecessors[source] != source) {
            throw failure("rule 1, the source has distance 0 and is its own predecessor: it has distance "
                    + distances[source] + " and predecessor " + predecessors[source]);
        }
    }

    private @Nullable String predecessorProblem(int vertex) {
        int predecessor = predecessors[vertex];
        if (predecessor == UNREACHED || vertex == source) {
            return null;
        }
        int end = rows.offset(predecessor + 1);
        int edge = rows.offset(predecessor);
        while (edge < end && rows.target(edge) < vertex) {
            edge++;
        }
        if (edge == end || rows.target(edge) != vertex) {
            return "rule 2, an edge leads from the predecessor: vertex " + vertex + " has predecessor " + predecessor
                    + ", but no edge leads from there";
        }
        if (distances[predecessor] == UNREACHED
                || distances[predecessor] + (long) graph.weight(edge) != distances[vertex]) {
            return "rule 2, distances differ by the weight of the edge: vertex " + vertex + " has distance "
                    + distances[vertex] + ", its predecessor " + predecessor + " has " + distances[predecessor]
                    + ", and the edge between them weight " + graph.weight(edge);
        }
        return null;
    }

    /** Follows predecessors from every vertex to one that was followed before: that of an earlier walk, or of this. */
    private void checkCycles() {
        int[] walks = new int[rows.vertices()];
        Arrays.fill(walks, UNREACHED);
        walks[source] = source;
        for (int vertex = 0; vertex < walks.length; vertex++) {
            int at = vertex;
            while (predecessors[at] != UNREACHED && walks[at] == UNREACHED) {
                walks[at] = vertex;
                at = predecessors[at];
            }
            if (walks[at] == vertex && at != source) {
                throw failure("rule 3, predecessors lead to the source: those of vertex " + at
                        + " lead back to it, in a cycle of weight 0");
            }
        }
    }

    @Override
    @Nullable
    String problemOf(int vertex, int edge) {
        int distance = distances[vertex];
        int target = rows.target(edge);
        long offered = distance + (long) graph.weight(edge);
        if (distances[target] == UNREACHED || distances[target] > offered) {
            return "rule 4, no edge offers a shorter way: vertex " + target + " has distance " + distances[target]
                    + ", and an edge of weight " + graph.weight(edge) + " leads to it from vertex " + vertex
                    + " with distance " + distance;
        }
        return null;
    }
}
