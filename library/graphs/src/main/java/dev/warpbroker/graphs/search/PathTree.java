package dev.warpbroker.graphs.search;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** A shortest path from the source to each vertex that was reached. The arrays are not copied: do not write to them. */
abstract sealed class PathTree permits BfsResult, PathsResult {
    /** The distance and the predecessor of a vertex that was not reached. */
    public static final int UNREACHED = -1;

    final int[] distances;
    final int[] predecessors;

    PathTree(int[] distances, int[] predecessors) {
        this.distances = distances;
        this.predecessors = predecessors;
    }

    /** {@return the distance of each vertex from the source, or {@link #UNREACHED}} */
    public int[] distances() {
        return distances;
    }

    /** {@return the predecessor of each vertex on a shortest path, for the source itself, or {@link #UNREACHED}} */
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

    /** {@return the sum of a value of each vertex that was reached} */
    long sumOfReached(IntToLongFunction value) {
        return IntStream.range(0, distances.length)
                .parallel()
                .filter(vertex -> distances[vertex] != UNREACHED)
                .mapToLong(value)
                .sum();
    }

    /** {@return the greatest distance of a vertex that was reached} */
    int greatest() {
        return IntStream.of(distances).parallel().max().orElse(UNREACHED);
    }

    /**
     * {@return the vertices on a shortest path to a vertex, from the source to it; none if it was not reached}
     *
     * @throws IndexOutOfBoundsException if there is no such vertex
     * @throws WrongResultException if predecessors lead around in a circle
     */
    public int[] pathTo(int vertex) {
        if (distances[vertex] == UNREACHED) {
            return new int[0];
        }
        int length = 1;
        for (int at = vertex; predecessors[at] != at; at = predecessors[at]) {
            length++;
            if (length > predecessors.length) {
                throw new WrongResultException(
                        "predecessors lead from vertex " + vertex + " around in a circle, and not to the source");
            }
        }
        int[] path = new int[length];
        int at = vertex;
        for (int i = length - 1; i >= 0; i--) {
            path[i] = at;
            at = predecessors[at];
        }
        return path;
    }
}
