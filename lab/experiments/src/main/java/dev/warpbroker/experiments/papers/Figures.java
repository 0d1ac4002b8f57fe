package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import java.util.stream.DoubleStream;

/** Figures in words, for claims. */
final class Figures {
    private Figures() {}

    static String times(double ratio) {
        return Quantity.significant(ratio) + " times";
    }

    static String percent(double share) {
        return Quantity.significant(100 * share) + " %";
    }

    static String range(double... values) {
        return Quantity.significant(least(values)) + " to " + Quantity.significant(most(values));
    }

    static double least(double... values) {
        return DoubleStream.of(values).min().orElseThrow();
    }

    static double most(double... values) {
        return DoubleStream.of(values).max().orElseThrow();
    }

    static double median(double... values) {
        double[] sorted = DoubleStream.of(values).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
