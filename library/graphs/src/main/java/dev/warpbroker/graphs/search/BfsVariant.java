package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.DeviceGraph;
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
    DIRECTION;

    /** Edges per vertex, in both directions, below which an undirected graph is taken for a road network. */
    private static final long FEW_EDGES = 3;

    /**
     * {@return the variant that was fastest on graphs like this one} On GPUs that is {@link #ASYNC} for road networks,
     * which have few edges and very many levels, and {@link #QUEUE} for others; on the JVM it is {@link #STEALING}.
     */
    public static BfsVariant fastest(DeviceGraph graph) {
        if (graph.device().properties().lanesPerWorker() == 1) {
            return STEALING;
        }
        boolean road = graph.undirected() && graph.edges() < FEW_EDGES * graph.vertices();
        return road ? ASYNC : QUEUE;
    }

    /** {@return the name in lower case} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
