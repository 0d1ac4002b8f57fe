package dev.warpbroker.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Accesses by hand: which are combined, where they meet, and which must not. */
class WideAccessesTest {
    private final BasicBlock entry = new BasicBlock();
    private final BlockBuilder code = new BlockBuilder(entry);
    private Operand a = Constant.of(0L);
    private Operand b = Constant.of(0L);
    private Operand number = Constant.of(0);

    /** Parameters 0 and 1 are memory, 2 is a number. */
    @BeforeEach
    void parameters() {
        Operand index = code.compute(Operator.CONVERT, Type.INT, code.parameter(2));
        number = index;
        Operand record = code.compute(Operator.SHIFT_LEFT, index, Constant.of(2));
        a = address(record, code.parameter(0));
        b = address(record, code.parameter(1));
    }

    @Test
    void loadsMeetAtTheFirst() {
        Operand x = load(a, 4);
        Operand sum = code.compute(Operator.ADD, x, number);
        sum = code.compute(Operator.ADD, sum, load(a, 0));
        store(b, 0, sum);

        assertThat(combine()).isEmpty();
        assertThat(accesses()).containsExactly("load 0+8", "store 0");
    }

    @Test
    void storesMeetAtTheLastWithTheirOwnValues() {
        store(a, 8, Constant.of(3));
        store(a, 0, Constant.of(1));
        store(a, 12, Constant.of(4));
        store(a, 4, Constant.of(2));

        assertCombined("store 0+16");
        assertThat(instructions(Instruction.StoreWide.class).getFirst().values())
                .containsExactly(Constant.of(1), Constant.of(2), Constant.of(3), Constant.of(4));
    }

    @Test
    void loadsMoveDownPastACheckUnlessTheyAreNeededBefore() {
        load(a, 0);
        check(number);
        load(a, 4);
        Operand needed = load(a, 8);
        check(needed);
        load(a, 12);

        assertCombined("check", "load 0+8", "load 8", "check", "load 12");
    }

    @Test
    void storesStayInFrontOfAnyCheck() {
        store(a, 0, number);
        check(number);
        store(a, 4, number);

        assertCombined("store 0", "check", "store 4");
    }

    @Test
    void memoryOfOtherParametersIsSupposedToBeDifferent() {
        store(b, 0, load(a, 0));
        store(b, 4, load(a, 4));

        assertThat(combine()).containsExactly(new WideAccesses.Distinct(0, 1));

        assertThat(accesses()).containsExactly("load 0+8", "store 0+8");
    }

    @Test
    void nothingIsSupposedWhereNothingIsCombined() {
        store(b, 0, load(a, 0));
        store(b, 16, load(a, 16));

        assertThat(combine()).isEmpty();
    }

    @Test
    void unknownAddressesMayBeThese() {
        Operand unknown = address(number, a);
        Operand x = load(a, 0);
        store(unknown, 0, x);
        load(a, 4);
        store(a, 8, x);
        load(unknown, 0);
        store(a, 12, x);

        assertCombined("load 0", "store 0", "load 4", "store 8", "load 0", "store 12");
    }

    /** The first store moves down to the second, so that the load of its element must not move up over that. */
    @Test
    void loadsDoNotPassStoresThatMoveDown() {
        store(a, 0, number);
        Operand x = load(a, 4);
        store(a, 4, number);
        store(b, 0, code.compute(Operator.ADD, x, load(a, 0)));

        assertCombined("load 4", "store 0+8", "load 0", "store 0");
    }

    @Test
    void anElementThatIsAccessedTwiceBeginsAgain() {
        Operand x = load(a, 0);
        store(b, 0, x);
        store(b, 0, number);
        Operand y = load(a, 0);
        store(b, 4, code.compute(Operator.ADD, y, load(a, 4)));

        assertCombined("load 0", "store 0", "load 0+8", "store 0+8");
        assertThat(instructions(Instruction.StoreWide.class).getFirst().values().getFirst())
                .isEqualTo(Definition.resolve(number));
    }

    @Test
    void whatIsNotPlainKeepsAccessesApart() {
        var relaxed = new Access(Space.GLOBAL, Order.RELAXED, Scope.DEVICE);
        var ofHost = new Access(Space.GLOBAL, Order.WEAK, Scope.SYSTEM);
        List<Instruction> between = List.of(
                new Instruction.Load(MemoryType.LONG, relaxed, b, 0),
                new Instruction.Load(MemoryType.LONG, ofHost, b, 0),
                new Instruction.Store(MemoryType.LONG, relaxed, b, 0, Constant.of(0L)),
                new Instruction.Atomic(AtomicOperator.ADD, Type.LONG, relaxed, b, 0, List.of(Constant.of(1L))),
                new Instruction.Machine(MachineOperator.BLOCK_BARRIER, List.of()),
                new Instruction.Machine(MachineOperator.FENCE_ACQUIRE_RELEASE, List.of()),
                new Instruction.Machine(MachineOperator.ACTIVE_MASK, List.of()),
                new Instruction.Special(SpecialRegister.NANO_TIME),
                new Instruction.Log(0, List.of()));
        for (Instruction instruction : between) {
            load(a, 0);
            code.append(instruction);
            load(a, 4);
            store(a, 0, number);
            code.append(instruction);
            store(a, 4, number);
        }

        combine();

        assertThat(accesses()).noneMatch(access -> access.contains("+"));
    }

    @Test
    void otherOrderedAccessesAreLeftAlone() {
        var acquire = new Access(Space.GLOBAL, Order.ACQUIRE, Scope.DEVICE);
        code.append(new Instruction.Load(MemoryType.INT, acquire, a, 0));
        code.append(new Instruction.Load(MemoryType.INT, acquire, a, 4));

        assertCombined("load 0", "load 4");
    }

    @Test
    void aPieceNeedsAllItsElementsAndAnAlignedAddress() {
        load(a, 4);
        load(a, 8);
        Operand odd = address(number, code.parameter(0));
        load(odd, 0);
        load(odd, 4);
        Operand notMemory = address(code.compute(Operator.SHIFT_LEFT, number, Constant.of(4)), code.parameter(2));
        load(notMemory, 0);
        load(notMemory, 4);

        combine();

        assertThat(accesses()).noneMatch(access -> access.contains("+"));
    }

    @Test
    void eightWordsAreTwoPieces() {
        for (int i = 7; i >= 0; i--) {
            load(a, 4 * i);
        }

        assertCombined("load 16+16", "load 0+16");
    }

    /** An index that grows by a record in a loop is a multiple of it; one that grows by less is not. */
    @Test
    void indicesThatGrowInALoop() {
        for (int step : new int[] {4, 8, 2, 6, 1}) {
            var header = new BasicBlock();
            var out = new BasicBlock();
            out.terminate(new Terminator.Return(), null);
            var first = new BasicBlock();
            var start = new BlockBuilder(first);
            Operand base = start.parameter(0);
            var phi = new Phi(Type.INT);
            header.phis().add(phi);
            var in = new Edge(header);
            var back = new Edge(header);
            start.terminate(new Terminator.Jump(in));
            var loop = new BlockBuilder(header);
            Operand at = loop.compute(Operator.INDEX_ADDRESS, Type.LONG, phi, Constant.of(Integer.BYTES), base);
            for (int i = 0; i < 4; i++) {
                loop.append(new Instruction.Load(MemoryType.INT, Access.weak(Space.GLOBAL), at, 4 * i));
            }
            Operand next = loop.compute(Operator.ADD, phi, Constant.of(step));
            phi.inputs().put(in, Constant.of(0));
            phi.inputs().put(back, next);
            loop.terminate(new Terminator.Branch(
                    Condition.signed(Comparison.LT, next, Constant.of(100)), back, new Edge(out)));

            WideAccesses.combine(first, index -> true);

            Verifier.verify(first);
            assertThat(header.nodes().stream()
                            .filter(node -> node.instruction() instanceof Instruction.LoadWide)
                            .count())
                    .as("step %d", step)
                    .isEqualTo(step % 4 == 0 ? 1 : step % 2 == 0 ? 2 : 0);
        }
    }

    private Operand address(Operand index, Operand base) {
        return code.compute(Operator.INDEX_ADDRESS, Type.LONG, index, Constant.of(Integer.BYTES), base);
    }

    private Operand load(Operand address, int offset) {
        return code.append(new Instruction.Load(MemoryType.INT, Access.weak(Space.GLOBAL), address, offset));
    }

    private void store(Operand address, int offset, Operand value) {
        code.append(new Instruction.Store(MemoryType.INT, Access.weak(Space.GLOBAL), address, offset, value));
    }

    private void check(Operand value) {
        code.append(new Instruction.Check(Condition.signed(Comparison.LT, value, Constant.of(9)), 0, Constant.of(0L)));
    }

    private Set<WideAccesses.Distinct> combine() {
        code.terminate(new Terminator.Return());
        Set<WideAccesses.Distinct> distinct = WideAccesses.combine(entry, index -> index < 2);
        Verifier.verify(entry);
        return distinct;
    }

    private void assertCombined(String... accesses) {
        combine();
        assertThat(accesses()).containsExactly(accesses);
    }

    /** {@return what accesses memory or may end the lane: offsets, and the bytes of what is wide} */
    private List<String> accesses() {
        var accesses = new ArrayList<String>();
        for (Node node : entry.nodes()) {
            switch (node.instruction()) {
                case Instruction.Load load -> accesses.add("load " + load.offset());
                case Instruction.Store store -> accesses.add("store " + store.offset());
                case Instruction.LoadWide load -> accesses.add("load " + load.offset() + "+" + 4 * load.count());
                case Instruction.StoreWide store ->
                    accesses.add(
                            "store " + store.offset() + "+" + 4 * store.values().size());
                case Instruction.Check _ -> accesses.add("check");
                default -> {}
            }
        }
        return accesses;
    }

    private <T extends Instruction> List<T> instructions(Class<T> kind) {
        return entry.nodes().stream()
                .map(Node::instruction)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
