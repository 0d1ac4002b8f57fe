package dev.warpbroker.compiler.frontend;

/** Arithmetic of Java that no GPU has an instruction for, in kernel Java. */
final class KernelMath {
    private static final int MANTISSA_BITS = 52;
    private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
    private static final int EXPONENT_MASK = 0x7ff;
    /** The exponent of the lowest bit of a number whose exponent field is 1. */
    private static final int LOWEST_EXPONENT = -1074;
    /** A mantissa of 53 bits can be shifted so far without reaching the sign. */
    private static final int SHIFT = 10;

    private KernelMath() {}

    static float remainder(float dividend, float divisor) {
        return (float) remainder((double) dividend, (double) divisor);
    }

    /**
     * Java's {@code %}. Both operands are integers times powers of two; the remainder of the first integer, scaled to
     * the exponent of the second, is exact.
     */
    static double remainder(double dividend, double divisor) {
        double a = Math.abs(dividend);
        double b = Math.abs(divisor);
        if (!(a < Double.POSITIVE_INFINITY) || !(b > 0)) {
            return Double.NaN;
        }
        if (a < b) {
            return dividend;
        }
        long rest = mantissa(a);
        long modulus = mantissa(b);
        int exponent = exponent(b);
        int ahead = exponent(a) - exponent;
        rest %= modulus;
        while (ahead > 0) {
            int step = Math.min(ahead, SHIFT);
            rest = (rest << step) % modulus;
            ahead -= step;
        }
        double result = rest * powerOfTwo(exponent);
        return Double.doubleToRawLongBits(dividend) < 0 ? -result : result;
    }

    private static long mantissa(double positive) {
        long bits = Double.doubleToRawLongBits(positive);
        return bits >>> MANTISSA_BITS == 0 ? bits : bits & MANTISSA_MASK | 1L << MANTISSA_BITS;
    }

    private static int exponent(double positive) {
        int field = (int) (Double.doubleToRawLongBits(positive) >>> MANTISSA_BITS) & EXPONENT_MASK;
        return Math.max(field, 1) - 1 + LOWEST_EXPONENT;
    }

    /** {@return 2 to the power of an exponent that {@link #exponent} gave} */
    private static double powerOfTwo(int exponent) {
        int aboveLowest = exponent - LOWEST_EXPONENT;
        return aboveLowest < MANTISSA_BITS
                ? Double.longBitsToDouble(1L << aboveLowest)
                : Double.longBitsToDouble((long) (aboveLowest - MANTISSA_BITS + 1) << MANTISSA_BITS);
    }

    /** Math.min: NaN if there is one, and -0.0 is less than 0.0. */
    static float min(float a, float b) {
        if (a == b) {
            return Float.intBitsToFloat(Float.floatToRawIntBits(a) | Float.floatToRawIntBits(b));
        }
        return a < b || Float.isNaN(a) ? a : b;
    }

    static double min(double a, double b) {
        if (a == b) {
            return Double.longBitsToDouble(Double.doubleToRawLongBits(a) | Double.doubleToRawLongBits(b));
        }
        return a < b || Double.isNaN(a) ? a : b;
    }

    /** Math.max: NaN if there is one, and 0.0 is greater than -0.0. */
    static float max(float a, float b) {
        if (a == b) {
            return Float.intBitsToFloat(Float.floatToRawIntBits(a) & Float.floatToRawIntBits(b));
        }
        return a > b || Float.isNaN(a) ? a : b;
    }

    static double max(double a, double b) {
        if (a == b) {
            return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & Double.doubleToRawLongBits(b));
        }
        return a > b || Double.isNaN(a) ? a : b;
    }
}
