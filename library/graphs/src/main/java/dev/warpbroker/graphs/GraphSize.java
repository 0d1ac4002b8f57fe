package dev.warpbroker.graphs;

/**
 * How large a graph is: what a {@link MemoryPlan} is made of.
 *
 * @param name what the graph is called
 * @param vertices number of vertices
 * @param edges number of targets in all rows
 * @param undirected whether every edge is in both rows
 */
public record GraphSize(String name, long vertices, long edges, boolean undirected) {
    /** {@return the bytes of its rows} */
    public long rows() {
        return Rows.bytes(vertices, edges);
    }

    /** {@return the bytes of its rows, and of those of the edges turned around if it is directed} */
    public long rowsBothWays() {
        return undirected ? rows() : 2 * rows();
    }
}
