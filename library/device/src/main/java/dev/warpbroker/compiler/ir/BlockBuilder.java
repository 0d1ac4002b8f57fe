package dev.warpbroker.compiler.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Appends instructions to a block, simplifying what can be computed now. */
public final class BlockBuilder {
    private BasicBlock block;
    private @Nullable Position position;

    public BlockBuilder(BasicBlock block) {
        this.block = block;
    }

    public BasicBlock block() {
        return block;
    }

    /** Instructions appended from now on go into another block. */
    public void goOnIn(BasicBlock next) {
        block = next;
    }

    /** Instructions appended from now on belong to this place of the source. */
    public void at(Position place) {
        position = place;
    }

    public Operand append(Instruction instruction) {
        var node = new Node(instruction, position);
        block.nodes().add(node);
        return node;
    }

    public void terminate(Terminator terminator) {
        block.terminate(terminator, position);
    }

    /** {@return the value of an operation whose result has the type of its first operand} */
    public Operand compute(Operator operator, Operand... operands) {
        return compute(operator, operands[0].type(), operands);
    }

    /** {@return the value of an operation} */
    public Operand compute(Operator operator, Type type, Operand... operands) {
        var list = List.of(operands);
        if (operator == Operator.CONVERT && operands[0].type() == type) {
            return operands[0];
        }
        Operand simpler = Folding.simplify(operator, type, list);
        return simpler != null ? simpler : append(new Instruction.Compute(operator, type, list));
    }

    public Operand select(Condition condition, Operand whenTrue, Operand whenFalse) {
        if (condition.isDecided()) {
            return condition.decide() ? whenTrue : whenFalse;
        }
        return whenTrue.equals(whenFalse) ? whenTrue : append(new Instruction.Select(condition, whenTrue, whenFalse));
    }

    /** {@return 1 or 0} */
    public Operand truth(Condition condition) {
        return select(condition, Constant.of(1), Constant.of(0));
    }

    public Operand parameter(int index) {
        return append(new Instruction.Parameter(index));
    }

    public Operand special(SpecialRegister register) {
        return append(new Instruction.Special(register));
    }

    public Operand machine(MachineOperator operator, Operand... operands) {
        return append(new Instruction.Machine(operator, List.of(operands)));
    }
}
