package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.device.Floats;

/**
 * Additions to floats in global memory, in kernel Java.
 *
 * <p>The instruction of the machine takes subnormal numbers for zero there (in shared memory, and on doubles, it does
 * not), and Java does not. It makes no difference to what is added if that is large enough: with |delta| at least
 * 2^-100, a subnormal number is less than half a unit in the last place of delta, so that the sum is delta with it and
 * without; and a sum that is not zero is a multiple of 2^-124, so that it is not subnormal. Smaller ones are added by
 * compare-and-exchange.
 */
final class KernelAtomics {
    private static final float EXACT_FROM = 0x1p-100f;

    private KernelAtomics() {}

    /** {@return whether it is known that the instruction adds this as Java does} */
    static boolean isExact(Operand delta) {
        return delta instanceof Constant constant && isExact(constant.floatValue());
    }

    /** Infinities and NaN are. */
    private static boolean isExact(float delta) {
        return !(Math.abs(delta) < EXACT_FROM);
    }

    static float getAndAdd(Floats memory, long index, float delta) {
        if (isExact(delta)) {
            return add(memory, index, delta);
        }
        float found = memory.getOpaque(index);
        while (true) {
            float seen = memory.compareAndExchange(index, found, found + delta);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    static float getAndAddAcqRel(Floats memory, long index, float delta) {
        if (isExact(delta)) {
            return addAcqRel(memory, index, delta);
        }
        float found = memory.getOpaque(index);
        while (true) {
            float seen = memory.compareAndExchangeAcqRel(index, found, found + delta);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    static float getAndAddRelaxed(Floats memory, long index, float delta) {
        if (isExact(delta)) {
            return addRelaxed(memory, index, delta);
        }
        float found = memory.getOpaque(index);
        while (true) {
            float seen = memory.compareAndExchangeRelaxed(index, found, found + delta);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    private static boolean isSame(float one, float other) {
        return Float.floatToRawIntBits(one) == Float.floatToRawIntBits(other);
    }

    // Instructions of the machine.

    private static float add(Floats memory, long index, float delta) {
        return memory.getAndAdd(index, delta);
    }

    private static float addAcqRel(Floats memory, long index, float delta) {
        return memory.getAndAddAcqRel(index, delta);
    }

    private static float addRelaxed(Floats memory, long index, float delta) {
        return memory.getAndAddRelaxed(index, delta);
    }
}
