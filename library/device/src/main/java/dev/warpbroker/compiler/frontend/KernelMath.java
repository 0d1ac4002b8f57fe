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

    private static final int HALF_SIGN = 0x8000;
    private static final int HALF_MANTISSA = 0x3ff;
    /** By so many bits is the mantissa of a float longer than that of a half float. */
    private static final int HALF_SHIFT = 13;

    private static final int QUIET_NAN = 0x7fc0_0000;
    private static final int QUIET_HALF_NAN = 0x7e00;

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

    /** Float.float16ToFloat, which keeps the bits of a NaN and makes it a quiet one. */
    static float float16ToFloat(short half) {
        float value = fromHalf(half);
        return Float.isNaN(value)
                ? Float.intBitsToFloat(
                        (half & HALF_SIGN) << Short.SIZE | QUIET_NAN | (half & HALF_MANTISSA) << HALF_SHIFT)
                : value;
    }

    /** Float.floatToFloat16, which keeps the upper bits of a NaN and makes it a quiet one. */
    static short floatToFloat16(float value) {
        if (Float.isNaN(value)) {
            int bits = Float.floatToRawIntBits(value);
            return (short) (bits >>> Short.SIZE & HALF_SIGN | QUIET_HALF_NAN | bits >>> HALF_SHIFT & HALF_MANTISSA);
        }
        return (short) toHalf(value);
    }

    /** An instruction of the machine. */
    private static float fromHalf(int half) {
        return Float.float16ToFloat((short) half);
    }

    /** An instruction of the machine. */
    private static int toHalf(float value) {
        return Float.floatToFloat16(value);
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
