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

    /** Places of the graph that are looked at, and vertices in each. */
    private static final int PLACES = 8;

    private static final int VERTICES = 1_024;

    /**
     * {@return the variant that was fastest on graphs like this one} On the JVM that is {@link #DIRECTION}; on GPUs, too,
     * but for road networks, for which it is {@link #ASYNC}: undirected graphs with fewer than three edges a vertex, both
     * directions counted, and without vertices of many edges in the places that are looked at.
     */
    public static BfsVariant fastest(DeviceGraph graph) {
        boolean threads = graph.device().properties().lanesPerWorker() == 1;
        return !threads && mayBeRoads(graph.size()) && hasCrossingsOnly(graph) ? ASYNC : DIRECTION;
    }

    static boolean mayBeRoads(GraphSize size) {
        return size.undirected() && size.edges() < FEW_EDGES * size.vertices();
    }

    private static boolean hasCrossingsOnly(DeviceGraph graph) {
        int vertices = graph.vertices();
        int count = Math.min(VERTICES, vertices);
        for (int place = 0; place < PLACES; place++) {
            int[] offsets = graph.offsets().copyOut((long) (vertices - count) * place / PLACES, count + 1);
            for (int i = 0; i < count; i++) {
                if (offsets[i + 1] - offsets[i] > CROSSING) {
                    return false;
                }
            }
        }
        return true;
    }

    /** {@return the name in lower case} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
