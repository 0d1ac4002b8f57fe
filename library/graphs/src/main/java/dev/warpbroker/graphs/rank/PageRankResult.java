package dev.warpbroker.graphs.rank;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.DoubleUnaryOperator;

/** The ranks of all vertices. The array is not copied: do not write to it. */
public final class PageRankResult {
    /** Half of the last digit of a rank that counts, among the bits of a double. */
    private static final long HALF = 1L << 23;

    private final double[] ranks;
    private final int iterations;
    private final double change;
    private final Duration working;
    private final Duration combining;

    /**
     * Takes the array as it is.
     *
     * @param ranks of each vertex
     * @param iterations that were made
     * @param change by which the last of them changed all ranks together
     * @param working the time of all workers
     * @param combining the time between iterations
     */
    public PageRankResult(double[] ranks, int iterations, double change, Duration working, Duration combining) {
        this.ranks = ranks;
        this.iterations = iterations;
        this.change = change;
        this.working = working;
        this.combining = combining;
    }

    /** {@return the rank of each vertex; their sum is 1} */
    public double[] ranks() {
        return ranks;
    }

    /** {@return how many iterations were made} */
    public int iterations() {
        return iterations;
    }

    /** {@return the sum of the absolute changes of all ranks in the last iteration} */
    public double change() {
        return change;
    }

    /** {@return how long the workers took: what depends on the queue} */
    public Duration working() {
        return working;
    }

    /** {@return how long it took to add what vertices without out-edges give to all; not at all sequentially} */
    public Duration combining() {
        return combining;
    }

    /** {@return the time of everything but preparations} */
    public Duration elapsed() {
        return working.plus(combining);
    }

    /**
     * {@return the {@code count} vertices of the highest ranks, highest first}
     *
     * <p>Of ranks that agree in about eight digits that of the lower vertex comes first. Vertices that are alike have
     * ranks that differ by rounding alone, which is no reason to tell them apart, and not the same everywhere.
     */
    public int[] top(int count) {
        return highest(count, PageRankResult::rounded);
    }

    private int[] highest(int count, DoubleUnaryOperator rounding) {
        var better = Comparator.<Integer>comparingDouble(vertex -> -rounding.applyAsDouble(ranks[vertex]))
                .thenComparingInt(vertex -> vertex);
        var best = new PriorityQueue<Integer>(better.reversed());
        for (int vertex = 0; vertex < ranks.length && count > 0; vertex++) {
            if (best.size() < count || better.compare(vertex, best.element()) < 0) {
                best.add(vertex);
                if (best.size() > count) {
                    best.remove();
                }
            }
        }
        return best.stream().sorted(better).mapToInt(Integer::intValue).toArray();
    }

    /** {@return the largest difference of a rank from that of {@code expected}, as a part of the latter} */
    public double worstDifference(PageRankResult expected) {
        double worst = 0;
        for (int vertex = 0; vertex < ranks.length; vertex++) {
            double rank = expected.ranks[vertex];
            worst = Math.max(worst, Math.abs(ranks[vertex] - rank) / rank);
        }
        return worst;
    }

    /**
     * {@return how far the {@code count} highest ranks are from being in the order of {@code expected}: the largest
     * difference between the rank that a vertex has there and that of the vertex which has its place there, as a part
     * of the latter}
     *
     * <p>Ranks that are each right up to a part t lead to 2 t at most, for vertices whose ranks are no further apart
     * may change places.
     */
    public double worstPlace(PageRankResult expected, int count) {
        int[] found = highest(count, DoubleUnaryOperator.identity());
        int[] right = expected.highest(count, DoubleUnaryOperator.identity());
        double worst = 0;
        for (int place = 0; place < found.length; place++) {
            double rank = expected.ranks[right[place]];
            worst = Math.max(worst, Math.abs(expected.ranks[found[place]] - rank) / rank);
        }
        return worst;
    }

    private static double rounded(double rank) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(rank) + HALF & -2 * HALF);
    }
}
