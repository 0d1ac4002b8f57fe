package dev.warpbroker.graphs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes compressed rows of edges in any order, by all processors. The rows do not depend on which processor did what.
 *
 * <p>A radix sort of two digits: edges are first put into buckets of neighbouring sources, then every bucket, which is
 * small enough for a cache, is sorted by source, and every row by target.
 */
final class Rows {
    // Each group of pieces counts what it has for each bucket, so that it knows where to put it: no two groups write to
    // the same place, and nothing has to be atomic. While edges are in buckets, targets[i] and weights[i] are those of
    // an edge, and low[i] is its source, less the first source of the bucket.

    /** How many parts the vertices are cut into: enough that one with a very long row does not matter. */
    private static final int PARTS = 1024;

    /** A source within a bucket has at most so many bits. */
    private static final int LOW_BITS = Character.SIZE;

    /** The most ends of edges that a piece of a long array has. */
    private static final int PIECE = 1 << 18;

    private static final int PARALLEL_ROW = 1 << 16;

    private final String name;
    private final int vertices;
    private final boolean undirected;
    private final boolean selfLoops;
    private final Edges edges;

    /** The sources of bucket {@code b} begin with {@code b << shift}. */
    private final int shift;

    private final int buckets;

    private Rows(String name, int vertices, boolean undirected, boolean selfLoops, Edges edges) {
        this.name = name;
        this.vertices = vertices;
        this.undirected = undirected;
        this.selfLoops = selfLoops;
        this.edges = edges;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(vertices - 1, 0) / PARTS);
        shift = Math.min(bits, LOW_BITS);
        buckets = (Math.max(vertices - 1, 0) >>> shift) + 1;
    }

    /** Edges in pieces that can be asked for at the same time, and more than once. */
    private interface Edges {
        int pieces();

        EdgeBlock piece(int index);
    }

    /**
     * What was made.
     *
     * @param weights of the edges; null if they have none
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Made(Graph rows, int @Nullable [] weights) {}

    /**
     * @param chunks sources and targets of edges by turns; vertices are less than {@code vertices}
     * @param selfLoops whether edges from a vertex to itself are kept
     */
    static Graph of(String name, int vertices, List<int[]> chunks, boolean undirected, boolean selfLoops) {
        var blocks = chunks.stream().map(pairs -> new EdgeBlock(pairs, null)).toList();
        return ofBlocks(name, vertices, blocks, undirected, selfLoops).rows();
    }

    /**
     * Of edges from and to the same vertices the smallest weight is kept.
     *
     * @param blocks all with weights, or all without; vertices are less than {@code vertices}
     * @param selfLoops whether edges from a vertex to itself are kept
     */
    static Made ofBlocks(String name, int vertices, List<EdgeBlock> blocks, boolean undirected, boolean selfLoops) {
        var pieces = new ArrayList<EdgeBlock>();
        for (var block : blocks) {
            for (long from = block.from(); from < block.to(); from += PIECE) {
                int to = (int) Math.min(block.to(), from + PIECE);
                pieces.add(new EdgeBlock(block.pairs(), block.weights(), (int) from, to));
            }
        }
        boolean weighted = !blocks.isEmpty() && blocks.getFirst().weights() != null;
        return new Rows(name, vertices, undirected, selfLoops, new Edges() {
                    @Override
                    public int pieces() {
                        return pieces.size();
                    }

                    @Override
                    public EdgeBlock piece(int index) {
                        return pieces.get(index);
                    }
                })
                .make(weighted);
    }

    static Graph transposed(Graph graph) {
        return new Rows(graph.name(), graph.vertices(), false, true, new RowEdges(graph, null, true))
                .make(false)
                .rows();
    }

    static Graph inBothDirections(Graph graph) {
        return new Rows(graph.name(), graph.vertices(), true, true, new RowEdges(graph, null, false))
                .make(false)
                .rows();
    }

    /** {@return rows as options want to have them} */
    static Made as(Made made, ReadOptions options) {
        var rows = made.rows();
        boolean undirected = options.undirected(rows.undirected());
        if (options.selfLoops() && undirected == rows.undirected()) {
            return made;
        }
        return new Rows(
                        rows.name(),
                        rows.vertices(),
                        undirected,
                        options.selfLoops(),
                        new RowEdges(rows, made.weights(), false))
                .make(made.weights() != null);
    }

    /** The edges of a graph, made into pairs when they are asked for. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record RowEdges(Graph graph, int @Nullable [] weights, boolean turned) implements Edges {
        @Override
        public int pieces() {
            return PARTS;
        }

        @Override
        public EdgeBlock piece(int index) {
            int begin = cut(graph.vertices(), index, PARTS);
            int end = cut(graph.vertices(), index + 1, PARTS);
            int[] pairs = new int[Math.multiplyExact(2, graph.offset(end) - graph.offset(begin))];
            int at = 0;
            for (int source = begin; source < end; source++) {
                for (int edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
                    pairs[at] = turned ? graph.target(edge) : source;
                    pairs[at + 1] = turned ? source : graph.target(edge);
                    at += 2;
                }
            }
            return new EdgeBlock(
                    pairs,
                    weights == null ? null : Arrays.copyOfRange(weights, graph.offset(begin), graph.offset(end)));
        }
    }

    private Made make(boolean weighted) {
        checkHeap(name, vertices, 0);
        int groups = Math.min(edges.pieces(), 4 * Runtime.getRuntime().availableProcessors());
        int[][] places = new int[groups][buckets];
        inParallel(groups, group -> forPieces(group, groups, piece -> count(piece, places[group])));
        int[] begins = placesOf(places);
        var filled = new Bucketed(begins, begins[buckets], weighted);
        inParallel(groups, group -> forPieces(group, groups, piece -> fill(piece, places[group], filled)));
        int[] offsets = new int[vertices + 1];
        inParallel(buckets, bucket -> sort(bucket, filled, offsets));
        Arrays.parallelPrefix(offsets, Integer::sum);
        return closedUp(filled, offsets);
    }

    private static void inParallel(int count, IntConsumer action) {
        IntStream.range(0, count).parallel().forEach(action);
    }

    private void forPieces(int group, int groups, Consumer<EdgeBlock> action) {
        int end = cut(edges.pieces(), group + 1, groups);
        for (int piece = cut(edges.pieces(), group, groups); piece < end; piece++) {
            action.accept(edges.piece(piece));
        }
    }

    private void count(EdgeBlock piece, int[] counts) {
        int[] pairs = piece.pairs();
        for (int i = piece.from(); i < piece.to(); i += 2) {
            int source = pairs[i];
            int target = pairs[i + 1];
            if (source != target) {
                counts[source >>> shift]++;
                if (undirected) {
                    counts[target >>> shift]++;
                }
            } else if (selfLoops) {
                counts[source >>> shift]++;
            }
        }
    }

    /** Turns what groups have for buckets into where they are to put it; {@return where the buckets begin and end} */
    private int[] placesOf(int[][] counts) {
        long total = 0;
        for (int[] group : counts) {
            for (int count : group) {
                total += count;
            }
        }
        checkHeap(name, vertices, total);
        int[] begins = new int[buckets + 1];
        int at = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            begins[bucket] = at;
            for (int[] group : counts) {
                int count = group[bucket];
                group[bucket] = at;
                at += count;
            }
        }
        begins[buckets] = at;
        return begins;
    }

    /** Edges by bucket; after {@link #sort} only as many at the beginning of each bucket as are distinct. */
    private static final class Bucketed {
        final int[] begins;
        final int[] targets;
        final char[] low;
        final int @Nullable [] weights;

        Bucketed(int[] begins, int edges, boolean weighted) {
            this.begins = begins;
            targets = new int[edges];
            low = new char[edges];
            weights = weighted ? new int[edges] : null;
        }

        void put(int at, int low, int target, int weight) {
            this.low[at] = (char) low;
            targets[at] = target;
            if (weights != null) {
                weights[at] = weight;
            }
        }
    }

    private void fill(EdgeBlock piece, int[] places, Bucketed filled) {
        int[] pairs = piece.pairs();
        int[] weights = piece.weights();
        int mask = (1 << shift) - 1;
        for (int i = piece.from(); i < piece.to(); i += 2) {
            int source = pairs[i];
            int target = pairs[i + 1];
            int weight = weights == null ? 0 : weights[i >> 1];
            if (source != target) {
                filled.put(places[source >>> shift]++, source & mask, target, weight);
                if (undirected) {
                    filled.put(places[target >>> shift]++, target & mask, source, weight);
                }
            } else if (selfLoops) {
                filled.put(places[source >>> shift]++, source & mask, target, weight);
            }
        }
    }

    /** Sorts a bucket, drops its duplicates, and enters the degree of vertex v at {@code offsets[v + 1]}. */
    private void sort(int bucket, Bucketed filled, int[] offsets) {
        int from = filled.begins[bucket];
        int to = filled.begins[bucket + 1];
        int first = bucket << shift;
        int[] ends = new int[Math.min(vertices - first, 1 << shift) + 1];
        for (int i = from; i < to; i++) {
            ends[filled.low[i] + 1]++;
        }
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        // Where a row begins moves on to where it ends, so that the row before it tells where it began.
        if (filled.weights == null) {
            int[] sorted = new int[to - from];
            for (int i = from; i < to; i++) {
                sorted[ends[filled.low[i]]++] = filled.targets[i];
            }
            var targets = filled.targets;
            sortRows(ends, from, offsets, first, (begin, end, at) -> sortRow(sorted, begin, end, targets, at));
        } else {
            long[] sorted = new long[to - from];
            for (int i = from; i < to; i++) {
                sorted[ends[filled.low[i]]++] = (long) filled.targets[i] << Integer.SIZE | filled.weights[i];
            }
            var targets = filled.targets;
            var weights = filled.weights;
            sortRows(ends, from, offsets, first, (begin, end, at) -> sortRow(sorted, begin, end, targets, weights, at));
        }
    }

    private interface RowSort {
        /** Sorts a row of a bucket, and writes it without duplicates. {@return the place after it} */
        int sort(int begin, int end, int at);
    }

    private static void sortRows(int[] ends, int from, int[] offsets, int first, RowSort rows) {
        int at = from;
        int begin = 0;
        for (int row = 0; row < ends.length - 1; row++) {
            int next = rows.sort(begin, ends[row], at);
            offsets[first + row + 1] = next - at;
            at = next;
            begin = ends[row];
        }
    }

    private static int sortRow(int[] sorted, int begin, int end, int[] targets, int from) {
        if (end - begin >= PARALLEL_ROW) {
            Arrays.parallelSort(sorted, begin, end);
        } else if (end - begin > 1) {
            Arrays.sort(sorted, begin, end);
        }
        int at = from;
        for (int i = begin; i < end; i++) {
            if (i == begin || sorted[i - 1] != sorted[i]) {
                targets[at] = sorted[i];
                at++;
            }
        }
        return at;
    }

    /** Weights are in the low halves, so that the smallest of duplicates comes first. */
    private static int sortRow(long[] sorted, int begin, int end, int[] targets, int[] weights, int from) {
        if (end - begin >= PARALLEL_ROW) {
            Arrays.parallelSort(sorted, begin, end);
        } else if (end - begin > 1) {
            Arrays.sort(sorted, begin, end);
        }
        int at = from;
        for (int i = begin; i < end; i++) {
            if (i == begin || sorted[i - 1] >> Integer.SIZE != sorted[i] >> Integer.SIZE) {
                targets[at] = (int) (sorted[i] >> Integer.SIZE);
                weights[at] = (int) sorted[i];
                at++;
            }
        }
        return at;
    }

    /** {@return the rows without the gaps that duplicates left behind} */
    private Made closedUp(Bucketed filled, int[] offsets) {
        if (offsets[vertices] == filled.targets.length) {
            return new Made(new Graph(name, offsets, filled.targets, undirected), filled.weights);
        }
        int[] targets = closedUp(filled.targets, filled.begins, offsets);
        int[] weights = filled.weights == null ? null : closedUp(filled.weights, filled.begins, offsets);
        return new Made(new Graph(name, offsets, targets, undirected), weights);
    }

    private int[] closedUp(int[] values, int[] begins, int[] offsets) {
        int[] closed = new int[offsets[vertices]];
        inParallel(buckets, bucket -> {
            int begin = offsets[bucket << shift];
            int end = offsets[(int) Math.min((bucket + 1L) << shift, vertices)];
            System.arraycopy(values, begins[bucket], closed, begin, end - begin);
        });
        return closed;
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

    /** {@return the first vertex that fulfils a condition; {@code vertices} if none does} */
    static int firstVertex(int vertices, IntPredicate condition) {
        return IntStream.range(0, PARTS)
                .parallel()
                .map(part -> {
                    int end = cut(vertices, part + 1, PARTS);
                    for (int vertex = cut(vertices, part, PARTS); vertex < end; vertex++) {
                        if (condition.test(vertex)) {
                            return vertex;
                        }
                    }
                    return vertices;
                })
                .min()
                .orElse(vertices);
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

    /** @throws Graph.TooLargeException if these are more vertices or edges than a graph can have */
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
