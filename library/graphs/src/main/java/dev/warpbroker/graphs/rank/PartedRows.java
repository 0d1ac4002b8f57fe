package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Ints;
import java.util.Arrays;

/**
 * The order in which threads of the JVM read the rows of a graph. The rows themselves stay as they are and where they
 * are: to put things in order takes less time than to read all rows once.
 *
 * <p>Vertices that follow each other are a part; all parts have about as many edges. Within a part short rows come
 * first: a processor that sums up many rows of one length foresees the end of each. Rows of one length that follow each
 * other in that order are a bundle; so are the long ones, whatever their lengths.
 *
 * <p>A row repeats the one before if it is that of the next vertex, and each of its elements is the next one, too. Most
 * rows of a lattice do. Such rows are a bundle of which only the first row is read: neighbouring sums are made of
 * neighbouring cells then, several at a time.
 *
 * <p>A part is put in order by one thread; any can read it when it can see what that one wrote.
 */
final class PartedRows {
    /** Instead of the length of the rows of a bundle: they are long, and may have any length. */
    static final int LONG = 32;

    /** Rows that repeat each other, of which a bundle is made. */
    private static final int MIN = 16;

    /** The shortest of them: sums of few are made as fast one by one. */
    private static final int SHORTEST = 4;

    /** Rows that are compared at once. */
    private static final int AT_ONCE = 8;

    private static final int BEGIN = 0;
    private static final int LENGTH = 1;
    private static final int REPEATS = 2;
    private static final int INTS = 3;

    private final int vertices;
    private final int count;
    private final Ints offsets;
    private final Ints elements;

    /** The vertices, part by part, in the order in which their rows are read. */
    private final Ints order;

    private final Part[] parts;

    /**
     * @param offsets where the row of each vertex begins, and where the last one ends
     * @param elements of the rows
     * @param order memory for as many ints as there are vertices
     * @param count of parts
     */
    PartedRows(Ints offsets, Ints elements, Ints order, int count) {
        vertices = order.length();
        this.count = count;
        this.offsets = offsets;
        this.elements = elements;
        this.order = order;
        parts = new Part[count];
        Arrays.setAll(parts, _ -> new Part());
    }

    /** {@return how many parts there are} */
    int count() {
        return count;
    }

    /**
     * {@return the first vertex of a part, or the one after the last} Found by bisection; a vertex counts as an edge.
     */
    int begin(int part) {
        long before = ((long) offsets.get(vertices) + vertices) * part / count;
        int low = 0;
        int high = vertices;
        while (low < high) {
            int middle = low + high >>> 1;
            if ((long) offsets.get(middle) + middle < before) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** {@return a part, which may still have to be put in order} */
    Part part(int number) {
        return parts[number];
    }

    /** Some vertices. */
    final class Part {
        private int begin;
        private int end;
        private int[] bundles = new int[8 * INTS];
        private int bundleCount;

        /** {@return the first vertex} */
        int begin() {
            return begin;
        }

        /** {@return the vertex after the last one} */
        int end() {
            return end;
        }

        /** {@return how many bundles there are} */
        int bundles() {
            return bundleCount;
        }

        /** Says which vertices these are. */
        void limit(int begin, int end) {
            this.begin = begin;
            this.end = end;
        }

        /** Puts the rows of these vertices in order. */
        void arrange() {
            bundleCount = 0;
            int[] ends = new int[LONG + 1];
            sort(ends);
            int row = begin;
            for (int length = 0; length <= LONG; length++) {
                if (length == 0 || length == LONG) {
                    add(row, ends[length], length, 0);
                } else {
                    bundle(row, ends[length], length);
                }
                row = ends[length];
            }
        }

        /**
         * Sorts by counting.
         *
         * @param ends zeros; then where the rows of each length end
         */
        private void sort(int[] ends) {
            int from = offsets.get(begin);
            for (int vertex = begin; vertex < end; vertex++) {
                int to = offsets.get(vertex + 1);
                ends[Math.min(to - from, LONG)]++;
                from = to;
            }
            int next = begin;
            for (int length = 0; length <= LONG; length++) {
                int rows = ends[length];
                ends[length] = next;
                next += rows;
            }
            from = offsets.get(begin);
            for (int vertex = begin; vertex < end; vertex++) {
                int to = offsets.get(vertex + 1);
                order.set(ends[Math.min(to - from, LONG)]++, vertex);
                from = to;
            }
        }

        /** Makes bundles of rows of one length. */
        private void bundle(int first, int last, int length) {
            int single = first;
            int row = length < SHORTEST ? last : first;
            while (row < last) {
                int repeated = endOfRepeated(row, last, length);
                if (repeated - row >= MIN) {
                    add(single, row, length, 0);
                    add(row, repeated, length, 1);
                    single = repeated;
                }
                row = repeated;
            }
            add(single, last, length, 0);
        }

        /**
         * {@return the row after those that repeat, each the one before, beginning with the one after {@code first}}
         */
        private int endOfRepeated(int first, int last, int length) {
            int vertex = order.get(first);
            int at = offsets.get(vertex) + length;
            int row = first + 1;
            if (!isNext(vertex, 1, row, last) || elements.get(at) != elements.get(at - length) + 1) {
                return row;
            }
            while (isNext(vertex, AT_ONCE, row, last) && areRepeated(at, AT_ONCE * length, length)) {
                row += AT_ONCE;
                vertex += AT_ONCE;
                at += AT_ONCE * length;
            }
            while (isNext(vertex, 1, row, last) && areRepeated(at, length, length)) {
                row++;
                vertex++;
                at += length;
            }
            return row;
        }

        /** {@return whether some rows are those of the next vertices, and so follow each other as these do} */
        private boolean isNext(int vertex, int count, int row, int last) {
            return row + count <= last && order.get(row + count - 1) == vertex + count;
        }

        /**
         * {@return whether rows are repeated} Without a way out, so that the JVM compares several elements at a time.
         */
        private boolean areRepeated(int at, int count, int length) {
            var all = elements;
            int differences = 0;
            for (int i = at; i < at + count; i++) {
                differences |= all.get(i) - all.get(i - length) - 1;
            }
            return differences == 0;
        }

        private void add(int first, int last, int length, int repeats) {
            if (first == last) {
                return;
            }
            int at = bundleCount * INTS;
            if (at == bundles.length) {
                bundles = Arrays.copyOf(bundles, 2 * at);
            }
            bundles[at + BEGIN] = first;
            bundles[at + LENGTH] = length;
            bundles[at + REPEATS] = repeats;
            bundleCount++;
        }

        /**
         * Makes the sum of each row: of those cells whose places are its elements.
         *
         * @param sums of the vertices, from the first one on
         */
        void collect(Cells cells, double[] sums) {
            for (int bundle = 0; bundle < bundleCount; bundle++) {
                int at = INTS * bundle;
                int row = bundles[at + BEGIN];
                int rowsEnd = bundle + 1 < bundleCount ? bundles[at + INTS + BEGIN] : end;
                int length = bundles[at + LENGTH];
                if (bundles[at + REPEATS] == 0) {
                    cells.sums(offsets, elements, length, order, row, rowsEnd, sums, begin);
                } else {
                    int vertex = order.get(row);
                    int element = offsets.get(vertex);
                    int sum = vertex - begin;
                    cells.sums(elements, element, element + length, sums, sum, sum + rowsEnd - row);
                }
            }
        }
    }
}
