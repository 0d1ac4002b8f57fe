package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QuicksortTest {
    static Stream<int[]> arrays() {
        var random = new SplittableRandom(1);
        return Stream.of(
                new int[] {5},
                new int[] {2, 1},
                new int[] {3, 1, 2},
                IntStream.range(0, 1_000).toArray(),
                IntStream.range(0, 1_000).map(i -> -i).toArray(),
                new int[1_000],
                IntStream.range(0, 1_000).map(i -> i % 2).toArray(),
                IntStream.range(0, 1_000).map(i -> i < 999 ? 0 : 1).toArray(),
                random.ints(10_000).toArray(),
                random.ints(10_000, 0, 10).toArray());
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void everyRangeIsSortedOnce(int[] elements) {
        for (int small : new int[] {2, 3, Quicksort.USUAL_SMALL}) {
            try (Device device = Device.jvm()) {
                var data = device.ints(elements.length);
                data.copyIn(elements);
                var ranges = new ArrayDeque<Quicksort.Range>();
                ranges.push(new Quicksort.Range(0, elements.length));
                while (!ranges.isEmpty()) {
                    Quicksort.sort(data, small, ranges.pop(), ranges::push);
                }
                int[] expected = elements.clone();
                Arrays.sort(expected);
                assertThat(data.copyOut()).isEqualTo(expected);
            }
        }
    }
}
