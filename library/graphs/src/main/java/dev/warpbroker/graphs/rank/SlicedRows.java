package dev.warpbroker.graphs.rank;

import dev.warpbroker.graphs.Graph;
import java.util.stream.IntStream;

/**
 * The rows of a graph in the order in which warps read them, longest first.
 *
 * <p>32 short rows that follow each other are a slice. A slice holds the first elements of its rows, then the second
 * ones, and so on: the lanes of a warp, each with a row of its own, read 32 neighbouring elements at every step
 * (SELL-C-σ: M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, <i>A unified sparse matrix data format for
 * efficient general sparse matrix-vector multiplication on modern processors with wide SIMD units</i>, 2014). Long rows
 * come before them, one after the other, and are read by many lanes each.
 *
 * @param rows the vertices whose rows these are; those with as many elements in their natural order, which keeps what
 *     they read together
 * @param ofBlocks how many rows, the first ones, are for a block each
 * @param ofWarps how many rows after these are for a warp each
 * @param starts where each of these begins in {@code elements}, then where each slice begins, and where the last ends
 * @param elements of long rows, then of slices: places in {@link HotFirst}; rows that are shorter than their slice are
 *     filled up with the number of vertices, which is none
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record SlicedRows(int[] rows, int ofBlocks, int ofWarps, int[] starts, int[] elements) {
    /** Lanes of a warp, and rows of a slice. */
    static final int WARP = 32;

    /** Longer rows are for a block. */
    private static final int LONGEST_OF_A_WARP = 2_048;

    /** The longest rows of slices, in small graphs and in large ones. */
    private static final int SHORT = 32;

    private static final int LESS_SHORT = 256;

    /**
     * {@return the rows of a graph}
     *
     * @param places of its vertices, which become the elements
     * @param warps that read them: a slice is to be a small part of what each has to read
     */
    static SlicedRows of(Graph graph, int[] places, int warps) {
        int vertices = graph.vertices();
        int longest = Math.clamp(graph.edges() / WARP / warps, SHORT, LESS_SHORT);
        int[] rows = longestFirst(graph);
        int ofBlocks = longerThan(graph, rows, LONGEST_OF_A_WARP);
        int ofBoth = longerThan(graph, rows, longest);
        int slices = Math.ceilDiv(vertices - ofBoth, WARP);
        int[] starts = new int[ofBoth + slices + 1];
        for (int i = 0; i < ofBoth; i++) {
            starts[i + 1] = starts[i] + graph.degree(rows[i]);
        }
        for (int slice = 0; slice < slices; slice++) {
            int width = graph.degree(rows[ofBoth + slice * WARP]);
            starts[ofBoth + slice + 1] = Math.addExact(starts[ofBoth + slice], width * WARP);
        }
        var sliced = new SlicedRows(rows, ofBlocks, ofBoth - ofBlocks, starts, new int[starts[starts.length - 1]]);
        sliced.fill(graph, places);
        return sliced;
    }

    private static int[] longestFirst(Graph graph) {
        int longest = 0;
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            longest = Math.max(longest, graph.degree(vertex));
        }
        int[] at = new int[longest + 2];
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            at[longest - graph.degree(vertex) + 1]++;
        }
        for (int i = 0; i <= longest; i++) {
            at[i + 1] += at[i];
        }
        int[] rows = new int[graph.vertices()];
        for (int vertex = 0; vertex < rows.length; vertex++) {
            rows[at[longest - graph.degree(vertex)]++] = vertex;
        }
        return rows;
    }

    private static int longerThan(Graph graph, int[] rows, int length) {
        int count = 0;
        while (count < rows.length && graph.degree(rows[count]) > length) {
            count++;
        }
        return count;
    }

    private void fill(Graph graph, int[] places) {
        int ofBoth = ofBlocks + ofWarps;
        IntStream.range(0, ofBoth).parallel().forEach(i -> {
            int from = graph.offset(rows[i]) - starts[i];
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                elements[at] = places[graph.target(from + at)];
            }
        });
        IntStream.range(ofBoth, starts.length - 1).parallel().forEach(slice -> {
            int first = ofBoth + (slice - ofBoth) * WARP;
            int width = (starts[slice + 1] - starts[slice]) / WARP;
            for (int lane = 0; lane < WARP; lane++) {
                boolean exists = first + lane < rows.length;
                int from = exists ? graph.offset(rows[first + lane]) : 0;
                int length = exists ? graph.degree(rows[first + lane]) : 0;
                for (int i = 0; i < width; i++) {
                    elements[starts[slice] + i * WARP + lane] =
                            i < length ? places[graph.target(from + i)] : graph.vertices();
                }
            }
        });
    }
}
