package dev.warpbroker.graphs;

/**
 * How a file writes down a graph. Of all formats only the edges are read; weights and values must be numbers, and are
 * dropped. Lines end with a line feed, with or without a carriage return, and fields are separated by spaces or tabs.
 */
public enum GraphFormat {
    /**
     * Edge lists of the Stanford Network Analysis Project: a source and a target on each line, numbers from 0 on,
     * comments after {@code #}.
     *
     * <p>Numbers are kept: the graph has vertices up to the greatest one, and those that no line names have no edges,
     * so that a file with few but great numbers makes a large graph. If a comment before the edges says {@code Nodes: n
     * Edges: m}, there must be m lines of edges, and there are at least n vertices. A graph whose first comment begins
     * with {@code Undirected graph} is undirected. (Files whose comment is "Directed graph (each unordered pair of
     * nodes is saved once)" are directed.)
     */
    SNAP("SNAP edge list"),

    /**
     * Matrix Market coordinate files, {@code pattern}, {@code integer} or {@code real}, {@code general} or {@code
     * symmetric}: an entry in row i and column j is an edge from i to j. The numbers of the file begin with 1, those of
     * the graph with 0. The matrix must be square; a symmetric one is an undirected graph.
     */
    MATRIX_MARKET("Matrix Market file"),

    /**
     * Graphs of the 9th DIMACS implementation challenge (shortest paths): {@code p sp n m}, then m lines {@code a u v
     * w}, comments after {@code c}. The numbers of the file begin with 1, those of the graph with 0. Road networks have
     * each road in both directions, as two lines.
     */
    DIMACS("DIMACS shortest path file");

    private final String words;

    GraphFormat(String words) {
        this.words = words;
    }

    /** {@return the format in words, for messages} */
    public String words() {
        return words;
    }
}
