package dev.warpbroker.compiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Passes that leave the meaning of the code as it is. */
public final class Optimizer {
    private static final int MAX_SELECTS = 4;

    private final BasicBlock entry;

    private Optimizer(BasicBlock entry) {
        this.entry = entry;
    }

    /** Runs all passes on the code that begins at {@code entry}. */
    public static void optimize(BasicBlock entry) {
        var optimizer = new Optimizer(entry);
        optimizer.removeTrivialPhis();
        optimizer.narrowIndices();
        optimizer.moveConstantsIntoOffsets();
        optimizer.numberValues();
        optimizer.removeTrivialPhis();
        optimizer.rewriteOperands();
        assert optimizer.isWellFormed();
        optimizer.removeDeadCode();
        assert optimizer.isWellFormed();
        do {
            optimizer.skipEmptyBlocks();
            assert optimizer.isWellFormed();
            optimizer.selectInsteadOfBranching();
            optimizer.removeTrivialPhis();
            optimizer.rewriteOperands();
            assert optimizer.isWellFormed();
            optimizer.removeDeadCode();
            assert optimizer.isWellFormed();
        } while (optimizer.removeNeedlessChoices());
        optimizer.fuseBlocks();
    }

    /** Looked at with assertions on, as in tests, where no replaced operand is left over. Throws if it is not. */
    private boolean isWellFormed() {
        Verifier.verify(entry);
        return true;
    }

    /** A phi whose inputs are one value, apart from itself, is that value. */
    private void removeTrivialPhis() {
        List<BasicBlock> blocks = new ControlFlow(entry).order();
        var users = new HashMap<Phi, List<Phi>>();
        var pending = new LinkedHashSet<Phi>();
        for (BasicBlock block : blocks) {
            for (Phi phi : block.phis()) {
                pending.add(phi);
                for (Operand input : phi.inputs().values()) {
                    if (Definition.resolve(input) instanceof Phi used && used != phi) {
                        users.computeIfAbsent(used, _ -> new ArrayList<>()).add(phi);
                    }
                }
            }
        }
        while (!pending.isEmpty()) {
            Phi phi = pending.removeFirst();
            Operand only = phi.isReplaced() ? null : onlyInput(phi);
            if (only != null) {
                phi.replaceBy(only);
                List<Phi> affected = users.remove(phi);
                if (affected != null) {
                    pending.addAll(affected);
                    if (only instanceof Phi other) {
                        users.merge(other, affected, Optimizer::joined);
                    }
                }
            }
        }
        blocks.forEach(block -> block.phis().removeIf(Definition::isReplaced));
    }

    /** {@return both lists in one; the shorter is copied, so that no element is copied often} */
    private static <T> List<T> joined(List<T> a, List<T> b) {
        List<T> longer = a.size() < b.size() ? b : a;
        longer.addAll(longer == a ? b : a);
        return longer;
    }

    private static @Nullable Operand onlyInput(Phi phi) {
        Operand only = null;
        for (Operand input : phi.inputs().values()) {
            Operand resolved = Definition.resolve(input);
            if (resolved != phi) {
                if (only != null && !only.equals(resolved)) {
                    return null;
                }
                only = resolved;
            }
        }
        return only;
    }

    /** An index that is an int, and was widened on some way to where it is used, is an int again. */
    private void narrowIndices() {
        for (BasicBlock block : new ControlFlow(entry).order()) {
            block.nodes().replaceAll(node -> {
                if (!(node.instruction() instanceof Instruction.Compute(Operator operator, var _, List<Operand> parts))
                        || operator != Operator.INDEX_ADDRESS
                        || parts.getFirst().type() == Type.INT) {
                    return node;
                }
                Operand index = Folding.narrowed(Definition.resolve(parts.getFirst()));
                if (index.type() != Type.INT) {
                    return node;
                }
                var narrow = new Instruction.Compute(operator, Type.LONG, List.of(index, parts.get(1), parts.get(2)));
                var changed = new Node(narrow, node.position());
                node.replaceBy(changed);
                return changed;
            });
        }
    }

    /**
     * Elements at {@code i}, {@code i + 1}, … share one address and differ in the offset within the instruction.
     *
     * <p>Nothing is lost by adding after the index was widened: {@code i + constant} overflows to a negative number,
     * which is the index of no element.
     */
    private void moveConstantsIntoOffsets() {
        var sums = new HashMap<Definition, Sum>();
        for (BasicBlock block : new ControlFlow(entry).order()) {
            var nodes = new ArrayList<Node>();
            for (Node node : block.nodes()) {
                Node changed = withLargerOffset(node, nodes, sums);
                if (changed != null) {
                    node.replaceBy(changed);
                }
                nodes.add(changed == null ? node : changed);
            }
            block.nodes().clear();
            block.nodes().addAll(nodes);
        }
    }

    private static @Nullable Node withLargerOffset(Node node, List<Node> before, Map<Definition, Sum> sums) {
        int offset;
        switch (node.instruction()) {
            case Instruction.Load load -> offset = load.offset();
            case Instruction.Store store -> offset = store.offset();
            case Instruction.Atomic atomic -> offset = atomic.offset();
            default -> {
                return null;
            }
        }
        if (!(Definition.resolve(node.instruction().operands().getFirst()) instanceof Node address)
                || !(address.instruction()
                        instanceof Instruction.Compute(Operator operator, var _, List<Operand> parts))
                || operator != Operator.INDEX_ADDRESS
                || !(parts.get(1) instanceof Constant scale)) {
            return null;
        }
        Operand index = parts.getFirst();
        long larger = offset;
        for (Sum sum = sum(index, sums); sum != null; sum = sum(index, sums)) {
            boolean all = larger + sum.added() * scale.longValue() < Instruction.MAX_OFFSET;
            long added = (all ? sum.added() : sum.last()) * scale.longValue();
            if (larger + added >= Instruction.MAX_OFFSET) {
                break;
            }
            larger += added;
            index = all ? sum.base() : sum.before();
        }
        if (larger == offset) {
            return null;
        }
        var shared = new Instruction.Compute(Operator.INDEX_ADDRESS, Type.LONG, List.of(index, scale, parts.get(2)));
        before.add(new Node(shared, node.position()));
        return new Node(at(node.instruction(), before.getLast(), (int) larger), node.position());
    }

    /**
     * A value that is another plus constants, none of them negative.
     *
     * @param before the value to which the last constant was added
     * @param base the value to which the first was added, and {@code added} the sum of all
     */
    private record Sum(Operand before, long last, Operand base, long added) {}

    private static @Nullable Sum sum(Operand operand, Map<Definition, Sum> known) {
        var unknown = new ArrayDeque<Node>();
        Operand at = Definition.resolve(operand);
        while (at instanceof Node node && !known.containsKey(node) && addedConstant(node) >= 0) {
            unknown.push(node);
            at = Definition.resolve(node.instruction().operands().getFirst());
        }
        Operand end = at;
        for (Node node : unknown) {
            Operand before = Definition.resolve(node.instruction().operands().getFirst());
            Sum rest = before instanceof Definition ? known.get(before) : null;
            long last = addedConstant(node);
            known.put(
                    node,
                    rest == null
                            ? new Sum(before, last, end, last)
                            : new Sum(before, last, rest.base(), rest.added() + last));
        }
        return Definition.resolve(operand) instanceof Definition definition ? known.get(definition) : null;
    }

    /** {@return the constant that an addition adds, or a negative number if it is none, or adds one} */
    private static long addedConstant(Node node) {
        return node.instruction() instanceof Instruction.Compute compute
                        && compute.operator() == Operator.ADD
                        && compute.operands().get(1) instanceof Constant added
                ? added.longValue()
                : -1;
    }

    private static Instruction at(Instruction instruction, Operand address, int offset) {
        return switch (instruction) {
            case Instruction.Load load -> new Instruction.Load(load.memoryType(), load.access(), address, offset);
            case Instruction.Store store ->
                new Instruction.Store(store.memoryType(), store.access(), address, offset, store.value());
            case Instruction.Atomic atomic ->
                new Instruction.Atomic(
                        atomic.operator(), atomic.type(), atomic.access(), address, offset, atomic.values());
            default -> throw new IllegalStateException("no access: " + instruction);
        };
    }

    /** A pure instruction that was computed before on every way here is not computed again. */
    private void numberValues() {
        record Computed(Node node, BasicBlock in) {}
        var dominators = new Dominators(new ControlFlow(entry));
        // A block that no longer dominates the current one dominates none of those to come: its results are
        // overwritten.
        var known = new HashMap<Instruction, Computed>();
        for (BasicBlock block : dominators.preorder()) {
            for (Node node : block.nodes()) {
                if (node.instruction().isPure()) {
                    Instruction resolved = node.instruction().map(Definition::resolve);
                    Computed earlier = known.get(resolved);
                    if (earlier != null && dominators.dominates(earlier.in(), block)) {
                        node.replaceBy(earlier.node());
                    } else {
                        known.put(resolved, new Computed(node, block));
                    }
                }
            }
            block.nodes().removeIf(Definition::isReplaced);
        }
    }

    /** A branch whose ways meet at once only chooses values: the lanes of a warp need not part for that. */
    private void selectInsteadOfBranching() {
        for (BasicBlock block : new ControlFlow(entry).order()) {
            if (block.terminator() instanceof Terminator.Branch(Condition condition, Edge yes, Edge no)
                    && yes.target() == no.target()
                    && yes.target().phis().size() <= MAX_SELECTS) {
                var joined = new Edge(yes.target());
                for (Phi phi : yes.target().phis()) {
                    Operand whenTrue = Objects.requireNonNull(phi.inputs().remove(yes));
                    Operand whenFalse = Objects.requireNonNull(phi.inputs().remove(no));
                    phi.inputs().put(joined, select(block, condition, whenTrue, whenFalse));
                }
                block.terminate(new Terminator.Jump(joined), block.end());
            }
        }
    }

    private static Operand select(BasicBlock block, Condition condition, Operand whenTrue, Operand whenFalse) {
        if (whenTrue.equals(whenFalse)) {
            return whenTrue;
        }
        var node = new Node(new Instruction.Select(condition, whenTrue, whenFalse), block.end());
        block.nodes().add(node);
        return node;
    }

    /**
     * Ways that lead to one place with the same values need no choice. Assemblers fail over branches to what comes next
     * anyway. {@return whether there were any}
     */
    private boolean removeNeedlessChoices() {
        boolean changed = false;
        for (BasicBlock block : new ControlFlow(entry).order()) {
            Terminator simpler = withoutNeedlessChoices(block.terminator());
            if (simpler != block.terminator()) {
                block.terminate(simpler, block.end());
                changed = true;
            }
        }
        if (changed) {
            dropInputsOfUnreachableEdges();
        }
        return changed;
    }

    private static Terminator withoutNeedlessChoices(Terminator terminator) {
        return switch (terminator) {
            case Terminator.Branch(var _, Edge yes, Edge no) when isSameWay(yes, no) -> new Terminator.Jump(no);
            case Terminator.Switch(Operand selector, var cases, Edge otherwise) -> {
                var left = cases.stream()
                        .filter(one -> !isSameWay(one.edge(), otherwise))
                        .toList();
                yield switch (left.size()) {
                    case 0 -> new Terminator.Jump(otherwise);
                    case 1 -> {
                        var only = left.getFirst();
                        var condition = Condition.signed(Comparison.EQ, selector, Constant.of(only.key()));
                        yield new Terminator.Branch(condition, only.edge(), otherwise);
                    }
                    default ->
                        left.size() == cases.size() ? terminator : new Terminator.Switch(selector, left, otherwise);
                };
            }
            default -> terminator;
        };
    }

    private static boolean isSameWay(Edge one, Edge other) {
        return one.target() == other.target()
                && one.target().phis().stream()
                        .allMatch(phi -> Objects.equals(
                                phi.inputs().get(one), phi.inputs().get(other)));
    }

    private void rewriteOperands() {
        rewriteOperands(entry);
    }

    /** Makes every instruction name what stands for its operands now. */
    static void rewriteOperands(BasicBlock entry) {
        for (BasicBlock block : new ControlFlow(entry).order()) {
            block.phis().forEach(phi -> phi.inputs().replaceAll((_, input) -> Definition.resolve(input)));
            block.nodes().replaceAll(node -> {
                var rewritten = new Node(node.instruction().map(Definition::resolve), node.position());
                node.replaceBy(rewritten);
                return rewritten;
            });
            block.terminate(block.terminator().map(Definition::resolve), block.end());
        }
        for (BasicBlock block : new ControlFlow(entry).order()) {
            block.phis().forEach(phi -> phi.inputs().replaceAll((_, input) -> Definition.resolve(input)));
        }
    }

    /** Removes what has no effect and whose result nobody uses. */
    private void removeDeadCode() {
        List<BasicBlock> blocks = new ControlFlow(entry).order();
        var live = new HashSet<Definition>();
        var pending = new ArrayDeque<Definition>();
        for (BasicBlock block : blocks) {
            for (Node node : block.nodes()) {
                if (node.instruction().hasEffect()) {
                    markLive(node, live, pending);
                }
            }
            block.terminator().operands().forEach(operand -> markLive(operand, live, pending));
        }
        while (!pending.isEmpty()) {
            switch (pending.remove()) {
                case Phi phi -> phi.inputs().values().forEach(input -> markLive(input, live, pending));
                case Node node -> node.instruction().operands().forEach(operand -> markLive(operand, live, pending));
            }
        }
        for (BasicBlock block : blocks) {
            block.phis().removeIf(phi -> !live.contains(phi));
            block.nodes().removeIf(node -> !live.contains(node));
        }
    }

    private static void markLive(Operand operand, Set<Definition> live, ArrayDeque<Definition> pending) {
        if (operand instanceof Definition definition && live.add(definition)) {
            pending.add(definition);
        }
    }

    /** A block that only one jump leads to becomes part of the block before it. */
    private void fuseBlocks() {
        var flow = new ControlFlow(entry);
        var gone = new HashSet<BasicBlock>();
        for (BasicBlock block : flow.order()) {
            while (!gone.contains(block)
                    && block.terminator() instanceof Terminator.Jump(Edge edge)
                    && edge.target() != block
                    && flow.incoming(edge.target()).size() == 1
                    && edge.target().phis().isEmpty()) {
                BasicBlock next = edge.target();
                block.nodes().addAll(next.nodes());
                block.terminate(next.terminator(), next.end());
                gone.add(next);
            }
        }
    }

    /**
     * An edge to a block that does nothing but jump goes to where that block jumps, unless phis there tell them apart.
     */
    private void skipEmptyBlocks() {
        for (BasicBlock block : new ControlFlow(entry).order().reversed()) {
            for (Edge edge : new ArrayList<>(block.terminator().edges())) {
                var passed = new HashSet<BasicBlock>();
                while (passed.add(edge.target())
                        && edge.target().nodes().isEmpty()
                        && edge.target().phis().isEmpty()
                        && edge.target().terminator() instanceof Terminator.Jump(Edge onward)
                        && onward.target() != edge.target()) {
                    for (Phi phi : onward.target().phis()) {
                        phi.inputs().put(edge, phi.inputs().get(onward));
                    }
                    edge.retarget(onward.target());
                }
            }
        }
        dropInputsOfUnreachableEdges();
    }

    private void dropInputsOfUnreachableEdges() {
        var flow = new ControlFlow(entry);
        for (BasicBlock block : flow.order()) {
            for (Phi phi : block.phis()) {
                phi.inputs().keySet().removeIf(edge -> !flow.contains(edge));
            }
        }
    }
}
