package dev.warpbroker.graphs.rank;

import dev.warpbroker.graphs.Graph;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The rows of in-edges of a graph in the order in which threads of the JVM read them.
 *
 * <p>Vertices that follow each other are a part; all parts have about as many edges. Within a part short rows come
 * first: a processor that sums up many rows of one length foresees the end of each. Rows of one length that follow each
 * other are a bundle.
 *
 * <p>A row repeats the one before if it is that of the next vertex, and each of its elements is the next one, too. Most
 * rows of a lattice do. Such rows are a bundle that has the elements of its first row only: neighbouring sums are made
 * of neighbouring cells then, several at a time, and nothing else is read.
 *
 * @param vertices whose rows these are
 * @param bundles {@link #INTS} for each: its first row, its first element, the length of its rows, and whether they
 *     repeat; then the row after the last one of all
 * @param parts the first bundle of each part, and the one after the last
 * @param elements of the rows: the places of vertices
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record PartedRows(int[] vertices, int[] bundles, int[] parts, int[] elements) {
    static final int INTS = 4;
    static final int ROW = 0;
    static final int ELEMENT = 1;
    static final int LENGTH = 2;
    static final int REPEATS = 3;

    /** Rows that repeat each other, of which a bundle is made. */
    private static final int MIN = 16;

    /**
     * {@return the rows of a graph}
     *
     * @param incoming the rows, by vertex
     * @param places what the elements are instead of vertices
     * @param count of parts
     */
    static PartedRows of(Graph incoming, int[] places, int count) {
        int[] begins = begins(incoming, count);
        int[] vertices = new int[incoming.vertices()];
        var made = IntStream.range(0, count)
                .parallel()
                .mapToObj(part -> new Part(incoming, places, vertices, begins[part], begins[part + 1]))
                .toList();
        int[] parts = new int[count + 1];
        int[] elementsBefore = new int[count + 1];
        for (int part = 0; part < count; part++) {
            parts[part + 1] = parts[part] + made.get(part).bundleCount;
            elementsBefore[part + 1] = elementsBefore[part] + made.get(part).elementCount;
        }
        int[] bundles = new int[INTS * parts[count] + 1];
        int[] elements = new int[elementsBefore[count]];
        IntStream.range(0, count)
                .parallel()
                .forEach(part -> made.get(part).copy(bundles, parts[part], elements, elementsBefore[part]));
        bundles[INTS * parts[count]] = vertices.length;
        return new PartedRows(vertices, bundles, parts, elements);
    }

    /** {@return where each part begins, and where the last one ends: about as many in-edges in each} */
    private static int[] begins(Graph incoming, int count) {
        int[] begins = new int[count + 1];
        // A vertex costs something, too.
        long all = incoming.edges() + (long) incoming.vertices();
        int vertex = 0;
        for (int part = 1; part < count; part++) {
            long before = all * part / count;
            while (vertex < incoming.vertices() && incoming.offset(vertex) + (long) vertex < before) {
                vertex++;
            }
            begins[part] = vertex;
        }
        begins[count] = incoming.vertices();
        return begins;
    }

    /** {@return the vertices of the part that has the most} */
    int mostInPart() {
        int most = 0;
        for (int part = 0; part < parts.length - 1; part++) {
            most = Math.max(most, bundles[INTS * parts[part + 1]] - bundles[INTS * parts[part]]);
        }
        return most;
    }

    /** A part that is being made. */
    private static final class Part {
        private final Graph incoming;
        private final int[] places;
        private final int[] vertices;
        private final int begin;
        private final int end;
        private int[] bundles = new int[8 * INTS];
        private int bundleCount;
        private int elementCount;

        /** @param vertices where the part puts those of its rows, from {@code begin} to {@code end} */
        Part(Graph incoming, int[] places, int[] vertices, int begin, int end) {
            this.incoming = incoming;
            this.places = places;
            this.vertices = vertices;
            this.begin = begin;
            this.end = end;
            sort();
            int row = begin;
            while (row < end) {
                int repeated = endOfRepeated(row);
                if (repeated - row >= MIN) {
                    add(row, incoming.degree(vertices[row]), 1);
                    elementCount += incoming.degree(vertices[row]);
                } else {
                    for (int i = row; i < repeated; i++) {
                        addSingle(i);
                    }
                }
                row = repeated;
            }
        }

        private void sort() {
            long[] keys = new long[end - begin];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = (long) incoming.degree(begin + i) << Integer.SIZE | begin + i;
            }
            Arrays.sort(keys);
            for (int i = 0; i < keys.length; i++) {
                vertices[begin + i] = (int) keys[i];
            }
        }

        /**
         * {@return the row after those that repeat, each the one before, beginning with the one after {@code first}}
         */
        private int endOfRepeated(int first) {
            int row = first + 1;
            while (row < end && vertices[row] == vertices[row - 1] + 1 && repeats(vertices[row])) {
                row++;
            }
            return row;
        }

        private boolean repeats(int vertex) {
            int degree = incoming.degree(vertex);
            boolean is = degree > 0 && degree == incoming.degree(vertex - 1);
            int edge = incoming.offset(vertex);
            for (int i = 0; i < degree && is; i++) {
                is = places[incoming.target(edge + i)] == places[incoming.target(edge + i - degree)] + 1;
            }
            return is;
        }

        private void addSingle(int row) {
            int degree = incoming.degree(vertices[row]);
            int last = (bundleCount - 1) * INTS;
            if (bundleCount == 0 || bundles[last + REPEATS] == 1 || bundles[last + LENGTH] != degree) {
                add(row, degree, 0);
            }
            elementCount += degree;
        }

        private void add(int row, int length, int repeats) {
            int at = bundleCount * INTS;
            if (at == bundles.length) {
                bundles = Arrays.copyOf(bundles, 2 * at);
            }
            bundles[at + ROW] = row;
            bundles[at + ELEMENT] = elementCount;
            bundles[at + LENGTH] = length;
            bundles[at + REPEATS] = repeats;
            bundleCount++;
        }

        void copy(int[] allBundles, int firstBundle, int[] elements, int firstElement) {
            System.arraycopy(bundles, 0, allBundles, firstBundle * INTS, bundleCount * INTS);
            int at = firstElement;
            for (int bundle = 0; bundle < bundleCount; bundle++) {
                int place = bundle * INTS;
                allBundles[firstBundle * INTS + place + ELEMENT] += firstElement;
                int row = bundles[place + ROW];
                boolean isLast = bundle == bundleCount - 1;
                int bundleEnd = bundles[place + REPEATS] == 1 ? row + 1 : isLast ? end : bundles[place + INTS + ROW];
                for (; row < bundleEnd; row++) {
                    int edgesEnd = incoming.offset(vertices[row] + 1);
                    for (int edge = incoming.offset(vertices[row]); edge < edgesEnd; edge++) {
                        elements[at] = places[incoming.target(edge)];
                        at++;
                    }
                }
            }
        }
    }
}
