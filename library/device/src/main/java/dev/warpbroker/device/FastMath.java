package dev.warpbroker.device;

/**
 * Functions of floats that a GPU approximates in a few instructions, for where speed matters more than the last bits.
 *
 * <p>Results differ from device to device: the JVM rounds what {@link Math} gives, a GPU uses its approximate
 * instructions, and the simulator rounds the results of those correctly. Each method says how far a result may be from
 * the exact one. {@code selftest --math N} measures it. Where all devices must agree, use {@link StrictMath}.
 */
public final class FastMath {
    private FastMath() {}

    /**
     * {@return the sine} Off by at most 2^-20 for x from -pi to pi, 2^-14 up to 100 pi; beyond that anything is
     * possible.
     *
     * @param x in radians
     */
    public static float sin(float x) {
        return (float) Math.sin(x);
    }

    /**
     * {@return the cosine} Off by at most 2^-20 for x from -pi to pi, 2^-14 up to 100 pi; beyond that anything is
     * possible.
     *
     * @param x in radians
     */
    public static float cos(float x) {
        return (float) Math.cos(x);
    }

    /**
     * {@return the tangent} Off by at most 2^-16 for x from -1.3 to 1.3; it gets worse towards the poles.
     *
     * @param x in radians
     */
    public static float tan(float x) {
        return (float) Math.tan(x);
    }

    /**
     * {@return the hyperbolic tangent} Off by at most 2^-20.
     *
     * @param x any number
     */
    public static float tanh(float x) {
        return (float) Math.tanh(x);
    }

    /**
     * {@return e to the power of x} Relative error at most 2^-17 where the result is a normal number, 2^-21 for x from
     * -1 to 1.
     *
     * @param x the exponent
     */
    public static float exp(float x) {
        return (float) Math.exp(x);
    }

    /**
     * {@return the natural logarithm} Off by at most 2^-21 for x from 0.5 to 2; elsewhere that is the relative error.
     *
     * @param x a positive number
     */
    public static float log(float x) {
        return (float) Math.log(x);
    }

    /**
     * {@return a power} Relative error at most 2^-16 as long as the result is from 2^-32 to 2^32. NaN on a GPU if x is
     * negative, whatever y is.
     *
     * @param x a positive number
     * @param y the exponent
     */
    public static float pow(float x, float y) {
        return (float) Math.pow(x, y);
    }

    /**
     * {@return the square root} Relative error at most 2^-22.
     *
     * @param x a number that is not negative
     */
    public static float sqrt(float x) {
        return (float) Math.sqrt(x);
    }

    /**
     * {@return one over the square root} Relative error at most 2^-22.
     *
     * @param x a positive number
     */
    public static float rsqrt(float x) {
        return (float) (1 / Math.sqrt(x));
    }

    /**
     * {@return a quotient} Relative error at most 2^-22 for divisors whose size is from 2^-126 to 2^126.
     *
     * @param dividend the number to divide
     * @param divisor what it is divided by
     */
    public static float divide(float dividend, float divisor) {
        return dividend / divisor;
    }
}
