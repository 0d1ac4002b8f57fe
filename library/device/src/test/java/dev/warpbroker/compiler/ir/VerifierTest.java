package dev.warpbroker.compiler.ir;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Code that the compiler must never hand on. */
class VerifierTest {
    private final BasicBlock entry = new BasicBlock();
    private final BlockBuilder code = new BlockBuilder(entry);

    @Test
    void wellFormedCodePasses() {
        Operand address = code.parameter(0);
        code.append(new Instruction.Store(
                MemoryType.LONG, Access.weak(Space.GLOBAL), address, 0, code.compute(Operator.ADD, address, address)));
        code.terminate(new Terminator.Return());

        assertThatCode(() -> Verifier.verify(entry)).doesNotThrowAnyException();
    }

    @Test
    void operandOfAnotherType() {
        code.append(new Instruction.Compute(Operator.ADD, Type.INT, List.of(code.parameter(0), Constant.of(1))));
        code.terminate(new Terminator.Return());

        assertDefect("LONG where INT is needed");
    }

    @Test
    void operandThatIsNowhereDefined() {
        code.append(new Instruction.Compute(
                Operator.NEGATE, Type.LONG, List.of(new Node(new Instruction.Parameter(0), null))));
        code.terminate(new Terminator.Return());

        assertDefect("used but not in the code");
    }

    @Test
    void useBeforeTheDefinition() {
        var later = new Node(new Instruction.Parameter(0), null);
        code.append(new Instruction.Compute(Operator.NEGATE, Type.LONG, List.of(later)));
        entry.nodes().add(later);
        code.terminate(new Terminator.Return());

        assertDefect("used where it is not defined on every way");
    }

    @Test
    void definitionOnOneOfTwoWays() {
        var left = new BasicBlock();
        var join = new BasicBlock();
        Operand there = new BlockBuilder(left).parameter(1);
        code.terminate(new Terminator.Branch(
                Condition.signed(Comparison.EQ, code.parameter(0), Constant.of(0L)), new Edge(left), new Edge(join)));
        left.terminate(new Terminator.Jump(new Edge(join)), null);
        new BlockBuilder(join).append(new Instruction.Compute(Operator.NEGATE, Type.LONG, List.of(there)));
        join.terminate(new Terminator.Return(), null);

        assertDefect("used where it is not defined on every way");
    }

    @Test
    void phiWithoutAnInput() {
        var next = new BasicBlock();
        next.phis().add(new Phi(Type.INT));
        next.terminate(new Terminator.Return(), null);
        code.terminate(new Terminator.Jump(new Edge(next)));

        assertDefect("phi without input for an edge");
    }

    @Test
    void phiWithAnInputOfAnotherType() {
        var next = new BasicBlock();
        var phi = new Phi(Type.INT);
        var edge = new Edge(next);
        phi.inputs().put(edge, Constant.of(1L));
        next.phis().add(phi);
        next.terminate(new Terminator.Return(), null);
        code.terminate(new Terminator.Jump(edge));

        assertDefect("phi of INT with input of LONG");
    }

    @Test
    void branchOnAComparisonOfTwoTypes() {
        var next = new BasicBlock();
        next.terminate(new Terminator.Return(), null);
        code.terminate(new Terminator.Branch(
                Condition.signed(Comparison.EQ, code.parameter(0), Constant.of(0)), new Edge(next), new Edge(next)));

        assertDefect("INT where LONG is needed");
    }

    private void assertDefect(String problem) {
        assertThatThrownBy(() -> Verifier.verify(entry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("defect of the kernel compiler")
                .hasMessageContaining(problem);
    }
}
