package dev.warpbroker.compiler.ir;

import java.util.function.UnaryOperator;

/**
 * A question whose answer decides a branch or a selection.
 *
 * @param unsigned whether integers are compared as unsigned
 * @param ifUnordered the answer when a floating-point operand is NaN
 */
public record Condition(Comparison comparison, boolean unsigned, boolean ifUnordered, Operand left, Operand right) {
    public static Condition signed(Comparison comparison, Operand left, Operand right) {
        return new Condition(comparison, false, false, left, right);
    }

    public static Condition unsigned(Comparison comparison, Operand left, Operand right) {
        return new Condition(comparison, true, false, left, right);
    }

    public Condition negated() {
        return new Condition(comparison.negated(), unsigned, !ifUnordered, left, right);
    }

    Condition map(UnaryOperator<Operand> change) {
        return new Condition(comparison, unsigned, ifUnordered, change.apply(left), change.apply(right)).simplified();
    }

    /**
     * {@return the condition that chose between two constants, in place of a question about which was chosen} Integers
     * only: different floating-point constants may be equal, and equal ones different.
     */
    private Condition simplified() {
        if ((comparison == Comparison.EQ || comparison == Comparison.NE)
                && !left.type().isFloating()
                && right instanceof Constant wanted
                && left instanceof Node node
                && node.instruction()
                        instanceof Instruction.Select(Condition inner, Constant whenTrue, Constant whenFalse)
                && !whenTrue.equals(whenFalse)
                && (wanted.equals(whenTrue) || wanted.equals(whenFalse))) {
            return wanted.equals(whenTrue) == (comparison == Comparison.EQ) ? inner : inner.negated();
        }
        return this;
    }

    /** {@return whether both operands are constants, so that {@link #decide} works} */
    public boolean isDecided() {
        return left instanceof Constant && right instanceof Constant;
    }

    /** {@return the answer for constant operands} */
    public boolean decide() {
        var a = (Constant) left;
        var b = (Constant) right;
        return switch (a.type()) {
            case INT ->
                comparison.holds(
                        unsigned
                                ? Integer.compareUnsigned(a.intValue(), b.intValue())
                                : Integer.compare(a.intValue(), b.intValue()));
            case LONG ->
                comparison.holds(
                        unsigned
                                ? Long.compareUnsigned(a.longValue(), b.longValue())
                                : Long.compare(a.longValue(), b.longValue()));
            case FLOAT -> decideFloating(a.floatValue(), b.floatValue());
            case DOUBLE -> decideFloating(a.doubleValue(), b.doubleValue());
            case VOID -> throw new IllegalStateException("comparison of nothing");
        };
    }

    private boolean decideFloating(double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return ifUnordered;
        }
        return comparison.holds(a < b ? -1 : a > b ? 1 : 0);
    }
}
