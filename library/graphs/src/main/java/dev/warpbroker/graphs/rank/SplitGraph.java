package dev.warpbroker.graphs.rank;

import dev.warpbroker.graphs.Graph;

/**
 * A graph in which workers do not wait for one that adds up thousands of in-edges: a vertex that has many gets parts.
 *
 * <p>Nodes are the vertices of the graph, with their numbers, and parts, with the numbers after these. A part has some
 * of the in-edges of one vertex, and an edge to that vertex; the vertex has the edges from its parts instead.
 *
 * @param vertices how many nodes are vertices of the graph
 * @param outgoing the edges of all nodes
 * @param incoming the same edges turned around
 */
record SplitGraph(int vertices, Graph outgoing, Graph incoming) {
    /**
     * {@return a graph with parts where they are needed}
     *
     * @param most in-edges that a vertex keeps, and that a part has
     */
    static SplitGraph of(Graph graph, int most) {
        int vertices = graph.vertices();
        var incoming = graph.transposed();
        long parts = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            parts += parts(incoming.degree(vertex), most);
        }
        long ends = 2 * (graph.edges() + parts);
        if (parts == 0 || ends > Graph.MAX_EDGES || vertices + parts > Graph.MAX_VERTICES) {
            return new SplitGraph(vertices, graph, incoming);
        }
        int[] pairs = new int[(int) ends];
        int at = 0;
        int firstPart = vertices;
        for (int vertex = 0; vertex < vertices; vertex++) {
            int row = incoming.offset(vertex);
            int partsHere = parts(incoming.degree(vertex), most);
            for (int edge = row; edge < incoming.offset(vertex + 1); edge++) {
                pairs[at++] = incoming.target(edge);
                pairs[at++] = partsHere == 0 ? vertex : firstPart + (edge - row) / most;
            }
            for (int part = 0; part < partsHere; part++) {
                pairs[at++] = firstPart + part;
                pairs[at++] = vertex;
            }
            firstPart += partsHere;
        }
        var outgoing = Graph.ofEdges(graph.name(), (int) (vertices + parts), false, pairs);
        return new SplitGraph(vertices, outgoing, outgoing.transposed());
    }

    private static int parts(int degree, int most) {
        return degree <= most ? 0 : Math.ceilDiv(degree, most);
    }

    /** {@return the number of vertices and parts} */
    int nodes() {
        return outgoing.vertices();
    }
}
