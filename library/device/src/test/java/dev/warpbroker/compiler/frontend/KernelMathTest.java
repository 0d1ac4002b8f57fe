package dev.warpbroker.compiler.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;

/** The arithmetic that no GPU has must be Java's, to the bit; all NaNs are one. */
class KernelMathTest {
    private static final long SEED = 42;
    private static final int RANDOM_PAIRS = 1_000_000;
    private static final double[] EDGES = {
        0.0,
        1.0,
        1.5,
        2.0,
        3.0,
        10.0,
        Math.nextDown(1.0),
        Math.nextUp(1.0),
        0x1p52,
        0x1p53 - 1,
        0x1p63,
        Double.MIN_VALUE,
        2 * Double.MIN_VALUE,
        Math.nextDown(Double.MIN_NORMAL),
        Double.MIN_NORMAL,
        Math.nextUp(Double.MIN_NORMAL),
        Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        Math.nextDown(Double.MAX_VALUE),
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NaN
    };

    private interface FloatBinaryOperator {
        float apply(float a, float b);
    }

    @Test
    void remainder() {
        compareDoubles("%", KernelMath::remainder, (double a, double b) -> a % b);
        compareFloats("%", KernelMath::remainder, (float a, float b) -> a % b);
    }

    @Test
    void min() {
        compareDoubles("min", KernelMath::min, (double a, double b) -> Math.min(a, b));
        compareFloats("min", KernelMath::min, (float a, float b) -> Math.min(a, b));
    }

    @Test
    void max() {
        compareDoubles("max", KernelMath::max, (double a, double b) -> Math.max(a, b));
        compareFloats("max", KernelMath::max, (float a, float b) -> Math.max(a, b));
    }

    private static void compareDoubles(String name, DoubleBinaryOperator ours, DoubleBinaryOperator java) {
        for (double a : EDGES) {
            for (double b : EDGES) {
                for (int signs = 0; signs < 4; signs++) {
                    compareDouble(name, (signs & 1) == 0 ? a : -a, (signs & 2) == 0 ? b : -b, ours, java);
                }
            }
        }
        var random = new Random(SEED);
        for (int i = 0; i < RANDOM_PAIRS; i++) {
            long bits = random.nextLong();
            double a = Double.longBitsToDouble(bits);
            compareDouble(name, a, Double.longBitsToDouble(random.nextLong()), ours, java);
            // Near each other, too: far apart the smaller operand mostly decides alone.
            compareDouble(name, a, Double.longBitsToDouble(bits + random.nextInt(1 << 10)), ours, java);
        }
    }

    private static void compareFloats(String name, FloatBinaryOperator ours, FloatBinaryOperator java) {
        for (double a : EDGES) {
            for (double b : EDGES) {
                for (int signs = 0; signs < 4; signs++) {
                    compareFloat(
                            name,
                            (signs & 1) == 0 ? (float) a : (float) -a,
                            (signs & 2) == 0 ? (float) b : (float) -b,
                            ours,
                            java);
                }
            }
        }
        var random = new Random(SEED);
        for (int i = 0; i < RANDOM_PAIRS; i++) {
            int bits = random.nextInt();
            float a = Float.intBitsToFloat(bits);
            compareFloat(name, a, Float.intBitsToFloat(random.nextInt()), ours, java);
            compareFloat(name, a, Float.intBitsToFloat(bits + random.nextInt(1 << 10)), ours, java);
        }
    }

    private static void compareDouble(
            String name, double a, double b, DoubleBinaryOperator ours, DoubleBinaryOperator java) {
        double expected = java.applyAsDouble(a, b);
        double actual = ours.applyAsDouble(a, b);
        if (Double.doubleToLongBits(actual) != Double.doubleToLongBits(expected)) {
            assertThat(Double.toHexString(actual)).as("%s %s %s", a, name, b).isEqualTo(Double.toHexString(expected));
        }
    }

    private static void compareFloat(
            String name, float a, float b, FloatBinaryOperator ours, FloatBinaryOperator java) {
        float expected = java.apply(a, b);
        float actual = ours.apply(a, b);
        if (Float.floatToIntBits(actual) != Float.floatToIntBits(expected)) {
            assertThat(Float.toHexString(actual))
                    .as("%s %s %s as floats", a, name, b)
                    .isEqualTo(Float.toHexString(expected));
        }
    }
}
