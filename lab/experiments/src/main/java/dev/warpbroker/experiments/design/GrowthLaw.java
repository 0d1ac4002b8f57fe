package dev.warpbroker.experiments.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How a time grows with a size: as {@code factor * size^exponent}, from the largest size on that was measured. For what
 * was not measured because it would take too long.
 *
 * <p>The exponent is fitted to the largest sizes. Among small ones a time may hardly grow, because it is that of
 * something else, or because not all threads have had something to do. So it is 1 at least, and no less than between
 * the last two sizes.
 *
 * @param factor time at size 1
 * @param exponent of the size
 * @param sizes that it was fitted to, in their order
 */
public record GrowthLaw(double factor, double exponent, List<Integer> sizes) {
    /** Sizes that must have been measured before larger ones are judged by them. */
    public static final int MIN_SIZES = 3;

    /** The most sizes that count: smaller ones may follow another law. */
    private static final int MAX = 4;

    public GrowthLaw {
        sizes = List.copyOf(sizes);
    }

    /**
     * {@return the law; of a single size one that is linear; none without any size}
     *
     * @param times by size
     */
    public static Optional<GrowthLaw> of(SortedMap<Integer, Double> times) {
        if (times.isEmpty()) {
            return Optional.empty();
        }
        var last =
                times.entrySet().stream().skip(Math.max(0, times.size() - MAX)).toList();
        double x = last.stream().mapToDouble(GrowthLaw::x).average().orElse(0);
        double y = last.stream().mapToDouble(GrowthLaw::y).average().orElse(0);
        double squares =
                last.stream().mapToDouble(at -> (x(at) - x) * (x(at) - x)).sum();
        double products =
                last.stream().mapToDouble(at -> (x(at) - x) * (y(at) - y)).sum();
        double exponent = last.size() == 1 ? 1 : Math.max(1, Math.max(products / squares, lastStep(last)));
        double factor = Math.exp(y(last.getLast()) - exponent * x(last.getLast()));
        return Optional.of(new GrowthLaw(
                factor, exponent, last.stream().map(Map.Entry::getKey).toList()));
    }

    /** {@return the exponent of the last two sizes} */
    private static double lastStep(List<Map.Entry<Integer, Double>> last) {
        var before = last.get(last.size() - 2);
        return (y(last.getLast()) - y(before)) / (x(last.getLast()) - x(before));
    }

    private static double x(Map.Entry<Integer, Double> at) {
        return Math.log(at.getKey());
    }

    private static double y(Map.Entry<Integer, Double> at) {
        return Math.log(at.getValue());
    }

    /** {@return the time at a size} */
    public double at(int size) {
        return factor * Math.pow(size, exponent);
    }
}
