package dev.warpbroker.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the compiler computes itself is what Java computes. */
class FoldingTest {
    private final BasicBlock block = new BasicBlock();
    private final BlockBuilder code = new BlockBuilder(block);

    @Test
    void overflowWraps() {
        assertThat(folded(Operator.DIVIDE, Integer.MIN_VALUE, -1)).isEqualTo(Constant.of(Integer.MIN_VALUE));
        assertThat(folded(Operator.REMAINDER, Integer.MIN_VALUE, -1)).isEqualTo(Constant.of(0));
        assertThat(folded(Operator.MULTIPLY, 1 << 30, 4)).isEqualTo(Constant.of(0));
        assertThat(code.compute(Operator.ABSOLUTE, Constant.of(Integer.MIN_VALUE)))
                .isEqualTo(Constant.of(Integer.MIN_VALUE));
    }

    @Test
    void shiftCountsAreMasked() {
        assertThat(folded(Operator.SHIFT_LEFT, 1, 33)).isEqualTo(Constant.of(2));
        assertThat(folded(Operator.SHIFT_RIGHT_UNSIGNED, -1, -1)).isEqualTo(Constant.of(1));
        assertThat(code.compute(Operator.SHIFT_LEFT, Constant.of(1L), Constant.of(-1)))
                .isEqualTo(Constant.of(Long.MIN_VALUE));
    }

    @Test
    void conversionsSaturateAndTakeNanForZero() {
        assertThat(converted(Type.INT, Constant.of(1e10))).isEqualTo(Constant.of(Integer.MAX_VALUE));
        assertThat(converted(Type.LONG, Constant.of(Float.NEGATIVE_INFINITY))).isEqualTo(Constant.of(Long.MIN_VALUE));
        assertThat(converted(Type.INT, Constant.of(Double.NaN))).isEqualTo(Constant.of(0));
    }

    @Test
    void divisionByZeroIsLeftToTheMachine() {
        folded(Operator.DIVIDE, 1, 0);

        assertThat(block.nodes()).hasSize(1);
    }

    @Test
    void neutralOperandsVanishForIntegersButNotForFloatingPoint() {
        Operand number = code.parameter(0);
        Operand floating = code.compute(Operator.CONVERT, Type.DOUBLE, number);

        assertThat(code.compute(Operator.ADD, number, Constant.of(0L))).isSameAs(number);
        assertThat(code.compute(Operator.AND, number, Constant.of(-1L))).isSameAs(number);
        assertThat(code.compute(Operator.MULTIPLY, number, Constant.of(0L))).isEqualTo(Constant.of(0L));
        assertThat(code.compute(Operator.ADD, floating, Constant.of(0.0)))
                .as("-0.0 + 0.0 is 0.0")
                .isNotSameAs(floating);
    }

    @Test
    void comparisonsKnowNan() {
        assertThat(code.compute(Operator.COMPARE_NAN_LESS, Type.INT, Constant.of(Double.NaN), Constant.of(1.0)))
                .isEqualTo(Constant.of(-1));
        assertThat(code.compute(Operator.COMPARE_NAN_GREATER, Type.INT, Constant.of(1f), Constant.of(Float.NaN)))
                .isEqualTo(Constant.of(1));
        assertThat(code.compute(Operator.COMPARE_NAN_LESS, Type.INT, Constant.of(0.0), Constant.of(-0.0)))
                .isEqualTo(Constant.of(0));
    }

    private Operand folded(Operator operator, int left, int right) {
        return code.compute(operator, Constant.of(left), Constant.of(right));
    }

    private Operand converted(Type type, Constant value) {
        return code.compute(Operator.CONVERT, type, value);
    }
}
