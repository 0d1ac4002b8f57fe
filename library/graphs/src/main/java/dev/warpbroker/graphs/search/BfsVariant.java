package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSize;
import java.util.Locale;

/** How the workers of a search share its vertices. */
public enum BfsVariant {
    /** Level by level; every worker has the vertices it found, and steals from others when it has none left. */
    STEALING,

    /** Level by level; the vertices of a level are in one queue. */
    QUEUE,

    /** Several levels at a time where they are small: a vertex whose distance became smaller is looked at again. */
    ASYNC,

    /** Level by level, bottom-up where a level has a large part of the edges; levels with few are left to one block. */
    DIRECTION,

    /** The one of the others that is likely to be the fastest: see {@link #fastest}. */
    AUTO;

    /** Edges per vertex, in both directions, below which an undirected graph may be a road network. */
    private static final long FEW_EDGES = 3;

    /** Edges of a crossing, at most. */
    private static final int CROSSING = 16;

    /** The greatest degree over the mean one, at most, where all vertices have as many edges. */
    private static final double REGULAR = 1.1;

    /** Places of the graph that are looked at, and vertices in each. */
    private static final int PLACES = 8;

    private static final int VERTICES = 1_024;

    /**
     * {@return the variant that was fastest on graphs like this one} On the JVM that is {@link #DIRECTION}; on GPUs,
     * too, but for two kinds of undirected graphs, told by their size and by the degrees in some places: {@link #ASYNC}
     * for road networks, with fewer than three edges a vertex, both directions counted, and no vertex of many;
     * {@link #QUEUE} for lattices, where all vertices have as many edges.
     */
    public static BfsVariant fastest(DeviceGraph graph) {
        boolean threads = graph.device().properties().lanesPerWorker() == 1;
        if (threads || !graph.undirected()) {
            return DIRECTION;
        }
        if (isRoads(graph)) {
            return ASYNC;
        }
        return (long) greatestDegree(graph) * graph.vertices() <= graph.edges() * REGULAR ? QUEUE : DIRECTION;
    }

    /** {@return whether a graph looks like a road network} */
    static boolean isRoads(DeviceGraph graph) {
        return mayBeRoads(graph.size()) && greatestDegree(graph) <= CROSSING;
    }

    static boolean mayBeRoads(GraphSize size) {
        return size.undirected() && size.edges() < FEW_EDGES * size.vertices();
    }

    private static int greatestDegree(DeviceGraph graph) {
        int vertices = graph.vertices();
        int count = Math.min(VERTICES, vertices);
        int greatest = 0;
        for (int place = 0; place < PLACES; place++) {
            int[] offsets = graph.offsets().copyOut((long) (vertices - count) * place / PLACES, count + 1);
            for (int i = 0; i < count; i++) {
                greatest = Math.max(greatest, offsets[i + 1] - offsets[i]);
            }
        }
        return greatest;
    }

    /** {@return the name in lower case} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
