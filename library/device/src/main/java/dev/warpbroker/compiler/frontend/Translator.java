package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.ClassFiles;
import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.capture.Captures;
import dev.warpbroker.compiler.capture.Fact;
import dev.warpbroker.compiler.capture.KernelParameter;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.ControlFlow;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.Node;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Phi;
import dev.warpbroker.compiler.ir.Terminator;
import dev.warpbroker.compiler.log.LogSite;
import dev.warpbroker.compiler.value.Shape;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.KernelCompileException;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows a kernel until nothing new is learnt, then connects the blocks. */
public final class Translator {
    /** Arrays that are found to need memory one by one; then all that are made at the same place in the source do. */
    private static final int PATIENCE = 8;

    private static final int MAX_ATTEMPTS = 100;

    private final Compilation compilation;
    private final StateMerger merger;
    private final Set<Object> arraysInMemory;
    private final LaneHeap heap;
    private final InliningBudget budget;
    private final Map<Region.Key, Region> regions = new HashMap<>();
    private final IdentityHashMap<BasicBlock, Region> regionOf = new IdentityHashMap<>();
    private final IdentityHashMap<Edge, Frame> states = new IdentityHashMap<>();
    private final Deque<Region> pending = new ArrayDeque<>();

    /**
     * What following a kernel gave.
     *
     * @param logParameter -1 if the kernel does not log
     */
    public record Translation(
            BasicBlock entry,
            List<KernelParameter> parameters,
            int controlParameter,
            int reportParameter,
            int logParameter,
            List<FaultSite> sites,
            List<LogSite> logSites,
            List<Fact> facts,
            boolean waits) {}

    /** Something captured by the kernel, in the order of its method's parameters. */
    public record CapturedArgument(@Nullable Object object, Class<?> declaredType) {}

    private Translator(Compilation compilation, Set<Object> arraysInMemory, LaneHeap heap, InliningBudget budget) {
        this.compilation = compilation;
        this.merger = new StateMerger(compilation);
        this.arraysInMemory = arraysInMemory;
        this.heap = heap;
        this.budget = budget;
    }

    /**
     * Translates the method of a kernel; its last parameter is the lane.
     *
     * @param variables captured numbers that are to be parameters, not constants
     * @throws KernelCompileException if it contains something that cannot be compiled
     */
    public static Translation translate(
            ClassFiles classFiles,
            Captures captures,
            DeviceOptions options,
            Set<CapturePath> variables,
            MethodCode method,
            List<CapturedArgument> arguments) {
        var arraysInMemory = new HashSet<Object>();
        var heap = new LaneHeap();
        var budget = new InliningBudget();
        for (int attempts = 0; ; attempts++) {
            var compilation = new Compilation(classFiles, captures, options, variables);
            heap.begin(compilation);
            try {
                Translation result = new Translator(compilation, arraysInMemory, heap, budget).run(method, arguments);
                if (result != null) {
                    return result;
                }
            } catch (ArrayNeedsMemory e) {
                arraysInMemory.add(attempts < PATIENCE ? e.site() : e.site().inSource());
                continue;
            } catch (NeedsMemory e) {
                heap.mark(e.sites());
            } catch (KernelCompileException e) {
                if (!heap.isChanged() || attempts > MAX_ATTEMPTS) {
                    throw e;
                }
            }
            budget = new InliningBudget();
            if (attempts > MAX_ATTEMPTS) {
                throw refusal(
                        new Refusal(
                                "what objects and arrays in the lane's own memory hold is not known after %d attempts"
                                        .formatted(attempts),
                                "use records and arrays of primitive types"),
                        new SourcePosition(InlineContext.root(method), 0));
            }
        }
    }

    /** Objects or arrays turned out to need memory: start again and keep them there. */
    static final class NeedsMemory extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Set<Object> sites;

        NeedsMemory(Set<Object> sites) {
            super(null, null, false, false);
            this.sites = sites;
        }

        Set<Object> sites() {
            return sites;
        }
    }

    /** An array turned out to be indexed by a variable: start again and keep it in memory. */
    static final class ArrayNeedsMemory extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient LocalArrays.Site site;

        ArrayNeedsMemory(LocalArrays.Site site) {
            super(null, null, false, false);
            this.site = site;
        }

        LocalArrays.Site site() {
            return site;
        }
    }

    boolean isInMemory(LocalArrays.Site site) {
        return arraysInMemory.contains(site) || arraysInMemory.contains(site.inSource());
    }

    LaneHeap heap() {
        return heap;
    }

    InliningBudget budget() {
        return budget;
    }

    /** {@return the code, or null if something was learnt on the way and the kernel must be followed again} */
    private @Nullable Translation run(MethodCode method, List<CapturedArgument> arguments) {
        var frame = new Frame(InlineContext.root(method), null);
        int slot = 0;
        for (int i = 0; i < arguments.size(); i++) {
            CapturedArgument argument = arguments.get(i);
            Value value = compilation.lift(argument.object(), argument.declaredType(), new CapturePath.Root(i));
            frame.locals[slot] = value;
            slot += value instanceof Value.Scalar(Operand operand)
                            && operand.type().isWide()
                    ? 2
                    : 1;
        }
        frame.locals[slot] = Value.LaneView.LANE;
        BasicBlock afterwards = new BasicBlock();
        afterwards.terminate(new Terminator.Return(), null);
        Condition exists = compilation.exists();
        Edge begin = edge(frame, 0);
        compilation
                .entryBuilder()
                .terminate(
                        exists.isDecided()
                                ? new Terminator.Jump(begin)
                                : new Terminator.Branch(exists, begin, new Edge(afterwards)));
        follow();
        heap.settle();
        if (heap.isChanged()) {
            return null;
        }
        if (heap.isScanned()) {
            clearHeap();
        }
        connect();
        int control = compilation.parameterIndex(new KernelParameter.Control());
        int report = compilation.parameterIndex(new KernelParameter.Report());
        return new Translation(
                compilation.entry(),
                compilation.parameters(),
                control,
                report,
                compilation.logSites().isEmpty() ? -1 : compilation.parameterIndex(new KernelParameter.Log()),
                compilation.sites(),
                compilation.logSites(),
                List.copyOf(compilation.facts()),
                compilation.waits());
    }

    /** At the very beginning, before anything looks for references in objects that were not made yet. */
    private void clearHeap() {
        var base = new Node(new Instruction.AddressOf(heap.variable()), null);
        var clear = new Node(
                new Instruction.ClearAt(base, 0, Math.toIntExact(heap.variable().bytes())), null);
        compilation.entry().nodes().addAll(0, List.of(base, clear));
    }

    private void follow() {
        while (!pending.isEmpty()) {
            Region region = pending.remove();
            region.queued(false);
            if (region.block().isTerminated()) {
                region.block().terminator().edges().forEach(states::remove);
            }
            region.block().clear();
            new Interpreter(compilation, this, region).run();
        }
    }

    static KernelCompileException refusal(Refusal refusal, SourcePosition position) {
        return new KernelCompileException(refusal.reason(), refusal.remedy(), position.trace());
    }

    StateMerger.Copier copier() {
        return new StateMerger.Copier();
    }

    Edge edge(Frame state, int index) {
        return edge(state, index, copier());
    }

    /** {@return an edge to the code at {@code index} of the method that {@code state} is in} */
    Edge edge(Frame state, int index, StateMerger.Copier copier) {
        Frame arriving = copier.copy(state);
        budget.copy(state.context(), copier.copied());
        dropDeadVariables(arriving, index);
        var key = new Region.Key(arriving.context(), index, variant(arriving, index));
        Region region = regions.get(key);
        if (region == null) {
            region = new Region(key, merger.generalize(arriving));
            regions.put(key, region);
            regionOf.put(region.block(), region);
            enqueue(region);
        } else if (merger.merge(region.state(), arriving)) {
            region.growth().check(region.state());
            enqueue(region);
        }
        var edge = new Edge(region.block());
        states.put(edge, arriving);
        return edge;
    }

    /** What nobody will read any more must not keep ways from meeting. */
    private static void dropDeadVariables(Frame state, int index) {
        int at = index;
        for (Frame frame = state; frame != null; frame = frame.caller()) {
            MethodCode method = frame.context().method();
            for (int slot = 0; slot < frame.locals.length; slot++) {
                boolean live = frame == state ? method.isLive(slot, at) : method.isLiveDuringCall(slot, at);
                if (!live) {
                    frame.locals[slot] = null;
                }
            }
            at = frame.context().callIndex();
        }
    }

    private void enqueue(Region region) {
        if (!region.isQueued()) {
            region.queued(true);
            pending.add(region);
        }
    }

    /** A boolean that is about to be tested, and the restart index of a pattern switch, are followed separately. */
    private static String variant(Frame state, int index) {
        MethodCode method = state.context().method();
        Opcode next = method.instruction(index).opcode();
        if ((next == Opcode.IRETURN || next == Opcode.IFEQ || next == Opcode.IFNE)
                && !state.stack.isEmpty()
                && state.stack.getLast() instanceof Value.Scalar(Constant constant)
                && (constant.bits() == 0 || constant.bits() == 1)) {
            return constant.bits() == 0 ? "false" : "true";
        }
        if (index + 2 < method.length()
                && method.instruction(index + 1) instanceof LoadInstruction restart
                && method.instruction(index + 2) instanceof InvokeDynamicInstruction dynamic
                && TypeTests.isPatternSwitch(dynamic)
                && state.locals[restart.slot()] instanceof Value.Scalar(Constant constant)) {
            return "from " + constant.intValue();
        }
        return switch (method.instruction(index)) {
            case BranchInstruction _
            when next == Opcode.IF_ACMPEQ || next == Opcode.IF_ACMPNE ->
                variantAt(state, 0) + " and " + variantAt(state, 1);
            case InvokeDynamicInstruction dynamic
            when TypeTests.isPatternSwitch(dynamic) -> variantAt(state, 1) + " from " + state.stack.getLast();
            case InvokeInstruction call
            when next != Opcode.INVOKESTATIC ->
                variantOfCall(state, call.typeSymbol().parameterCount());
            // The constant of an enum whose name may be one of several.
            case InvokeInstruction call
            when call.name().equalsString("valueOf")
                    && call.type().stringValue().startsWith("(Ljava/lang/String;)L") -> variantAt(state, 0);
            case ArrayLoadInstruction _ -> variantAt(state, 1);
            case ArrayStoreInstruction _ -> variantAt(state, 2);
            case OperatorInstruction _ when next == Opcode.ARRAYLENGTH -> variantAt(state, 0);
            case ThrowInstruction _ -> variantAt(state, 0);
            case FieldInstruction _ when next == Opcode.GETFIELD -> variantAt(state, 0);
            case FieldInstruction _ when next == Opcode.PUTFIELD -> variantAt(state, 1);
            default -> "";
        };
    }

    /** What a text is compared with may be one of several, too. */
    private static String variantOfCall(Frame state, int below) {
        String variant = variantAt(state, below);
        int receiver = state.stack.size() - 1 - below;
        return receiver >= 0 && state.stack.get(receiver) instanceof Value.Captured(String _, var _)
                ? variant + " with " + variantAt(state, 0)
                : variant;
    }

    /** An instruction on an object that can be of several classes is followed for each of them. */
    private static String variantAt(Frame state, int below) {
        if (state.stack.size() <= below) {
            return "";
        }
        Value receiver = state.stack.get(state.stack.size() - 1 - below);
        if (receiver instanceof Value.Captured(Enum<?> constant, var _)) {
            return "on " + constant.name();
        }
        Shape shape = Shape.of(receiver);
        return shape == null ? "" : "on " + shape;
    }

    private void connect() {
        var flow = new ControlFlow(compilation.entry());
        for (BasicBlock block : flow.order()) {
            Region region = regionOf.get(block);
            if (region != null) {
                Set<Edge> incoming = new LinkedHashSet<>(flow.incoming(block));
                for (Edge edge : incoming) {
                    merger.bind(region.state(), Objects.requireNonNull(states.get(edge)), edge);
                }
                block.phis().clear();
                for (Phi phi : merger.phis(region.state())) {
                    block.phis().add(phi);
                    phi.inputs().keySet().retainAll(incoming);
                    incoming.forEach(edge -> phi.inputs().putIfAbsent(edge, Constant.zero(phi.type())));
                }
            }
        }
    }
}
