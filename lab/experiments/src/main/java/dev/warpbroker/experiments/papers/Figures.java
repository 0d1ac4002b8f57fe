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
}
