package dev.warpbroker.graphs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A graph in compressed rows on the heap: the targets of all edges that leave vertex 0, then those of vertex 1, and so
 * on.
 *
 * <p>Vertices are the numbers 0 to {@code vertices() - 1}. Every row is in ascending order and holds a target at most
 * once. An undirected graph holds every edge in both rows, a loop once; {@link #edges} counts what the rows hold, so
 * that an edge of an undirected graph counts twice. Instances do not change.
 */
public final class Graph {
    /** More than all threads of a device: the last step of a loop in which they share the work stays an int. */
    private static final int STEP = 1 << 19;

    /** The most vertices. */
    public static final int MAX_VERTICES = Integer.MAX_VALUE - STEP;

    /** The most edges, counting both directions of an undirected one. */
    public static final int MAX_EDGES = Integer.MAX_VALUE - STEP;

    private final String name;
    private final int[] offsets;
    private final int[] targets;
    private final boolean undirected;

    /** Takes the arrays as they are; nobody may write to them from now on. */
    Graph(String name, int[] offsets, int[] targets, boolean undirected) {
        this.name = name;
        this.offsets = offsets;
        this.targets = targets;
        this.undirected = undirected;
    }

    /**
     * {@return the graph in a file, taken as it is written}
     *
     * @throws FormatException if the file is not as its format demands
     * @throws IOException if the file cannot be read
     * @throws TooLargeException if the graph does not fit onto the heap
     */
    public static Graph read(Path file) throws IOException {
        return read(file, ReadOptions.asWritten(), ReadProgress.NONE);
    }

    /**
     * {@return the graph in a file of one of the formats in {@link GraphFormat}, plain or packed with gzip}
     *
     * <p>Which format it is follows from the first line, or from the name of the file where that does not tell:
     * {@code .csv}, {@code .mtx}, {@code .gr}, else an edge list. Nothing is guessed and nothing is skipped: a file
     * that is not as its format demands is refused at its first wrong line, and a file whose header counts other than
     * its lines is refused as well. What cannot be noticed is an edge list without counts that was cut off, be it
     * within a number.
     *
     * @throws FormatException if the file is not as its format demands
     * @throws IOException if the file cannot be read
     * @throws TooLargeException if the graph does not fit onto the heap
     */
    public static Graph read(Path file, ReadOptions options, ReadProgress progress) throws IOException {
        return GraphReader.read(file, options, GraphReader.Weights.NONE, progress)
                .rows();
    }

    /**
     * {@return a graph of rows that are already compressed} The arrays are copied.
     *
     * @param offsets where the row of each vertex begins, and at the end where the last one ends
     * @param undirected whether every edge is in both rows
     * @throws IllegalArgumentException if these are no rows as described above; it names the first vertex for which
     *     they are not
     */
    public static Graph of(String name, int[] offsets, int[] targets, boolean undirected) {
        var graph = new Graph(name, offsets.clone(), targets.clone(), undirected);
        graph.checkOffsets();
        graph.checkTargets();
        if (undirected) {
            graph.checkWaysBack();
        }
        return graph;
    }

    /**
     * {@return a graph of edges in any order} Duplicates are dropped, loops are kept.
     *
     * @param undirected whether an edge leads back, too
     * @param pairs source and target of the first edge, of the second, and so on
     * @throws IllegalArgumentException if a vertex is not in 0 to {@code vertices - 1}
     */
    public static Graph ofEdges(String name, int vertices, boolean undirected, int... pairs) {
        if (vertices < 0 || vertices > MAX_VERTICES) {
            throw new IllegalArgumentException(name + " of " + vertices + " vertices; give 0.." + MAX_VERTICES);
        }
        if (pairs.length % 2 != 0) {
            throw new IllegalArgumentException(
                    name + ": " + pairs.length + " ends of edges; give a source and a target for every edge");
        }
        for (int i = 0; i < pairs.length; i++) {
            if (pairs[i] < 0 || pairs[i] >= vertices) {
                throw new IllegalArgumentException(name + ": edge " + i / 2 + " has vertex " + pairs[i]
                        + ", which is outside 0.." + (vertices - 1));
            }
        }
        return Rows.of(name, vertices, List.of(pairs), undirected, true);
    }

    /** {@return what this graph is called: the file or the generator it is from} */
    public String name() {
        return name;
    }

    /** {@return the number of vertices} */
    public int vertices() {
        return offsets.length - 1;
    }

    /** {@return the number of targets in all rows} */
    public int edges() {
        return targets.length;
    }

    /** {@return whether every edge is in both rows because the graph was made so} */
    public boolean undirected() {
        return undirected;
    }

    /** {@return how large it is} */
    public GraphSize size() {
        return new GraphSize(name, vertices(), edges(), undirected);
    }

    /** {@return the number of edges that leave a vertex} */
    public int degree(int vertex) {
        return offsets[vertex + 1] - offsets[vertex];
    }

    /** {@return where the row of a vertex begins; its end is {@code offset(vertex + 1)}} */
    public int offset(int vertex) {
        return offsets[vertex];
    }

    /** {@return the target of an edge, {@code offset(vertex) <= edge < offset(vertex + 1)}} */
    public int target(int edge) {
        return targets[edge];
    }

    /** {@return whether an edge leads from {@code source} to {@code target}} */
    public boolean hasEdge(int source, int target) {
        return edge(source, target) >= 0;
    }

    /** {@return the edge that leads from one vertex to another; negative if there is none} */
    int edge(int from, int to) {
        return Arrays.binarySearch(targets, offsets[from], offsets[from + 1], to);
    }

    /** {@return a copy of the targets of a vertex} */
    public int[] neighbours(int vertex) {
        return Arrays.copyOfRange(targets, offsets[vertex], offsets[vertex + 1]);
    }

    /** {@return the graph with every edge turned around; this one if it is undirected} */
    public Graph transposed() {
        return undirected ? this : Rows.transposed(this);
    }

    /** {@return the graph with every edge in both directions; this one if it is undirected} */
    public Graph asUndirected() {
        return undirected ? this : Rows.inBothDirections(this);
    }

    /**
     * Writes this graph to a file, in the format that its name tells.
     *
     * @throws IllegalArgumentException if the name tells no format; it says which ones do
     * @throws IOException if the file cannot be written; what was there before is there still
     * @see GraphFile#write(Path)
     */
    public void write(Path file) throws IOException {
        new GraphFile(this, null).write(file);
    }

    int[] offsets() {
        return offsets;
    }

    int[] targets() {
        return targets;
    }

    /** @throws IllegalArgumentException if offsets do not ascend from 0 to the number of edges */
    void checkOffsets() {
        if (offsets.length == 0 || offsets[0] != 0) {
            throw new IllegalArgumentException(name + ": offsets begin with 0 and have one element more than vertices");
        }
        for (int vertex = 0; vertex < vertices(); vertex++) {
            if (degree(vertex) < 0) {
                throw new IllegalArgumentException(name + ": the row of vertex " + vertex + " begins at "
                        + offsets[vertex] + " and ends before, at " + offsets[vertex + 1]);
            }
        }
        if (offsets[vertices()] != targets.length) {
            throw new IllegalArgumentException(name + ": the last row ends at " + offsets[vertices()]
                    + ", but there are " + targets.length + " targets");
        }
    }

    /** @throws IllegalArgumentException if a row is not ascending, or has what is no vertex; it names the first one */
    void checkTargets() {
        int wrong = Rows.firstVertex(vertices(), vertex -> !isRow(vertex));
        if (wrong < vertices()) {
            checkRow(wrong);
        }
    }

    private boolean isRow(int vertex) {
        int last = -1;
        for (int edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
            if (targets[edge] <= last || targets[edge] >= vertices()) {
                return false;
            }
            last = targets[edge];
        }
        return true;
    }

    private void checkRow(int vertex) {
        for (int edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
            int target = targets[edge];
            if (target < 0 || target >= vertices()) {
                throw new IllegalArgumentException(name + ": vertex " + vertex + " has target " + target
                        + ", which is outside 0.." + (vertices() - 1));
            }
            if (edge > offsets[vertex] && targets[edge - 1] >= target) {
                throw new IllegalArgumentException(name + ": the row of vertex " + vertex + " has target " + target
                        + " after " + targets[edge - 1] + "; rows are ascending and without duplicates");
            }
        }
    }

    private void checkWaysBack() {
        int wrong = Rows.firstVertex(vertices(), vertex -> oneWay(vertex) >= 0);
        if (wrong < vertices()) {
            throw new IllegalArgumentException(name + ": vertex " + wrong + " has target " + targets[oneWay(wrong)]
                    + ", which has no edge back; the graph is not undirected");
        }
    }

    /** {@return the first edge of a vertex that has none back; -1 if all have} */
    private int oneWay(int vertex) {
        for (int edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
            if (!hasEdge(targets[edge], vertex)) {
                return edge;
            }
        }
        return -1;
    }

    /** {@return whether the other object is a graph with the same rows, whatever its name} */
    public boolean sameRows(Graph other) {
        Objects.requireNonNull(other);
        return Arrays.equals(offsets, other.offsets) && Arrays.equals(targets, other.targets);
    }

    @Override
    public String toString() {
        return name + " (" + vertices() + " vertices, " + edges() + (undirected ? " undirected" : " directed")
                + " edges)";
    }

    /** A graph that does not fit: into the indices of an array, the heap of this JVM, or the memory of a device. */
    public static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLargeException(String message) {
            super(message);
        }

        TooLargeException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** A file is not the graph it should be; the message names the file, the line if there is one, and the reason. */
    public static final class FormatException extends IOException {
        private static final long serialVersionUID = 1;

        private final String file;
        private final long line;
        private final String reason;

        FormatException(String file, long line, String reason) {
            this(file, line, reason, null);
        }

        FormatException(String file, long line, String reason, @Nullable Throwable cause) {
            super(file + (line > 0 ? ", line " + line : "") + ": " + reason, cause);
            this.file = file;
            this.line = line;
            this.reason = reason;
        }

        /** {@return the file, or what else was read} */
        public String file() {
            return file;
        }

        /** {@return the number of the line, from 1; 0 if the reason is in no particular line} */
        public long line() {
            return line;
        }

        /** {@return what is wrong} */
        public String reason() {
            return reason;
        }
    }
}
