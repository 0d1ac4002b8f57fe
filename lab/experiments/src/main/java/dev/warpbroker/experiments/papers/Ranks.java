package dev.warpbroker.experiments.papers;

import java.util.Arrays;

/** Who is ahead of whom, in two measurements of the same. */
final class Ranks {
    private Ranks() {}

    /**
     * {@return Spearman's correlation: 1 if both have the same order, -1 if one has the reverse of the other, about 0
     * if one says nothing of the other}
     */
    static double correlation(double[] some, double[] others) {
        if (some.length != others.length || some.length == 0) {
            throw new IllegalArgumentException(some.length + " values beside " + others.length);
        }
        double[] first = of(some);
        double[] second = of(others);
        double mean = (some.length + 1) / 2.0;
        double together = 0;
        double one = 0;
        double other = 0;
        for (int i = 0; i < first.length; i++) {
            together += (first[i] - mean) * (second[i] - mean);
            one += (first[i] - mean) * (first[i] - mean);
            other += (second[i] - mean) * (second[i] - mean);
        }
        return one == 0 || other == 0 ? 0 : together / Math.sqrt(one * other);
    }

    /** {@return the rank of each value, from 1 on; equal ones have the mean of theirs} */
    private static double[] of(double[] values) {
        return Arrays.stream(values)
                .map(value -> {
                    long less =
                            Arrays.stream(values).filter(other -> other < value).count();
                    long equal = Arrays.stream(values)
                            .filter(other -> other == value)
                            .count();
                    return less + (equal + 1) / 2.0;
                })
                .toArray();
    }
}
