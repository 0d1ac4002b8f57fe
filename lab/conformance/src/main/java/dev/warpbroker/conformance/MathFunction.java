package dev.warpbroker.conformance;

import java.io.Serializable;
import java.util.List;

/**
 * A method of StrictMath.
 *
 * @param signature its name and the types of its parameters
 * @param function calls it
 */
record MathFunction(String signature, Function function) {
    /** Calls a method with arguments made of random bits, and gives the bits of its result; of all NaNs the same. */
    interface Function extends Serializable {
        long bits(long x, long y);
    }

    /** {@return every method of StrictMath but random; the exact ones with arguments whose result does not overflow} */
    static List<MathFunction> all() {
        return List.of(
                new MathFunction("sin(double)", (x, y) -> bits(StrictMath.sin(d(x)))),
                new MathFunction("cos(double)", (x, y) -> bits(StrictMath.cos(d(x)))),
                new MathFunction("tan(double)", (x, y) -> bits(StrictMath.tan(d(x)))),
                new MathFunction("asin(double)", (x, y) -> bits(StrictMath.asin(d(x)))),
                new MathFunction("acos(double)", (x, y) -> bits(StrictMath.acos(d(x)))),
                new MathFunction("atan(double)", (x, y) -> bits(StrictMath.atan(d(x)))),
                new MathFunction("toRadians(double)", (x, y) -> bits(StrictMath.toRadians(d(x)))),
                new MathFunction("toDegrees(double)", (x, y) -> bits(StrictMath.toDegrees(d(x)))),
                new MathFunction("exp(double)", (x, y) -> bits(StrictMath.exp(d(x)))),
                new MathFunction("log(double)", (x, y) -> bits(StrictMath.log(d(x)))),
                new MathFunction("log10(double)", (x, y) -> bits(StrictMath.log10(d(x)))),
                new MathFunction("sqrt(double)", (x, y) -> bits(StrictMath.sqrt(d(x)))),
                new MathFunction("cbrt(double)", (x, y) -> bits(StrictMath.cbrt(d(x)))),
                new MathFunction("ceil(double)", (x, y) -> bits(StrictMath.ceil(d(x)))),
                new MathFunction("floor(double)", (x, y) -> bits(StrictMath.floor(d(x)))),
                new MathFunction("rint(double)", (x, y) -> bits(StrictMath.rint(d(x)))),
                new MathFunction("sinh(double)", (x, y) -> bits(StrictMath.sinh(d(x)))),
                new MathFunction("cosh(double)", (x, y) -> bits(StrictMath.cosh(d(x)))),
                new MathFunction("tanh(double)", (x, y) -> bits(StrictMath.tanh(d(x)))),
                new MathFunction("expm1(double)", (x, y) -> bits(StrictMath.expm1(d(x)))),
                new MathFunction("log1p(double)", (x, y) -> bits(StrictMath.log1p(d(x)))),
                new MathFunction("ulp(double)", (x, y) -> bits(StrictMath.ulp(d(x)))),
                new MathFunction("signum(double)", (x, y) -> bits(StrictMath.signum(d(x)))),
                new MathFunction("abs(double)", (x, y) -> bits(StrictMath.abs(d(x)))),
                new MathFunction("nextUp(double)", (x, y) -> bits(StrictMath.nextUp(d(x)))),
                new MathFunction("nextDown(double)", (x, y) -> bits(StrictMath.nextDown(d(x)))),
                new MathFunction("IEEEremainder(double, double)", (x, y) -> bits(StrictMath.IEEEremainder(d(x), d(y)))),
                new MathFunction("atan2(double, double)", (x, y) -> bits(StrictMath.atan2(d(x), d(y)))),
                new MathFunction("pow(double, double)", (x, y) -> bits(StrictMath.pow(d(x), d(y)))),
                new MathFunction("hypot(double, double)", (x, y) -> bits(StrictMath.hypot(d(x), d(y)))),
                new MathFunction("max(double, double)", (x, y) -> bits(StrictMath.max(d(x), d(y)))),
                new MathFunction("min(double, double)", (x, y) -> bits(StrictMath.min(d(x), d(y)))),
                new MathFunction("copySign(double, double)", (x, y) -> bits(StrictMath.copySign(d(x), d(y)))),
                new MathFunction("nextAfter(double, double)", (x, y) -> bits(StrictMath.nextAfter(d(x), d(y)))),
                new MathFunction("round(float)", (x, y) -> StrictMath.round(f(x))),
                new MathFunction("round(double)", (x, y) -> StrictMath.round(d(x))),
                new MathFunction("getExponent(float)", (x, y) -> StrictMath.getExponent(f(x))),
                new MathFunction("getExponent(double)", (x, y) -> StrictMath.getExponent(d(x))),
                new MathFunction("ulp(float)", (x, y) -> bits(StrictMath.ulp(f(x)))),
                new MathFunction("signum(float)", (x, y) -> bits(StrictMath.signum(f(x)))),
                new MathFunction("abs(float)", (x, y) -> bits(StrictMath.abs(f(x)))),
                new MathFunction("nextUp(float)", (x, y) -> bits(StrictMath.nextUp(f(x)))),
                new MathFunction("nextDown(float)", (x, y) -> bits(StrictMath.nextDown(f(x)))),
                new MathFunction("max(float, float)", (x, y) -> bits(StrictMath.max(f(x), f(y)))),
                new MathFunction("min(float, float)", (x, y) -> bits(StrictMath.min(f(x), f(y)))),
                new MathFunction("copySign(float, float)", (x, y) -> bits(StrictMath.copySign(f(x), f(y)))),
                new MathFunction("nextAfter(float, double)", (x, y) -> bits(StrictMath.nextAfter(f(x), d(y)))),
                new MathFunction("scalb(double, int)", (x, y) -> bits(StrictMath.scalb(d(x), (int) (y >> 52)))),
                new MathFunction("scalb(float, int)", (x, y) -> bits(StrictMath.scalb(f(x), (int) (y >> 54)))),
                new MathFunction(
                        "fma(double, double, double)", (x, y) -> bits(StrictMath.fma(d(x), d(y), third(d(x), d(y))))),
                new MathFunction(
                        "fma(float, float, float)",
                        (x, y) -> bits(StrictMath.fma(f(x), f(y), (float) third(f(x), f(y))))),
                new MathFunction(
                        "clamp(double, double, double)", (x, y) -> bits(StrictMath.clamp(d(x), -1.5, 1000.25))),
                new MathFunction("clamp(float, float, float)", (x, y) -> bits(StrictMath.clamp(f(x), -0.0f, 3.5f))),
                new MathFunction(
                        "clamp(long, int, int)",
                        (x, y) -> StrictMath.clamp(x, (int) y >> 1, ((int) y >> 1) + (int) (x >>> 34))),
                new MathFunction(
                        "clamp(long, long, long)", (x, y) -> StrictMath.clamp(x, y >> 1, (y >> 1) + (x >>> 2))),
                new MathFunction("addExact(int, int)", (x, y) -> StrictMath.addExact((int) x >> 1, (int) y >> 1)),
                new MathFunction("addExact(long, long)", (x, y) -> StrictMath.addExact(x >> 1, y >> 1)),
                new MathFunction(
                        "subtractExact(int, int)", (x, y) -> StrictMath.subtractExact((int) x >> 1, (int) y >> 1)),
                new MathFunction("subtractExact(long, long)", (x, y) -> StrictMath.subtractExact(x >> 1, y >> 1)),
                new MathFunction(
                        "multiplyExact(int, int)", (x, y) -> StrictMath.multiplyExact((int) x >> 16, (int) y >> 16)),
                new MathFunction("multiplyExact(long, int)", (x, y) -> StrictMath.multiplyExact(x >> 33, (int) y)),
                new MathFunction("multiplyExact(long, long)", (x, y) -> StrictMath.multiplyExact(x >> 33, y >> 33)),
                new MathFunction(
                        "unsignedMultiplyExact(int, int)",
                        (x, y) -> StrictMath.unsignedMultiplyExact((int) x >>> 16, (int) y >>> 16)),
                new MathFunction(
                        "unsignedMultiplyExact(long, int)",
                        (x, y) -> StrictMath.unsignedMultiplyExact(x >>> 33, (int) y)),
                new MathFunction(
                        "unsignedMultiplyExact(long, long)",
                        (x, y) -> StrictMath.unsignedMultiplyExact(x >>> 33, y >>> 33)),
                new MathFunction("divideExact(int, int)", (x, y) -> StrictMath.divideExact((int) x >> 1, (int) y | 1)),
                new MathFunction("divideExact(long, long)", (x, y) -> StrictMath.divideExact(x >> 1, y | 1)),
                new MathFunction(
                        "floorDivExact(int, int)", (x, y) -> StrictMath.floorDivExact((int) x >> 1, (int) y | 1)),
                new MathFunction("floorDivExact(long, long)", (x, y) -> StrictMath.floorDivExact(x >> 1, y | 1)),
                new MathFunction(
                        "ceilDivExact(int, int)", (x, y) -> StrictMath.ceilDivExact((int) x >> 1, (int) y | 1)),
                new MathFunction("ceilDivExact(long, long)", (x, y) -> StrictMath.ceilDivExact(x >> 1, y | 1)),
                new MathFunction("floorDiv(int, int)", (x, y) -> StrictMath.floorDiv((int) x, (int) y | 1)),
                new MathFunction("floorDiv(long, int)", (x, y) -> StrictMath.floorDiv(x, (int) y | 1)),
                new MathFunction("floorDiv(long, long)", (x, y) -> StrictMath.floorDiv(x, y | 1)),
                new MathFunction("floorMod(int, int)", (x, y) -> StrictMath.floorMod((int) x, (int) y | 1)),
                new MathFunction("floorMod(long, int)", (x, y) -> StrictMath.floorMod(x, (int) y | 1)),
                new MathFunction("floorMod(long, long)", (x, y) -> StrictMath.floorMod(x, y | 1)),
                new MathFunction("ceilDiv(int, int)", (x, y) -> StrictMath.ceilDiv((int) x, (int) y | 1)),
                new MathFunction("ceilDiv(long, int)", (x, y) -> StrictMath.ceilDiv(x, (int) y | 1)),
                new MathFunction("ceilDiv(long, long)", (x, y) -> StrictMath.ceilDiv(x, y | 1)),
                new MathFunction("ceilMod(int, int)", (x, y) -> StrictMath.ceilMod((int) x, (int) y | 1)),
                new MathFunction("ceilMod(long, int)", (x, y) -> StrictMath.ceilMod(x, (int) y | 1)),
                new MathFunction("ceilMod(long, long)", (x, y) -> StrictMath.ceilMod(x, y | 1)),
                new MathFunction("incrementExact(int)", (x, y) -> StrictMath.incrementExact((int) x >> 1)),
                new MathFunction("incrementExact(long)", (x, y) -> StrictMath.incrementExact(x >> 1)),
                new MathFunction("decrementExact(int)", (x, y) -> StrictMath.decrementExact((int) x >> 1)),
                new MathFunction("decrementExact(long)", (x, y) -> StrictMath.decrementExact(x >> 1)),
                new MathFunction("negateExact(int)", (x, y) -> StrictMath.negateExact((int) x >> 1)),
                new MathFunction("negateExact(long)", (x, y) -> StrictMath.negateExact(x >> 1)),
                new MathFunction("absExact(int)", (x, y) -> StrictMath.absExact((int) x >> 1)),
                new MathFunction("absExact(long)", (x, y) -> StrictMath.absExact(x >> 1)),
                new MathFunction("abs(int)", (x, y) -> StrictMath.abs((int) x)),
                new MathFunction("abs(long)", (x, y) -> StrictMath.abs(x)),
                new MathFunction("max(int, int)", (x, y) -> StrictMath.max((int) x, (int) y)),
                new MathFunction("max(long, long)", (x, y) -> StrictMath.max(x, y)),
                new MathFunction("min(int, int)", (x, y) -> StrictMath.min((int) x, (int) y)),
                new MathFunction("min(long, long)", (x, y) -> StrictMath.min(x, y)),
                new MathFunction("toIntExact(long)", (x, y) -> StrictMath.toIntExact(x >> 33)),
                new MathFunction("multiplyFull(int, int)", (x, y) -> StrictMath.multiplyFull((int) x, (int) y)),
                new MathFunction("multiplyHigh(long, long)", (x, y) -> StrictMath.multiplyHigh(x, y)),
                new MathFunction("unsignedMultiplyHigh(long, long)", (x, y) -> StrictMath.unsignedMultiplyHigh(x, y)),
                new MathFunction(
                        "powExact(int, int)", (x, y) -> StrictMath.powExact((int) (x & 15) - 8, (int) (y & 7))),
                new MathFunction("powExact(long, int)", (x, y) -> StrictMath.powExact((x & 15) - 8, (int) (y & 15))),
                new MathFunction(
                        "unsignedPowExact(int, int)",
                        (x, y) -> StrictMath.unsignedPowExact((int) (x & 15), (int) (y & 7))),
                new MathFunction(
                        "unsignedPowExact(long, int)", (x, y) -> StrictMath.unsignedPowExact(x & 15, (int) (y & 15))));
    }

    private static double d(long bits) {
        return Double.longBitsToDouble(bits);
    }

    private static float f(long bits) {
        return (bits & 1) == 0 ? (float) d(bits) : Float.intBitsToFloat((int) (bits >>> 16));
    }

    /** {@return a summand that cancels most of a product, or all, or is of its size} */
    private static double third(double a, double b) {
        double product = a * b;
        return a < b ? -product : product * -1.0000000001;
    }

    private static long bits(double result) {
        return Double.doubleToLongBits(result);
    }

    private static long bits(float result) {
        return Float.floatToIntBits(result);
    }
}
