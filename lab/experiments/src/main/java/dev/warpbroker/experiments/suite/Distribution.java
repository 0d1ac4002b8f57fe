package dev.warpbroker.experiments.suite;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** How many vertices have which value, as a text in records. */
final class Distribution {
    /** Points of a line, at most. */
    private static final int MAX = 64;

    private Distribution() {}

    /**
     * {@return how many vertices are how far from a source, several distances together if there are many}
     *
     * @param distances negative for vertices that were not reached
     */
    static String ofDistances(int[] distances) {
        int depth = Math.max(0, IntStream.of(distances).max().orElse(0));
        int together = Math.ceilDiv(depth + 1, MAX);
        var counts = new TreeMap<Integer, Long>();
        for (int distance : distances) {
            if (distance >= 0) {
                counts.merge(distance / together * together, 1L, Long::sum);
            }
        }
        return text(counts);
    }

    /** {@return how many values there are from each power of two to the next; those below 1 are left out} */
    static String byPowersOfTwo(DoubleStream values) {
        var counts = new TreeMap<Integer, Long>();
        values.filter(value -> value >= 1)
                .forEach(value -> counts.merge(Integer.highestOneBit((int) Math.min(value, 1 << 30)), 1L, Long::sum));
        return text(counts);
    }

    private static String text(Map<Integer, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
