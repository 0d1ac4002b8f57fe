package dev.warpbroker.graphs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Makes compressed rows of edges in any order: a counting sort by source, then every row sorted on its own, all of it
 * by all processors. The rows do not depend on which processor did what.
 */
final class Rows {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** How many parts the vertices are cut into: enough that one with a very long row does not matter. */
    private static final int PARTS = 1024;

    private Rows() {}

    /** Receives the edges of one piece. */
    private interface EdgeSink {
        void edge(int source, int target);
    }

    /** Edges in pieces that can be walked at the same time, and more than once. */
    private interface Edges {
        int pieces();

        void forEach(int piece, EdgeSink sink);
    }

    /**
     * @param chunks sources and targets of edges by turns; vertices are less than {@code vertices}
     * @param selfLoops whether edges from a vertex to itself are kept
     */
    static Graph of(String name, int vertices, List<int[]> chunks, boolean undirected, boolean selfLoops) {
        return of(name, vertices, undirected, new Edges() {
            @Override
            public int pieces() {
                return chunks.size();
            }

            @Override
            public void forEach(int piece, EdgeSink sink) {
                int[] pairs = chunks.get(piece);
                for (int i = 0; i < pairs.length; i += 2) {
                    int source = pairs[i];
                    int target = pairs[i + 1];
                    if (source != target) {
                        sink.edge(source, target);
                        if (undirected) {
                            sink.edge(target, source);
                        }
                    } else if (selfLoops) {
                        sink.edge(source, target);
                    }
                }
            }
        });
    }

    static Graph transposed(Graph graph) {
        return of(graph.name(), graph.vertices(), false, new RowEdges(graph) {
            @Override
            void edge(int source, int target, EdgeSink sink) {
                sink.edge(target, source);
            }
        });
    }

    static Graph inBothDirections(Graph graph) {
        return of(graph.name(), graph.vertices(), true, new RowEdges(graph) {
            @Override
            void edge(int source, int target, EdgeSink sink) {
                sink.edge(source, target);
                if (source != target) {
                    sink.edge(target, source);
                }
            }
        });
    }

    private abstract static class RowEdges implements Edges {
        private final Graph graph;

        RowEdges(Graph graph) {
            this.graph = graph;
        }

        abstract void edge(int source, int target, EdgeSink sink);

        @Override
        public int pieces() {
            return PARTS;
        }

        @Override
        public void forEach(int piece, EdgeSink sink) {
            int end = cut(graph.vertices(), piece + 1, PARTS);
            for (int source = cut(graph.vertices(), piece, PARTS); source < end; source++) {
                for (int edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
                    edge(source, graph.target(edge), sink);
                }
            }
        }
    }

    private static Graph of(String name, int vertices, boolean undirected, Edges edges) {
        checkHeap(name, vertices, 0);
        int[] offsets = new int[vertices + 1];
        long total = IntStream.range(0, edges.pieces())
                .parallel()
                .mapToLong(piece -> count(edges, piece, offsets))
                .sum();
        checkHeap(name, vertices, total);
        Arrays.parallelPrefix(offsets, Integer::sum);
        int[] targets = new int[(int) total];
        // Rows are filled from their ends, so that every offset has gone back to the beginning of its row afterwards.
        IntStream.range(0, edges.pieces())
                .parallel()
                .forEach(piece -> edges.forEach(
                        piece, (source, target) -> targets[(int) ELEMENT.getAndAdd(offsets, source, -1) - 1] = target));
        forEachVertex(vertices, vertex -> Arrays.sort(targets, offsets[vertex], offsets[vertex + 1]));
        return withoutDuplicates(new Graph(name, offsets, targets, undirected));
    }

    private static long count(Edges edges, int piece, int[] counts) {
        var counted = new long[1];
        edges.forEach(piece, (source, _) -> {
            ELEMENT.getAndAdd(counts, source, 1);
            counted[0]++;
        });
        return counted[0];
    }

    private static Graph withoutDuplicates(Graph graph) {
        int vertices = graph.vertices();
        int[] offsets = new int[vertices + 1];
        forEachVertex(vertices, vertex -> offsets[vertex + 1] = distinct(graph, vertex));
        Arrays.parallelPrefix(offsets, Integer::sum);
        if (offsets[vertices] == graph.edges()) {
            return graph;
        }
        int[] targets = new int[offsets[vertices]];
        forEachVertex(vertices, vertex -> {
            int at = offsets[vertex];
            for (int edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
                if (isFirst(graph, vertex, edge)) {
                    targets[at] = graph.target(edge);
                    at++;
                }
            }
        });
        return new Graph(graph.name(), offsets, targets, graph.undirected());
    }

    private static int distinct(Graph graph, int vertex) {
        int distinct = 0;
        for (int edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
            if (isFirst(graph, vertex, edge)) {
                distinct++;
            }
        }
        return distinct;
    }

    private static boolean isFirst(Graph graph, int vertex, int edge) {
        return edge == graph.offset(vertex) || graph.target(edge - 1) != graph.target(edge);
    }

    /** Calls {@code action} for all vertices, in parallel. */
    static void forEachVertex(int vertices, IntConsumer action) {
        IntStream.range(0, PARTS).parallel().forEach(part -> {
            int end = cut(vertices, part + 1, PARTS);
            for (int vertex = cut(vertices, part, PARTS); vertex < end; vertex++) {
                action.accept(vertex);
            }
        });
    }

    /** {@return where part {@code part} of {@code parts} parts of {@code vertices} vertices begins} */
    static int cut(int vertices, int part, int parts) {
        return (int) ((long) vertices * part / parts);
    }

    /**
     * Refuses a graph before memory is taken for it.
     *
     * @throws Graph.TooLargeException if the graph can be no array, or no array in this JVM
     */
    static void checkHeap(String name, long vertices, long edges) {
        checkIndices(name, vertices, edges);
        long needed = bytes(vertices, edges);
        long most = Runtime.getRuntime().maxMemory();
        if (needed > most) {
            throw new Graph.TooLargeException(sized(name, vertices, edges) + " needs " + needed
                    + " bytes on the heap of this JVM, which has at most " + most
                    + "; raise -Xmx, or take a smaller graph");
        }
    }

    /** {@return what to throw when the heap turned out to be too small on the way} */
    static Graph.TooLargeException heapFull(String name, OutOfMemoryError cause) {
        return new Graph.TooLargeException(
                "the heap of this JVM, which has at most "
                        + Runtime.getRuntime().maxMemory() + " bytes, is too small for " + name
                        + " and what is needed to make it; raise -Xmx, or take a smaller graph",
                cause);
    }

    /** @throws Graph.TooLargeException if the graph has more vertices or edges than an array can have */
    static void checkIndices(String name, long vertices, long edges) {
        if (vertices > Graph.MAX_VERTICES) {
            throw new Graph.TooLargeException(name + " has " + vertices + " vertices, and a graph can have "
                    + Graph.MAX_VERTICES + "; take a smaller graph");
        }
        if (edges > Graph.MAX_EDGES) {
            throw new Graph.TooLargeException(name + " has " + edges + " edges, and a graph can have " + Graph.MAX_EDGES
                    + ", both directions counted; take a smaller graph");
        }
    }

    /** {@return the size of compressed rows} */
    static long bytes(long vertices, long edges) {
        return (vertices + 1 + edges) * Integer.BYTES;
    }

    static String sized(String name, long vertices, long edges) {
        return name + " with " + vertices + " vertices and " + edges + " edges";
    }
}
