package dev.warpbroker.graphs.rank;

import dev.warpbroker.graphs.Graph;
import java.util.stream.IntStream;

/**
 * The rows of a graph in the order in which warps read them.
 *
 * <p>32 short rows of the same length are a slice. A slice holds the first elements of its rows, then the second ones,
 * and so on: the lanes of a warp, each with a row of its own, read 32 neighbouring elements at every step (SELL-C-σ: M.
 * Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, <i>A unified sparse matrix data format for efficient general
 * sparse matrix-vector multiplication on modern processors with wide SIMD units</i>, 2014). Long rows come before them,
 * one after the other, and are read by many lanes each.
 *
 * @param rows the vertices whose rows these are: those of each part together, in their natural order, which keeps what
 *     they read together
 * @param partEnds where each part of {@code rows} ends: rows for a block, those for a warp, those for half a warp, then
 *     rows of 32 elements, 31, ... 0
 * @param taskEnds the same in numbers of what a warp takes at once: a long row, two of half the length, or a slice
 * @param starts where each long row begins in {@code elements}, and where the last one ends
 * @param sliceStarts where the first slice of each part begins in {@code elements}
 * @param elements of long rows, then of slices; slices that are not full are filled up with the number of vertices,
 *     which is none
 */
record SlicedRows(int[] rows, int[] partEnds, int[] taskEnds, int[] starts, int[] sliceStarts, int[] elements) {
    /** Lanes of a warp, rows of a slice, and the most elements of a row in one. */
    static final int WARP = 32;

    /** Longer rows are for a block. */
    private static final int LONGEST_OF_A_WARP = 2_048;

    /** Longer rows are for a warp, and shorter ones, if no slice can have them, for half of it. */
    private static final int LONGEST_OF_HALF_A_WARP = 64;

    /** Part of the rows that a block reads. */
    static final int OF_A_BLOCK = 0;

    /** Part of those that half a warp reads; the part before is for a whole one. */
    static final int OF_HALF_A_WARP = 2;

    private static final int LONG = OF_HALF_A_WARP + 1;
    private static final int PARTS = LONG + WARP + 1;

    static SlicedRows of(Graph graph) {
        int vertices = graph.vertices();
        int[] partEnds = new int[PARTS];
        for (int vertex = 0; vertex < vertices; vertex++) {
            partEnds[part(graph.degree(vertex))]++;
        }
        int[] at = new int[PARTS];
        for (int part = 1; part < PARTS; part++) {
            at[part] = partEnds[part - 1];
            partEnds[part] += partEnds[part - 1];
        }
        int[] rows = new int[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            rows[at[part(graph.degree(vertex))]++] = vertex;
        }
        int[] starts = new int[partEnds[OF_HALF_A_WARP] + 1];
        for (int place = 0; place < starts.length - 1; place++) {
            starts[place + 1] = starts[place] + graph.degree(rows[place]);
        }
        int[] taskEnds = new int[PARTS];
        int[] sliceStarts = new int[PARTS + 1];
        sliceStarts[LONG] = starts[starts.length - 1];
        for (int part = 1; part < PARTS; part++) {
            int tasks = Math.ceilDiv(partEnds[part] - partEnds[part - 1], rowsOfATask(part));
            taskEnds[part] = taskEnds[part - 1] + tasks;
            if (part >= LONG) {
                sliceStarts[part + 1] = Math.addExact(sliceStarts[part], Math.multiplyExact(tasks, WARP * width(part)));
            }
        }
        var sliced = new SlicedRows(rows, partEnds, taskEnds, starts, sliceStarts, new int[sliceStarts[PARTS]]);
        sliced.fill(graph);
        return sliced;
    }

    private static int part(int length) {
        if (length <= WARP) {
            return PARTS - 1 - length;
        }
        return length <= LONGEST_OF_HALF_A_WARP ? OF_HALF_A_WARP : length <= LONGEST_OF_A_WARP ? 1 : OF_A_BLOCK;
    }

    /** {@return the number of parts} */
    static int parts() {
        return PARTS;
    }

    /** {@return the first part that has slices} */
    static int firstOfSlices() {
        return LONG;
    }

    /** {@return the length of the rows of a part that has slices} */
    static int width(int part) {
        return PARTS - 1 - part;
    }

    private static int rowsOfATask(int part) {
        return part >= LONG ? WARP : part;
    }

    private void fill(Graph graph) {
        IntStream.range(0, starts.length - 1).parallel().forEach(place -> {
            int from = graph.offset(rows[place]) - starts[place];
            for (int i = starts[place]; i < starts[place + 1]; i++) {
                elements[i] = graph.target(from + i);
            }
        });
        for (int part = LONG; part < PARTS; part++) {
            int first = partEnds[part - 1];
            int end = partEnds[part];
            int start = sliceStarts[part];
            int width = width(part);
            IntStream.range(0, taskEnds[part] - taskEnds[part - 1]).parallel().forEach(slice -> {
                for (int lane = 0; lane < WARP; lane++) {
                    int place = first + slice * WARP + lane;
                    int from = place < end ? graph.offset(rows[place]) : 0;
                    for (int i = 0; i < width; i++) {
                        elements[start + (slice * width + i) * WARP + lane] =
                                place < end ? graph.target(from + i) : graph.vertices();
                    }
                }
            });
        }
    }
}
