package dev.warpbroker.compiler.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KnownDivisorTest {
    /** Numbers around multiples of the divisor and around the ends of the range, and any. */
    private static long[] dividends(long divisor, long least, long greatest) {
        var any = new Random(divisor);
        long last = greatest / divisor * divisor;
        return LongStream.concat(
                        LongStream.of(0, divisor, 2 * divisor, last, last - divisor, least, greatest)
                                .flatMap(number -> LongStream.rangeClosed(-2, 2).map(near -> number + near)),
                        LongStream.generate(any::nextLong).limit(50))
                .flatMap(number -> LongStream.of(number, -number, number >> 32, number >> 50))
                .toArray();
    }

    /** The compiler knows what is in a record. */
    private record IntDivisor(int divisor, Ints numbers, Ints results) {
        Kernel kernel() {
            return lane -> {
                int number = numbers.get(lane.id());
                results.set(2 * lane.id(), number / divisor);
                results.set(2 * lane.id() + 1, number % divisor);
            };
        }
    }

    private record LongDivisor(long divisor, Longs numbers, Longs results) {
        Kernel kernel() {
            return lane -> {
                long number = numbers.get(lane.id());
                results.set(2 * lane.id(), number / divisor);
                results.set(2 * lane.id() + 1, number % divisor);
            };
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                1,
                2,
                3,
                5,
                6,
                7,
                9,
                10,
                16,
                25,
                125,
                625,
                641,
                1000,
                4900,
                65_535,
                65_536,
                1 << 30,
                (1 << 30) + 1,
                Integer.MAX_VALUE,
                -1,
                -2,
                -7,
                Integer.MIN_VALUE
            })
    void intsAreDividedAsJavaDividesThem(int divisor) {
        int[] dividends = Arrays.stream(dividends(divisor, Integer.MIN_VALUE, Integer.MAX_VALUE))
                .mapToInt(number -> (int) number)
                .toArray();
        int[] expected = Arrays.stream(dividends)
                .flatMap(number -> Arrays.stream(new int[] {number / divisor, number % divisor}))
                .toArray();
        try (var device = Device.simulator(1);
                var numbers = device.ints(dividends.length);
                var results = device.ints(2 * dividends.length)) {
            numbers.copyIn(dividends);
            var kernel = new IntDivisor(divisor, numbers, results).kernel();
            device.run(Grid.threads(dividends.length), kernel);
            assertThat(results.copyOut()).isEqualTo(expected);
            if (divisor > 1) {
                assertThat(device.ptx(kernel)).doesNotContain("div.s32", "rem.s32");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                1,
                2,
                3,
                5,
                7,
                10,
                24,
                625,
                1000,
                1L << 31,
                (1L << 32) + 1,
                1L << 62,
                Long.MAX_VALUE,
                -1,
                -3,
                Long.MIN_VALUE
            })
    void longsAreDividedAsJavaDividesThem(long divisor) {
        long[] dividends = dividends(divisor, Long.MIN_VALUE, Long.MAX_VALUE);
        long[] expected = Arrays.stream(dividends)
                .flatMap(number -> LongStream.of(number / divisor, number % divisor))
                .toArray();
        try (var device = Device.simulator(1);
                var numbers = device.longs(dividends.length);
                var results = device.longs(2L * dividends.length)) {
            numbers.copyIn(dividends);
            var kernel = new LongDivisor(divisor, numbers, results).kernel();
            device.run(Grid.threads(dividends.length), kernel);
            assertThat(results.copyOut()).isEqualTo(expected);
            if (divisor > 1) {
                assertThat(device.ptx(kernel)).doesNotContain("div.s64", "rem.s64");
            }
        }
    }
}
