package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.BlockBuilder;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Type;
import java.math.BigInteger;

/**
 * Quotients and remainders of integers by a divisor that the compiler knows, without a division: a GPU has no
 * instruction for it, and NVIDIA's assembler makes dozens of each. T. Granlund, P. Montgomery, <i>Division by invariant
 * integers using multiplication</i>, 1994, section 5.
 */
final class KnownDivisor {
    private final BlockBuilder code;
    private final Type type;
    private final int bits;
    private final long divisor;

    /** A divisor that {@link #isUseful}. */
    KnownDivisor(BlockBuilder code, Constant divisor) {
        this.code = code;
        type = divisor.type();
        bits = Byte.SIZE * type.bytes();
        this.divisor = divisor.bits();
    }

    /** {@return whether a division is a known one, and not one that is computed now} */
    static boolean isUseful(Operand dividend, Operand divisor) {
        return divisor instanceof Constant(Type type, long value)
                && !type.isFloating()
                && value > 1
                && !(dividend instanceof Constant);
    }

    Operand quotient(Operand dividend) {
        if (isPowerOfTwo()) {
            return shift(Operator.SHIFT_RIGHT, towardsZero(dividend), Long.numberOfTrailingZeros(divisor));
        }
        // The divisor is between 2^(length - 1) and 2^length. The factor is 2^(bits + length - 1) / divisor, rounded
        // up, less 2^bits: the dividend is added instead.
        int length = Long.SIZE - Long.numberOfLeadingZeros(divisor);
        long factor = BigInteger.TWO
                .pow(bits + length - 1)
                .divide(BigInteger.valueOf(divisor))
                .add(BigInteger.ONE)
                .longValue();
        var high =
                code.compute(Operator.MULTIPLY_HIGH, dividend, constant(bits == Integer.SIZE ? (int) factor : factor));
        var sum = code.compute(Operator.ADD, high, dividend);
        return code.compute(Operator.SUBTRACT, shift(Operator.SHIFT_RIGHT, sum, length - 1), sign(dividend));
    }

    Operand remainder(Operand dividend) {
        var multiple = isPowerOfTwo()
                ? code.compute(Operator.AND, towardsZero(dividend), constant(-divisor))
                : code.compute(Operator.MULTIPLY, quotient(dividend), constant(divisor));
        return code.compute(Operator.SUBTRACT, dividend, multiple);
    }

    private boolean isPowerOfTwo() {
        return Long.bitCount(divisor) == 1;
    }

    /** {@return a dividend that is not rounded down but towards zero if the lowest bits are dropped} */
    private Operand towardsZero(Operand dividend) {
        int dropped = Long.numberOfTrailingZeros(divisor);
        return code.compute(
                Operator.ADD, dividend, shift(Operator.SHIFT_RIGHT_UNSIGNED, sign(dividend), bits - dropped));
    }

    /** {@return -1 for a negative number, 0 for others} */
    private Operand sign(Operand number) {
        return shift(Operator.SHIFT_RIGHT, number, bits - 1);
    }

    private Operand shift(Operator operator, Operand number, int count) {
        return code.compute(operator, number, Constant.of(count));
    }

    private Constant constant(long value) {
        return new Constant(type, value);
    }
}
