package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.WeightedGraph;

/** What a search for shortest paths found; distances are sums of weights. The arrays are not copied: do not write. */
public final class PathsResult extends PathTree {
    /** The greatest distance: a search that finds a vertex further away fails. */
    public static final int MAX_DISTANCE = Integer.MAX_VALUE - 1;

    /**
     * Takes the arrays as they are.
     *
     * @param distances of each vertex from the source: the sum of the weights on a shortest path, or {@link #UNREACHED}
     * @param predecessors of each vertex on a shortest path, of the source itself, or {@link #UNREACHED}
     */
    public PathsResult(int[] distances, int[] predecessors) {
        super(distances, predecessors);
    }

    /** {@return the greatest distance of a vertex that was reached} */
    public int farthest() {
        return greatest();
    }

    /**
     * Checks this result without searching again, by four rules and by all processors:
     *
     * <ol>
     *   <li>the source has distance 0 and is its own predecessor;
     *   <li>an edge leads from the predecessor of every other vertex that was reached to it, and its weight is the
     *       difference of their distances;
     *   <li>predecessors lead to the source, without cycles;
     *   <li>no edge that leaves a vertex that was reached offers its target a shorter way than the one it has.
     * </ol>
     *
     * <p>A result that keeps them all is right: by 1 to 3 there is a path as long as each distance, by 4 none is
     * shorter.
     *
     * @throws WrongResultException if a rule is broken, at the first vertex for which it is
     * @throws IllegalArgumentException if there is no such source
     */
    public void check(WeightedGraph graph, int source) {
        new PathsValidation(graph, source, this).check();
    }
}
