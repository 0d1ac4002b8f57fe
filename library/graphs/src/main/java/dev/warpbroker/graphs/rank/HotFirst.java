package dev.warpbroker.graphs.rank;

import dev.warpbroker.graphs.Graph;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Places of vertices by how often they are read: the few that very many edges lead from come first, so that they stay in
 * the nearest cache together. All others keep their natural order.
 */
final class HotFirst {
    /** A hot vertex has at least so many times the edges of a usual one. */
    private static final int TIMES = 4;

    private HotFirst() {}

    /**
     * {@return the place of each vertex}
     *
     * @param most vertices that are hot
     */
    static int[] places(Graph graph, int most) {
        long usual = Math.max(graph.edges() / graph.vertices(), 1);
        int[] hot = IntStream.range(0, graph.vertices())
                .filter(vertex -> graph.degree(vertex) >= TIMES * usual)
                .boxed()
                .sorted((one, other) -> Integer.compare(graph.degree(other), graph.degree(one)))
                .limit(most)
                .mapToInt(Integer::intValue)
                .toArray();
        int[] places = new int[graph.vertices()];
        Arrays.fill(places, -1);
        for (int i = 0; i < hot.length; i++) {
            places[hot[i]] = i;
        }
        int next = hot.length;
        for (int vertex = 0; vertex < places.length; vertex++) {
            if (places[vertex] < 0) {
                places[vertex] = next++;
            }
        }
        return places;
    }
}
