package dev.warpbroker.graphs;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An R-MAT graph: few vertices with very many neighbours, many with very few.
 *
 * <p>After Chakrabarti, Zhan and Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004, with the parameters
 * of the Graph500 benchmark: an edge falls into one of the four quarters of the adjacency matrix, then into a quarter
 * of that one, and so on. Vertices are renumbered so that their degree does not show in their number. The graph is
 * undirected; loops and duplicates are dropped, so that it has somewhat fewer than {@code 2 * edgeFactor * 2^scale}
 * edges in its rows, and vertices without any.
 *
 * @param scale the graph has {@code 2^scale} vertices
 * @param edgeFactor edges drawn for each vertex
 * @param a probability of the quarter of low sources and low targets
 * @param b probability of the quarter of low sources and high targets
 * @param c probability of the quarter of high sources and low targets
 * @param seed of all choices
 */
record Rmat(int scale, int edgeFactor, double a, double b, double c, long seed) implements GraphSource {
    /** The largest scale. */
    public static final int MAX_SCALE = 30;

    private static final double USUAL_A = 0.57;
    private static final double USUAL_B = 0.19;
    private static final double USUAL_C = 0.19;
    private static final int CHUNK = 1 << 16;
    private static final int ROUNDS = 3;

    /** Checks the numbers. */
    public Rmat {
        if (scale < 1 || scale > MAX_SCALE) {
            throw new IllegalArgumentException("an R-MAT graph of scale " + scale + "; give 1.." + MAX_SCALE);
        }
        if (edgeFactor < 1 || (long) edgeFactor << scale > Graph.MAX_EDGES) {
            throw new IllegalArgumentException("an R-MAT graph with " + edgeFactor + " edges for each of 2^" + scale
                    + " vertices; give at least 1 and at most " + Graph.MAX_EDGES + " edges in all");
        }
        if (!(a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1)) {
            throw new IllegalArgumentException("an R-MAT graph with a = " + a + ", b = " + b + ", c = " + c
                    + "; give probabilities whose sum is at most 1");
        }
    }

    /** {@return the graph with the parameters of Graph500} */
    public static Rmat graph500(int scale, int edgeFactor, long seed) {
        return new Rmat(scale, edgeFactor, USUAL_A, USUAL_B, USUAL_C, seed);
    }

    @Override
    public String name() {
        String parameters = a == USUAL_A && b == USUAL_B && c == USUAL_C ? "" : ":a=" + a + ":b=" + b + ":c=" + c;
        return "rmat:" + scale + ":" + edgeFactor + parameters + ":seed=" + seed;
    }

    @Override
    public Graph graph(ReadProgress progress) {
        try {
            return drawn();
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(name(), full);
        }
    }

    private Graph drawn() {
        int vertices = 1 << scale;
        long drawn = (long) edgeFactor << scale;
        Rows.checkHeap(name(), vertices, 2 * drawn);
        List<int[]> chunks = IntStream.range(0, (int) Math.ceilDiv(drawn, CHUNK))
                .parallel()
                .mapToObj(chunk -> draw((long) chunk * CHUNK, Math.min((chunk + 1L) * CHUNK, drawn)))
                .toList();
        return Rows.of(name(), vertices, chunks, true, false);
    }

    private int[] draw(long from, long to) {
        int[] pairs = new int[2 * (int) (to - from)];
        long first = Chance.threshold(a);
        long second = Chance.threshold(a + b);
        long third = Chance.threshold(a + b + c);
        for (int i = 0; i < pairs.length; i += 2) {
            long edge = from + i / 2;
            int source = 0;
            int target = 0;
            for (int level = 0; level < scale; level++) {
                long bits = Chance.bits(seed, edge * MAX_SCALE + level);
                boolean highSource = !Chance.happens(bits, second);
                boolean highTarget = highSource ? !Chance.happens(bits, third) : !Chance.happens(bits, first);
                source = 2 * source + (highSource ? 1 : 0);
                target = 2 * target + (highTarget ? 1 : 0);
            }
            pairs[i] = renumbered(source);
            pairs[i + 1] = renumbered(target);
        }
        return pairs;
    }

    /** {@return another number for a vertex, and for every vertex a different one: each step can be undone} */
    int renumbered(int vertex) {
        int mask = (1 << scale) - 1;
        int number = vertex;
        for (int round = 0; round < ROUNDS; round++) {
            long bits = Chance.bits(seed, -1L - round);
            number = number * ((int) bits | 1) + (int) (bits >>> Integer.SIZE) & mask;
            number ^= number >>> (scale + 1) / 2;
        }
        return number;
    }
}
