package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.Node;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;

/** Bytecode compares longs and floating-point numbers in two steps; a machine does it in one. */
final class Conditions {
    private Conditions() {}

    /** {@return the condition that a number, possibly itself the result of a comparison, compares so with zero} */
    static Condition comparedWithZero(Comparison comparison, Operand value) {
        if (value instanceof Node node && node.instruction() instanceof Instruction.Compute compute) {
            switch (compute.operator()) {
                case COMPARE_NAN_LESS -> {
                    return direct(comparison, compute, comparison.holds(-1));
                }
                case COMPARE_NAN_GREATER -> {
                    return direct(comparison, compute, comparison.holds(1));
                }
                case COMPARE_UNSIGNED -> {
                    return direct(comparison, compute, false);
                }
                default -> {}
            }
        }
        return Condition.signed(comparison, value, Constant.of(0));
    }

    private static Condition direct(Comparison comparison, Instruction.Compute compute, boolean ifUnordered) {
        Operand left = compute.operands().get(0);
        boolean unsigned = compute.operator() == Operator.COMPARE_UNSIGNED;
        return new Condition(
                comparison,
                unsigned,
                left.type().isFloating() && ifUnordered,
                left,
                compute.operands().get(1));
    }
}
