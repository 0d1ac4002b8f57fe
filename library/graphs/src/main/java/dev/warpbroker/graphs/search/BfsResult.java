package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a breadth-first search found. The arrays are not copied: do not write to them.
 */
public final class BfsResult {
    /** The distance and the predecessor of a vertex that was not reached. */
    public static final int UNREACHED = -1;

    private final int[] distances;
    private final int[] predecessors;

    /**
     * Takes the arrays as they are.
     *
     * @param distances of each vertex from the source in edges, or {@link #UNREACHED}
     * @param predecessors of each vertex on a shortest way, of the source itself, or {@link #UNREACHED}
     */
    public BfsResult(int[] distances, int[] predecessors) {
        this.distances = distances;
        this.predecessors = predecessors;
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

    /** {@return the distance of each vertex from the source in edges, or {@link #UNREACHED}} */
    public int[] distances() {
        return distances;
    }

    /** {@return the predecessor of each vertex on a shortest way, for the source itself, or {@link #UNREACHED}} */
    public int[] predecessors() {
        return predecessors;
    }

    /** {@return the number of vertices that were reached, the source included} */
    public int reached() {
        return (int) IntStream.of(distances)
                .parallel()
                .filter(distance -> distance != UNREACHED)
                .count();
    }

    /** {@return the greatest distance} */
    public int depth() {
        return IntStream.of(distances).parallel().max().orElse(UNREACHED);
    }

    /** {@return the edges that leave vertices that were reached: the edges a search must look at} */
    public long edges(Graph graph) {
        return IntStream.range(0, distances.length)
                .parallel()
                .filter(vertex -> distances[vertex] != UNREACHED)
                .mapToLong(graph::degree)
                .sum();
    }
}
