package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import java.util.Arrays;

/**
 * Breadth-first search by one thread: what parallel searches are compared with, in result and in time.
 *
 * <p>Levels lie one after the other in one array. Whether a vertex was reached is looked up in a bit map, which stays
 * in the cache where distances would not; distance and predecessor are written once for each vertex and never read.
 */
final class SequentialBfs {
    /** Levels that are searched before somebody can look whether the search is still wanted, at most. */
    private static final int SOME = 256;

    private final Graph graph;
    private final int[] distances;
    private final int[] predecessors;
    private final long[] reached;

    /** Vertices that were reached, level after level. */
    private final int[] queue;

    /** The last level that was found lies here. */
    private int begin;

    private int end;
    private int level;

    /** Memory for searches of a graph, one after the other. */
    SequentialBfs(Graph graph) {
        this.graph = graph;
        int vertices = graph.vertices();
        distances = new int[vertices];
        predecessors = new int[vertices];
        reached = new long[Math.ceilDiv(vertices, Long.SIZE)];
        queue = new int[vertices];
    }

    /** {@return the bytes that such memory takes} */
    static long bytes(GraphSize size) {
        return 3L * Integer.BYTES * size.vertices() + (long) Long.BYTES * Math.ceilDiv(size.vertices(), Long.SIZE);
    }

    /**
     * {@return distances and predecessors of all vertices that can be reached from a source}
     *
     * @throws IllegalArgumentException if there is no such source
     */
    static BfsResult from(Graph graph, int source) {
        checkSource(graph.name(), graph.vertices(), source);
        var search = new SequentialBfs(graph);
        search.begin(source);
        search.finish();
        return new BfsResult(search.distances, search.predecessors);
    }

    /** Forgets the search before. The first level is the source. */
    void begin(int source) {
        Arrays.fill(distances, BfsResult.UNREACHED);
        Arrays.fill(predecessors, BfsResult.UNREACHED);
        Arrays.fill(reached, 0);
        distances[source] = 0;
        predecessors[source] = source;
        reached[source / Long.SIZE] = 1L << source;
        queue[0] = source;
        begin = 0;
        end = 1;
        level = 0;
    }

    /** {@return whether the last level is empty} */
    boolean isDone() {
        return begin == end;
    }

    /** {@return the vertices of the last level} */
    int width() {
        return end - begin;
    }

    /** {@return the vertices that were reached} */
    int count() {
        return end;
    }

    /** {@return the number of the last level} */
    int level() {
        return level;
    }

    /** {@return how many edges leave vertices of the last level that have more than so many} */
    long edgesAhead(int useless) {
        long sum = 0;
        for (int i = begin; i < end; i++) {
            int degree = graph.degree(queue[i]);
            sum += degree > useless ? degree : 0;
        }
        return sum;
    }

    int distance(int vertex) {
        return distances[vertex];
    }

    int predecessor(int vertex) {
        return predecessors[vertex];
    }

    /** {@return a vertex that was reached; the last level has the last of them} */
    int vertex(int number) {
        return queue[number];
    }

    /** {@return what was found, in memory of its own} */
    BfsResult result() {
        return new BfsResult(distances.clone(), predecessors.clone());
    }

    /** Searches to the end. */
    void finish() {
        while (!isDone()) {
            goOn(graph.vertices());
        }
    }

    /** Searches some levels, until one is empty, or has more than so many vertices. */
    void goOn(int most) {
        var rows = graph;
        int[] all = queue;
        long[] known = reached;
        int[] far = distances;
        int[] from = predecessors;
        int first = begin;
        int last = end;
        int distance = level;
        int stop = distance + SOME;
        do {
            distance++;
            int tail = level(rows, all, first, last, known, far, from, distance);
            first = last;
            last = tail;
        } while (first < last && last - first <= most && distance < stop);
        begin = first;
        end = last;
        level = distance;
    }

    /** {@return the end of the queue with the next level} Called often, so that the JVM compiles it as one. */
    private static int level(
            Graph graph,
            int[] queue,
            int begin,
            int end,
            long[] reached,
            int[] distances,
            int[] predecessors,
            int distance) {
        int tail = end;
        for (int at = begin; at < end; at++) {
            int vertex = queue[at];
            int rowEnd = graph.offset(vertex + 1);
            for (int edge = graph.offset(vertex); edge < rowEnd; edge++) {
                int target = graph.target(edge);
                long word = reached[target / Long.SIZE];
                if ((word >>> target & 1) == 0) {
                    reached[target / Long.SIZE] = word | 1L << target;
                    distances[target] = distance;
                    predecessors[target] = vertex;
                    queue[tail] = target;
                    tail++;
                }
            }
        }
        return tail;
    }

    /** @throws IllegalArgumentException if there is no such source */
    static void checkSource(String name, int vertices, int source) {
        if (source < 0 || source >= vertices) {
            throw new IllegalArgumentException("source " + source + " is not in " + name + ", which has "
                    + (vertices == 0 ? "no vertices" : "vertices 0.." + (vertices - 1)));
        }
    }
}
