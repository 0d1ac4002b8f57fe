package dev.warpbroker.device.simulator;

import dev.warpbroker.device.simulator.Instruction.TernaryOperation;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Integer operations on registers. Results of 32-bit operations may carry anything above bit 31. */
final class IntegerArithmetic {
    private IntegerArithmetic() {}

    static LongBinaryOperator divide(PtxType type) {
        return switch (type) {
            case S32 -> (a, b) -> (int) a / (int) b;
            case U32 -> (a, b) -> Integer.divideUnsigned((int) a, (int) b);
            case S64 -> (a, b) -> a / b;
            case U64 -> Long::divideUnsigned;
            default -> throw new IllegalArgumentException("no div of ." + type.suffix());
        };
    }

    static LongBinaryOperator remainder(PtxType type) {
        return switch (type) {
            case S32 -> (a, b) -> (int) a % (int) b;
            case U32 -> (a, b) -> Integer.remainderUnsigned((int) a, (int) b);
            case S64 -> (a, b) -> a % b;
            case U64 -> Long::remainderUnsigned;
            default -> throw new IllegalArgumentException("no rem of ." + type.suffix());
        };
    }

    static LongBinaryOperator extremum(PtxType type, boolean maximum) {
        LongBinaryOperator smaller = type.isWide() && !type.isSigned()
                ? (a, b) -> Long.compareUnsigned(a, b) <= 0 ? a : b
                : (a, b) -> Math.min(type.extend(a), type.extend(b));
        if (!maximum) {
            return smaller;
        }
        return type.isWide() && !type.isSigned()
                ? (a, b) -> Long.compareUnsigned(a, b) >= 0 ? a : b
                : (a, b) -> Math.max(type.extend(a), type.extend(b));
    }

    static LongBinaryOperator multiplyHigh(PtxType type) {
        return switch (type) {
            case S64 -> Math::multiplyHigh;
            case U64 -> Math::unsignedMultiplyHigh;
            default -> (a, b) -> (type.extend(a) * type.extend(b)) >> Integer.SIZE;
        };
    }

    static LongBinaryOperator multiplyWide(PtxType type) {
        return (a, b) -> type.extend(a) * type.extend(b);
    }

    static LongUnaryOperator negate() {
        return a -> -a;
    }

    static LongUnaryOperator absolute(PtxType type) {
        return a -> Math.abs(type.extend(a));
    }

    /** PTX clamps shift counts to the width where Java masks them. */
    static LongBinaryOperator shiftLeft(PtxType type) {
        int bits = type.bits();
        return (a, b) -> Integer.compareUnsigned((int) b, bits) >= 0 ? 0 : a << (int) b;
    }

    /** PTX clamps shift counts to the width where Java masks them. */
    static LongBinaryOperator shiftRight(PtxType type) {
        int bits = type.bits();
        if (type.isSigned()) {
            return (a, b) -> type.extend(a) >> (Integer.compareUnsigned((int) b, bits) >= 0 ? bits - 1 : (int) b);
        }
        return (a, b) -> Integer.compareUnsigned((int) b, bits) >= 0 ? 0 : type.extend(a) >>> (int) b;
    }

    /** Shifts the 64 bits {@code second:first} left and takes the high half. */
    static long funnelLeft(long first, long second, long count) {
        int shift = (int) count & 31;
        return (((second << Integer.SIZE) | (first & 0xffff_ffffL)) << shift) >>> Integer.SIZE;
    }

    /** Shifts the 64 bits {@code second:first} right and takes the low half. */
    static long funnelRight(long first, long second, long count) {
        int shift = (int) count & 31;
        return ((second << Integer.SIZE) | (first & 0xffff_ffffL)) >>> shift;
    }

    static LongUnaryOperator populationCount(PtxType type) {
        return type.isWide() ? Long::bitCount : a -> Integer.bitCount((int) a);
    }

    static LongUnaryOperator leadingZeros(PtxType type) {
        return type.isWide() ? Long::numberOfLeadingZeros : a -> Integer.numberOfLeadingZeros((int) a);
    }

    static LongUnaryOperator reverse(PtxType type) {
        return type.isWide() ? Long::reverse : a -> Integer.reverse((int) a);
    }

    /** {@return the position of the highest bit that differs from the sign, or -1} */
    static LongUnaryOperator highestBit(PtxType type) {
        return a -> {
            long value = type.extend(a);
            if (type.isSigned() && value < 0) {
                value = ~value;
            }
            return (long) Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        };
    }

    /** {@return the new value for the old value and the operands of an atomic} */
    static TernaryOperation atomic(String name, PtxType type) {
        return switch (name) {
            case "add" -> (old, b, _) -> old + b;
            case "exch" -> (_, b, _) -> b;
            case "cas" -> (old, expected, replacement) -> old == type.extend(expected) ? replacement : old;
            case "and" -> (old, b, _) -> old & b;
            case "or" -> (old, b, _) -> old | b;
            case "xor" -> (old, b, _) -> old ^ b;
            case "min" -> withOneOperand(extremum(type, false));
            case "max" -> withOneOperand(extremum(type, true));
            case "inc" -> (old, limit, _) -> old >= type.extend(limit) ? 0 : old + 1;
            case "dec" -> (old, limit, _) -> old == 0 || old > type.extend(limit) ? limit : old - 1;
            default -> throw new IllegalArgumentException("no atomic " + name);
        };
    }

    /** {@return the sum of floating-point numbers for the old value and the operand of an atomic} */
    static TernaryOperation atomicSum(PtxType type, AddressSpace space) {
        return withOneOperand(
                type == PtxType.F32 && space == AddressSpace.GLOBAL
                        ? FloatingPoint.flushingSum()
                        : FloatingPoint.binary(type, Float::sum, Double::sum));
    }

    private static TernaryOperation withOneOperand(LongBinaryOperator operation) {
        return (old, b, _) -> operation.applyAsLong(old, b);
    }
}
