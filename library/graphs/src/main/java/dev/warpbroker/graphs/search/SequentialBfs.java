package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import java.util.Arrays;

/**
 * Breadth-first search by one thread: what parallel searches are compared with, in result and in time.
 *
 * <p>Levels lie one after the other in one array. Whether a vertex was reached is looked up in a bit map, which stays
 * in the cache where distances would not; distance and predecessor are written once for each vertex and never read.
 */
final class SequentialBfs {
    private SequentialBfs() {}

    /**
     * {@return distances and predecessors of all vertices that can be reached from a source}
     *
     * @throws IllegalArgumentException if there is no such source
     */
    static BfsResult from(Graph graph, int source) {
        checkSource(graph.name(), graph.vertices(), source);
        int vertices = graph.vertices();
        int[] distances = new int[vertices];
        int[] predecessors = new int[vertices];
        Arrays.fill(distances, BfsResult.UNREACHED);
        Arrays.fill(predecessors, BfsResult.UNREACHED);
        long[] reached = new long[Math.ceilDiv(vertices, Long.SIZE)];
        int[] queue = new int[vertices];
        queue[0] = source;
        int end = 1;
        distances[source] = 0;
        predecessors[source] = source;
        reached[source / Long.SIZE] = 1L << source;
        int begin = 0;
        for (int distance = 1; begin < end; distance++) {
            int tail = level(graph, queue, begin, end, reached, distances, predecessors, distance);
            begin = end;
            end = tail;
        }
        return new BfsResult(distances, predecessors);
    }

    /** {@return the end of the queue with the next level} Called often, so that the JVM compiles it as one. */
    private static int level(
            Graph graph,
            int[] queue,
            int begin,
            int end,
            long[] reached,
            int[] distances,
            int[] predecessors,
            int distance) {
        int tail = end;
        for (int at = begin; at < end; at++) {
            int vertex = queue[at];
            int rowEnd = graph.offset(vertex + 1);
            for (int edge = graph.offset(vertex); edge < rowEnd; edge++) {
                int target = graph.target(edge);
                long word = reached[target / Long.SIZE];
                if ((word >>> target & 1) == 0) {
                    reached[target / Long.SIZE] = word | 1L << target;
                    distances[target] = distance;
                    predecessors[target] = vertex;
                    queue[tail] = target;
                    tail++;
                }
            }
        }
        return tail;
    }

    /** @throws IllegalArgumentException if there is no such source */
    static void checkSource(String name, int vertices, int source) {
        if (source < 0 || source >= vertices) {
            throw new IllegalArgumentException("source " + source + " is not in " + name + ", which has "
                    + (vertices == 0 ? "no vertices" : "vertices 0.." + (vertices - 1)));
        }
    }
}
