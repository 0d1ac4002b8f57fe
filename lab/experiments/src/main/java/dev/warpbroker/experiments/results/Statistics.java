package dev.warpbroker.experiments.results;

import java.util.Arrays;

/**
 * What repeated measurements of a time say together, in nanoseconds.
 *
 * @param repetitions how many there were
 * @param median the middle one, or the mean of the two in the middle
 * @param min the shortest
 * @param max the longest
 */
public record Statistics(int repetitions, double median, double min, double max) {
    /** {@return the statistics of no measurement at all} */
    public static Statistics none() {
        return new Statistics(0, 0, 0, 0);
    }

    /** {@return the statistics of {@code nanos}, at least one} */
    public static Statistics of(long[] nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("no measurement; at least one repetition is needed");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2.0 + sorted[middle] / 2.0;
        return new Statistics(sorted.length, median, sorted[0], sorted[sorted.length - 1]);
    }

    /** {@return how many of {@code operations} the median repetition did in a second} */
    public double perSecond(long operations) {
        return operations / (median / 1e9);
    }
}
