package dev.warpbroker.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Small graphs by hand: what must go, and what must stay. */
class OptimizerTest {
    private final BasicBlock entry = new BasicBlock();
    private final BlockBuilder code = new BlockBuilder(entry);
    private Operand input = Constant.of(0);
    private Operand address = Constant.of(0L);

    @BeforeEach
    void parameters() {
        address = code.parameter(0);
        input = code.compute(Operator.CONVERT, Type.INT, code.parameter(1));
    }

    @Test
    void sameComputationOnTheSameOperandsIsDoneOnce() {
        store(entry, code.compute(Operator.MULTIPLY, input, input));
        store(entry, code.compute(Operator.MULTIPLY, input, input));
        code.terminate(new Terminator.Return());

        optimize();

        assertThat(computations(Operator.MULTIPLY)).hasSize(1);
        assertThat(stored())
                .hasSize(2)
                .containsOnly(computations(Operator.MULTIPLY).getFirst());
    }

    @Test
    void computationOfOneWayIsNotUsedOnTheOther() {
        var left = new BasicBlock();
        var right = new BasicBlock();
        branch(left, right);
        store(left, new BlockBuilder(left).compute(Operator.MULTIPLY, input, input));
        store(right, new BlockBuilder(right).compute(Operator.MULTIPLY, input, input));
        left.terminate(new Terminator.Return(), null);
        right.terminate(new Terminator.Return(), null);

        optimize();

        assertThat(computations(Operator.MULTIPLY)).hasSize(2);
    }

    @Test
    void neighbouringElementsShareAnAddress() {
        Operand second = code.compute(Operator.ADD, input, Constant.of(1));
        Operand fourth = code.compute(Operator.ADD, second, Constant.of(2));
        for (Operand index : List.of(input, second, fourth)) {
            Operand element =
                    code.compute(Operator.INDEX_ADDRESS, Type.LONG, index, Constant.of(Integer.BYTES), address);
            code.append(new Instruction.Store(MemoryType.INT, Access.weak(Space.GLOBAL), element, 0, input));
        }
        code.terminate(new Terminator.Return());

        optimize();

        assertThat(computations(Operator.INDEX_ADDRESS)).hasSize(1);
        assertThat(computations(Operator.ADD)).isEmpty();
        assertThat(instructions(Instruction.Store.class))
                .extracting(Instruction.Store::offset)
                .containsExactly(0, 4, 12);
    }

    /** The difference to an index may be that of a valid one even if the index is none: it must stay a sum of ints. */
    @Test
    void elementsBeforeAnIndexKeepTheirAddress() {
        Operand before = code.compute(Operator.ADD, input, Constant.of(-1));
        Operand element = code.compute(Operator.INDEX_ADDRESS, Type.LONG, before, Constant.of(Integer.BYTES), address);
        code.append(new Instruction.Store(MemoryType.INT, Access.weak(Space.GLOBAL), element, 0, input));
        code.terminate(new Terminator.Return());

        optimize();

        assertThat(computations(Operator.ADD)).hasSize(1);
        assertThat(instructions(Instruction.Store.class))
                .extracting(Instruction.Store::offset)
                .containsExactly(0);
    }

    @Test
    void loadsAreNeverMerged() {
        store(entry, load(entry));
        store(entry, load(entry));
        code.terminate(new Terminator.Return());

        optimize();

        assertThat(instructions(Instruction.Load.class)).hasSize(2);
    }

    @Test
    void unusedPlainLoadsGoAndOrderedOnesStay() {
        load(entry);
        code.append(new Instruction.Load(
                MemoryType.INT, new Access(Space.GLOBAL, Order.ACQUIRE, Scope.DEVICE), address, 0));
        code.terminate(new Terminator.Return());

        optimize();

        assertThat(instructions(Instruction.Load.class))
                .singleElement()
                .satisfies(load -> assertThat(load.access().order()).isEqualTo(Order.ACQUIRE));
    }

    @Test
    void phiOfOneValueIsThatValue() {
        var header = new BasicBlock();
        var phi = new Phi(Type.INT);
        header.phis().add(phi);
        var in = new Edge(header);
        var back = new Edge(header);
        var out = new BasicBlock();
        phi.inputs().put(in, input);
        phi.inputs().put(back, phi);
        code.terminate(new Terminator.Jump(in));
        header.terminate(new Terminator.Branch(isZero(load(header)), back, new Edge(out)), null);
        store(out, phi);
        out.terminate(new Terminator.Return(), null);

        optimize();

        assertThat(new ControlFlow(entry).order())
                .allSatisfy(block -> assertThat(block.phis()).isEmpty());
        assertThat(stored()).singleElement().isInstanceOf(Node.class);
    }

    @Test
    void branchThatOnlyChoosesAValueBecomesASelection() {
        var join = new BasicBlock();
        var phi = new Phi(Type.INT);
        join.phis().add(phi);
        var yes = new BasicBlock();
        branch(yes, join);
        var straight = entry.terminator().edges().getLast();
        var around = new Edge(join);
        yes.terminate(new Terminator.Jump(around), null);
        phi.inputs().put(straight, Constant.of(1));
        phi.inputs().put(around, Constant.of(2));
        store(join, phi);
        join.terminate(new Terminator.Return(), null);

        optimize();

        assertThat(new ControlFlow(entry).order()).hasSize(1);
        assertThat(instructions(Instruction.Select.class)).singleElement().satisfies(select -> {
            assertThat(select.whenTrue()).isEqualTo(Constant.of(2));
            assertThat(select.whenFalse()).isEqualTo(Constant.of(1));
        });
    }

    /** ptxas 13.0 crashes where two branches of one condition go to what comes next anyway. */
    @Test
    void choiceBetweenWaysThatMeetAtOnceGoes() {
        var left = new BasicBlock();
        var right = new BasicBlock();
        var joined = new BasicBlock();
        var cases =
                List.of(new Terminator.Switch.Case(1, new Edge(left)), new Terminator.Switch.Case(2, new Edge(right)));
        code.terminate(new Terminator.Switch(input, cases, new Edge(joined)));
        // What a way computes for nobody keeps it apart at first.
        new BlockBuilder(left).compute(Operator.MULTIPLY, input, input);
        left.terminate(new Terminator.Jump(new Edge(joined)), null);
        right.terminate(new Terminator.Jump(new Edge(joined)), null);
        store(joined, input);
        joined.terminate(new Terminator.Return(), null);

        optimize();

        assertThat(new ControlFlow(entry).order()).containsExactly(entry);
        assertThat(entry.terminator()).isEqualTo(new Terminator.Return());
    }

    @Test
    void wayOfASwitchThatIsItsDefaultGoes() {
        var left = new BasicBlock();
        var joined = new BasicBlock();
        var way = new Edge(left);
        var otherwise = new Edge(joined);
        var cases = List.of(new Terminator.Switch.Case(1, way), new Terminator.Switch.Case(2, new Edge(joined)));
        code.terminate(new Terminator.Switch(input, cases, otherwise));
        store(left, input);
        left.terminate(new Terminator.Return(), null);
        store(joined, Constant.of(7));
        joined.terminate(new Terminator.Return(), null);

        optimize();

        assertThat(entry.terminator()).isInstanceOfSatisfying(Terminator.Branch.class, branch -> {
            assertThat(branch.condition().right()).isEqualTo(Constant.of(1));
            assertThat(branch.edges()).containsExactly(way, otherwise);
        });
    }

    @Test
    void emptyLoopStays() {
        var loop = new BasicBlock();
        code.terminate(new Terminator.Jump(new Edge(loop)));
        loop.terminate(new Terminator.Jump(new Edge(loop)), null);

        optimize();

        assertThat(new ControlFlow(entry).order()).contains(loop);
    }

    private void optimize() {
        Verifier.verify(entry);
        Optimizer.optimize(entry);
        Verifier.verify(entry);
    }

    private void branch(BasicBlock yes, BasicBlock no) {
        code.terminate(new Terminator.Branch(isZero(input), new Edge(yes), new Edge(no)));
    }

    private static Condition isZero(Operand operand) {
        return Condition.signed(Comparison.EQ, operand, Constant.of(0));
    }

    private Operand load(BasicBlock block) {
        return new BlockBuilder(block)
                .append(new Instruction.Load(MemoryType.INT, Access.weak(Space.GLOBAL), address, 0));
    }

    private void store(BasicBlock block, Operand value) {
        new BlockBuilder(block)
                .append(new Instruction.Store(MemoryType.INT, Access.weak(Space.GLOBAL), address, 0, value));
    }

    private List<Operand> stored() {
        return instructions(Instruction.Store.class).stream()
                .map(Instruction.Store::value)
                .toList();
    }

    private List<Node> computations(Operator operator) {
        return new ControlFlow(entry)
                .order().stream()
                        .flatMap(block -> block.nodes().stream())
                        .filter(node -> node.instruction() instanceof Instruction.Compute compute
                                && compute.operator() == operator)
                        .toList();
    }

    private <T extends Instruction> List<T> instructions(Class<T> kind) {
        return new ControlFlow(entry)
                .order().stream()
                        .flatMap(block -> block.nodes().stream())
                        .map(Node::instruction)
                        .filter(kind::isInstance)
                        .map(kind::cast)
                        .toList();
    }
}
