package dev.warpbroker.conformance;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Arguments for functions of one to three numbers, as bits of doubles: pairs of special values first, all of them if
 * there is room (half of it at most), then numbers from the places where an implementation goes wrong (near multiples
 * of pi/2, small and huge ones, near 1, around thresholds, subnormal) and random patterns, in turn. The same seed gives
 * the same.
 */
final class MathInputs {
    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        2,
        -3,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Math.nextDown(Double.MIN_NORMAL),
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Math.nextDown(1.0),
        Math.nextUp(1.0),
        Math.PI,
        Math.PI / 2,
        Math.PI / 4,
        -Math.PI,
        Math.E,
        0x1p31,
        -0x1p31,
        0x1p52,
        0x1p53 - 1,
        0x1p63,
        -0x1p63,
        1e22,
        0x1p-27
    };

    /** Where functions change their way: overflow and underflow of exp, the pieces of atan, of sinh and of tanh. */
    private static final double[] THRESHOLDS = {
        709.782712893384,
        -745.1332191019411,
        710.4758600739439,
        0.34657359,
        1.0397207,
        0.4375,
        0.6875,
        1.1875,
        2.4375,
        22,
        40,
        56,
        0x1p-28,
        0x1p-54,
        0.6744,
        0.41422,
        1.5707963267948966,
        0x1p20,
        0x1p19 * Math.PI,
        0x1p66
    };

    private final long[] first;
    private final long[] second;

    private MathInputs(long[] first, long[] second) {
        this.first = first;
        this.second = second;
    }

    int count() {
        return first.length;
    }

    long first(int index) {
        return first[index];
    }

    long second(int index) {
        return second[index];
    }

    /** {@return some of the first arguments} */
    long[] first(int from, int count) {
        return Arrays.copyOfRange(first, from, from + count);
    }

    /** {@return some of the second arguments} */
    long[] second(int from, int count) {
        return Arrays.copyOfRange(second, from, from + count);
    }

    static MathInputs random(int count, long seed) {
        var first = new long[count];
        var second = new long[count];
        IntStream.range(0, count).parallel().forEach(i -> {
            if (i < Math.min(count / 2, SPECIAL.length * SPECIAL.length)) {
                first[i] = Double.doubleToRawLongBits(SPECIAL[i % SPECIAL.length]);
                second[i] = Double.doubleToRawLongBits(SPECIAL[(i + i / SPECIAL.length) % SPECIAL.length]);
            } else {
                long random = mixed(seed + i);
                first[i] = number(random, i);
                second[i] = number(mixed(random), (int) (random >>> 40));
            }
        });
        return new MathInputs(first, second);
    }

    private static long number(long random, int turn) {
        double sign = (random & 1L << 20) == 0 ? 1 : -1;
        double unit = (random >>> 11) * 0x1p-53;
        double value = switch (Math.floorMod(turn, 10)) {
            case 0 -> sign * 20 * unit;
            case 1 -> nudged((random & 0xffff) * (Math.PI / 2), random);
            case 2 -> nudged(sign * (random >>> 24) * (Math.PI / 2), random);
            case 3 -> sign * Math.scalb(1 + unit, 800 + (int) (random & 0xff));
            case 4 -> sign * unit * Double.MIN_NORMAL;
            case 5 -> sign * (1 + Math.scalb(unit - 0.5, -(int) (random & 0x1f)));
            case 6 -> sign * (random >>> 53) / 2;
            case 7 -> sign * nudged(THRESHOLDS[(int) (random >>> 33) % THRESHOLDS.length], random);
            case 8 -> sign * Math.scalb(1 + unit, (int) (random & 0x7f) - 64);
            default -> Double.longBitsToDouble(random);
        };
        return Double.doubleToRawLongBits(value);
    }

    /** {@return a neighbour, at most eight away} */
    private static double nudged(double value, long random) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) + (random >>> 60) - 8);
    }

    private static long mixed(long number) {
        long z = (number + 0x9e37_79b9_7f4a_7c15L) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ z >>> 30) * 0x94d0_49bb_1331_11ebL;
        return z ^ z >>> 31;
    }
}
