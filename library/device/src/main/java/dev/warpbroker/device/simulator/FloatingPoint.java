package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Instruction.TernaryOperation;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Floating-point operations on registers: IEEE 754 with the NaN that PTX produces. */
final class FloatingPoint {
    private static final int FLOAT_NAN = 0x7fff_ffff;

    /** An operation of floats that is rounded once; doubles would round twice in {@code fma}. */
    @FunctionalInterface
    interface FloatBinaryOperator {
        float apply(float left, float right);
    }

    private FloatingPoint() {}

    static float asFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double asDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static long bits(float value) {
        return Float.isNaN(value) ? FLOAT_NAN : Float.floatToRawIntBits(value);
    }

    static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static LongBinaryOperator binary(PtxType type, FloatBinaryOperator narrow, DoubleBinaryOperator wide) {
        return type.isWide()
                ? (a, b) -> bits(wide.applyAsDouble(asDouble(a), asDouble(b)))
                : (a, b) -> bits(narrow.apply(asFloat(a), asFloat(b)));
    }

    /** {@return the sum of floats, with subnormal numbers taken for zero: that of an atomic in global memory} */
    static LongBinaryOperator flushingSum() {
        return (a, b) -> bits(flushed(flushed(asFloat(a)) + flushed(asFloat(b))));
    }

    private static float flushed(float value) {
        return Math.abs(value) < Float.MIN_NORMAL ? Math.copySign(0f, value) : value;
    }

    /** For functions of which the rounded double result is also the correctly rounded float result. */
    static LongUnaryOperator unary(PtxType type, DoubleUnaryOperator operation) {
        return type.isWide()
                ? a -> bits(operation.applyAsDouble(asDouble(a)))
                : a -> bits((float) operation.applyAsDouble(asFloat(a)));
    }

    static TernaryOperation fma(PtxType type) {
        return type.isWide()
                ? (a, b, c) -> bits(Math.fma(asDouble(a), asDouble(b), asDouble(c)))
                : (a, b, c) -> bits(Math.fma(asFloat(a), asFloat(b), asFloat(c)));
    }

    static LongUnaryOperator negate(PtxType type) {
        return type.isWide() ? a -> a ^ Long.MIN_VALUE : a -> a ^ Integer.MIN_VALUE;
    }

    static LongUnaryOperator absolute(PtxType type) {
        return type.isWide() ? a -> a & Long.MAX_VALUE : a -> a & Integer.MAX_VALUE;
    }

    /** {@return minimum or maximum; without {@code .NaN} a number wins over a NaN} */
    static LongBinaryOperator extremum(PtxType type, boolean maximum, boolean propagateNaN) {
        LongBinaryOperator pick = maximum ? binary(type, Math::max, Math::max) : binary(type, Math::min, Math::min);
        if (propagateNaN) {
            return pick;
        }
        return (a, b) -> isNaN(type, a)
                ? (isNaN(type, b) ? pick.applyAsLong(a, b) : b)
                : isNaN(type, b) ? a : pick.applyAsLong(a, b);
    }

    /** {@return the second operand with the sign of the first, the order that PTX has} */
    static LongBinaryOperator copySign(PtxType type) {
        long sign = type.isWide() ? Long.MIN_VALUE : 0x8000_0000L;
        return (a, b) -> (a & sign) | (b & ~sign);
    }

    static boolean isNaN(PtxType type, long bits) {
        return type.isWide() ? Double.isNaN(asDouble(bits)) : Float.isNaN(asFloat(bits));
    }

    /** {@return the value of a register of a float type as a double, exactly} */
    static double widen(PtxType type, long bits) {
        return type.isWide() ? asDouble(bits) : asFloat(bits);
    }
}
