package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import java.util.Arrays;

/** What a breadth-first search found; distances are in edges. The arrays are not copied: do not write to them. */
public final class BfsResult extends PathTree {
    /**
     * Takes the arrays as they are.
     *
     * @param distances of each vertex from the source in edges, or {@link #UNREACHED}
     * @param predecessors of each vertex on a shortest way, of the source itself, or {@link #UNREACHED}
     */
    public BfsResult(int[] distances, int[] predecessors) {
        super(distances, predecessors);
    }

    /** {@return the result with these distances from {@code source}, and predecessors that go with them} */
    public static BfsResult of(Graph graph, int source, int[] distances) {
        int[] predecessors = new int[distances.length];
        Arrays.fill(predecessors, UNREACHED);
        predecessors[source] = source;
        for (int vertex = 0; vertex < distances.length; vertex++) {
            for (int edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
                int target = graph.target(edge);
                if (distances[vertex] != UNREACHED
                        && distances[target] == distances[vertex] + 1
                        && predecessors[target] == UNREACHED) {
                    predecessors[target] = vertex;
                }
            }
        }
        return new BfsResult(distances, predecessors);
    }

    /** {@return the greatest distance} */
    public int depth() {
        return greatest();
    }

    /** {@return the edges that leave vertices that were reached: the edges a search must look at} */
    public long edges(Graph graph) {
        return sumOfReached(graph::degree);
    }

    /**
     * Checks this result without searching again, by the five rules of the Graph500 benchmark and by all processors:
     *
     * <ol>
     *   <li>the predecessors form a tree without cycles, whose root is the source;
     *   <li>an edge of the tree connects distances that differ by one;
     *   <li>an edge of the graph connects distances that differ by at most one;
     *   <li>the tree spans what can be reached: an edge of the graph connects two vertices that were reached, or two
     *       that were not;
     *   <li>an edge of the tree is an edge of the graph.
     * </ol>
     *
     * <p>A result that keeps them all has the right distances. In a directed graph rules 3 and 4 hold in the direction
     * of the edge: it may lead back any number of levels, and from what was not reached to what was.
     *
     * @throws WrongResultException if a rule is broken: of the rules of the tree, else of those of the graph's edges,
     *     at the first vertex
     * @throws IllegalArgumentException if there is no such source
     */
    public void check(Graph graph, int source) {
        new BfsValidation(graph, source, this).check();
    }
}
