package dev.warpbroker.compiler.ptx;

import dev.warpbroker.compiler.fault.FaultReport;
import dev.warpbroker.compiler.ir.Access;
import dev.warpbroker.compiler.ir.AtomicOperator;
import dev.warpbroker.compiler.ir.BasicBlock;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.ControlFlow;
import dev.warpbroker.compiler.ir.Definition;
import dev.warpbroker.compiler.ir.Edge;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Node;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Order;
import dev.warpbroker.compiler.ir.Phi;
import dev.warpbroker.compiler.ir.Position;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.SpecialRegister;
import dev.warpbroker.compiler.ir.Terminator;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.compiler.log.LogRing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes one kernel as PTX.
 *
 * <p>Every value gets a virtual register; phis become moves at the end of the blocks before. Faults leave the straight
 * path: all of them meet at one label, where the first lane to come reports and every lane ends.
 */
public final class PtxEmitter {
    /** Compute capability 7.0 is the first with independent thread scheduling, which waiting for a ticket needs. */
    private static final String HEADER = """
        .version 8.3
        .target sm_70
        .address_size 64
        """;

    /** Bytes of local memory that one round of a loop clears. */
    private static final int CLEARED_AT_ONCE = 64;

    private static final String DYNAMIC_SHARED = "dynamic_shared";
    private static final String DYNAMIC_SHARED_DECLARATION =
            "\n.extern .shared .align " + Variable.ALIGNMENT + " .b8 " + DYNAMIC_SHARED + "[];\n";
    private static final String FAIL = "FAIL";
    private static final String FAIL_SITE = "%fail_site";
    private static final String FAIL_DETAIL = "%fail_detail";

    /** Zero in every lane, though the assembler does not know: no lane mask of the lanes above has the lowest lane. */
    private static final String LANES_ZERO = """
        \t.reg .b32 %lanes_zero;
        \t.reg .b64 %lanes_wide_zero;
        \tmov.u32 %lanes_zero, %lanemask_gt;
        \tand.b32 %lanes_zero, %lanes_zero, 1;
        \tcvt.u64.u32 %lanes_wide_zero, %lanes_zero;
        """;

    private static final String ZEROING_REGISTERS = """
        \t.reg .b32 %zero_word;
        \t.reg .b32 %zero_step;
        \t.reg .b64 %zero_base;
        \t.reg .b64 %zero_address;
        \t.reg .pred %zero_end;
        """;

    /** The lanes of a full block. */
    private static final String ZEROING_STEP_OF_BOX = """
        \t.reg .b32 %zero_part;
        \tmov.u32 %zero_step, %ntid.x;
        \tmov.u32 %zero_word, %ntid.y;
        \tmul.lo.s32 %zero_step, %zero_step, %zero_word;
        \tmov.u32 %zero_word, %ntid.z;
        \tmul.lo.s32 %zero_step, %zero_step, %zero_word;
        """;

    /** The number of the lane in a full block. */
    private static final String ZEROING_START_IN_BOX = """
        \tmov.u32 %zero_word, %tid.z;
        \tmov.u32 %zero_part, %ntid.y;
        \tmul.lo.s32 %zero_word, %zero_word, %zero_part;
        \tmov.u32 %zero_part, %tid.y;
        \tadd.s32 %zero_word, %zero_word, %zero_part;
        \tmov.u32 %zero_part, %ntid.x;
        \tmul.lo.s32 %zero_word, %zero_word, %zero_part;
        \tmov.u32 %zero_part, %tid.x;
        \tadd.s32 %zero_word, %zero_word, %zero_part;
        """;

    private final String entryName;
    private final int parameterCount;
    private final Convention convention;
    private final ControlFlow flow;
    private final Map<BasicBlock, Integer> labels = new HashMap<>();
    private final Registers registers = new Registers();
    private final Set<Variable> variables = new HashSet<>();
    private final StringBuilder body = new StringBuilder();
    private final List<DeferredFault> deferredFaults = new ArrayList<>();
    private final PositionComments positions = new PositionComments();
    private final Set<Definition> uniform = new HashSet<>();
    private boolean fails;
    private boolean logs;

    /** What the lanes of a block share for grid barriers, if there is one. */
    private @Nullable Variable gridBarrier;

    private boolean needsLanesZero;
    private int freshLabels;
    private @Nullable Position lastPosition;

    /**
     * What code needs to know of its launch.
     *
     * @param control the parameter that holds the address of the control block
     * @param report the parameter that holds the address of the report
     * @param flat whether the grid has one dimension
     * @param log the parameter that holds the address of the ring of log lines; -1 if the code does not log
     * @param logLines how many lines the ring holds
     * @param dynamicShared whether the launch says how much shared memory there is: more than code may declare
     */
    public record Convention(int control, int report, boolean flat, boolean dynamicShared, int log, int logLines) {}

    private record DeferredFault(
            String label,
            int site,
            Operand detail,
            @Nullable Position position) {}

    private PtxEmitter(String entryName, BasicBlock entry, int parameterCount, Convention convention) {
        this.entryName = entryName;
        this.parameterCount = parameterCount;
        this.convention = convention;
        this.flow = new ControlFlow(entry);
    }

    /** {@return the text of a module with one entry} */
    public static String emit(String entryName, BasicBlock entry, int parameterCount, Convention convention) {
        return new PtxEmitter(entryName, entry, parameterCount, convention).module();
    }

    private String module() {
        findUniformValues();
        findGridBarrier();
        List<BasicBlock> order = flow.order();
        for (int i = 0; i < order.size(); i++) {
            labels.put(order.get(i), i);
        }
        for (int i = 0; i < order.size(); i++) {
            block(order.get(i), i + 1 < order.size() ? order.get(i + 1) : null);
        }
        deferredFaults.forEach(this::deferredFault);
        if (gridBarrier != null) {
            body.append(gridBarrierCode().leaving());
        }
        if (fails) {
            failure();
        }
        var text = new StringBuilder(HEADER)
                .append(convention.dynamicShared() ? DYNAMIC_SHARED_DECLARATION : "")
                .append("\n.visible .entry ")
                .append(entryName)
                .append("(");
        for (int i = 0; i < parameterCount; i++) {
            text.append(i == 0 ? "" : ", ").append(".param .u64 p").append(i);
        }
        text.append(")\n{\n").append(registers.declarations());
        if (fails) {
            text.append("\t.reg .b32 " + FAIL_SITE + ";\n\t.reg .b64 " + FAIL_DETAIL + ";\n");
        }
        variables.stream()
                .filter(variable -> !isDynamic(variable))
                .map(this::declaration)
                .sorted()
                .forEach(text::append);
        if (convention.dynamicShared()) {
            text.append(dynamicAddresses());
        }
        if (gridBarrier != null) {
            text.append(GridBarrierCode.REGISTERS);
        }
        if (logs) {
            text.append(LogCode.REGISTERS);
        }
        if (needsLanesZero) {
            text.append(LANES_ZERO);
        }
        if (variables.stream().anyMatch(Variable::zeroed)) {
            text.append(ZEROING_REGISTERS)
                    .append(convention.flat() ? "\tmov.u32 %zero_step, %ntid.x;\n" : ZEROING_STEP_OF_BOX);
            variables.stream()
                    .filter(Variable::zeroed)
                    .sorted(Comparator.comparingInt(Variable::number))
                    .map(this::zeroing)
                    .forEach(text::append);
            text.append("\tbar.sync 0;\n");
        }
        return text.append(body).append("}\n").toString();
    }

    private boolean isDynamic(Variable variable) {
        return convention.dynamicShared() && variable.space() == Space.SHARED;
    }

    /** One variable after the other, each as a register with its address: under the name that it is used by. */
    private String dynamicAddresses() {
        var text = new StringBuilder();
        long at = 0;
        for (Variable variable : variables.stream()
                .filter(this::isDynamic)
                .sorted(Comparator.comparingInt(Variable::number))
                .toList()) {
            text.append(
                    "\t.reg .b64 %s;\n\tmov.u64 %s, %s;\n".formatted(name(variable), name(variable), DYNAMIC_SHARED));
            text.append("\tadd.s64 %s, %s, %d;\n".formatted(name(variable), name(variable), at));
            at += Math.ceilDiv(variable.bytes(), (long) Variable.ALIGNMENT) * Variable.ALIGNMENT;
        }
        return text.toString();
    }

    private String declaration(Variable variable) {
        return "\t." + lower(variable.space()) + " .align " + Variable.ALIGNMENT + " .b8 " + name(variable) + "["
                + variable.bytes() + "];\n";
    }

    /**
     * The lanes of the block share the words among them, those included that are beyond the last lane of the launch.
     */
    private String zeroing(Variable variable) {
        return (convention.flat() ? "\tmov.u32 %zero_word, %tid.x;\n" : ZEROING_START_IN_BOX)
                + """
                BEGIN:
                \tsetp.ge.u32 %zero_end, %zero_word, WORDS;
                \t@%zero_end bra END;
                \tmov.u64 %zero_base, NAME;
                \tmad.wide.u32 %zero_address, %zero_word, 4, %zero_base;
                \tst.shared.u32 [%zero_address], 0;
                \tadd.s32 %zero_word, %zero_word, %zero_step;
                \tbra BEGIN;
                END:
                """.replace("WORDS", Long.toString(variable.bytes() / Integer.BYTES))
                        .replace("NAME", name(variable))
                        .replace("BEGIN", "Z" + 2 * variable.number())
                        .replace("END", "Z" + (2 * variable.number() + 1));
    }

    private String name(Variable variable) {
        return (isDynamic(variable) ? "%" : "") + lower(variable.space()) + variable.number();
    }

    private void block(BasicBlock block, @Nullable BasicBlock next) {
        label("L" + labels.get(block));
        for (Node node : block.nodes()) {
            position(node.position());
            instruction(node);
        }
        position(block.end());
        switch (block.terminator()) {
            case Terminator.Return() -> line(gridBarrier == null ? "ret" : "bra " + GridBarrierCode.LEAVE);
            case Terminator.Fail(Operand site, Operand detail) -> fail(site, detail);
            case Terminator.Jump(Edge edge) -> leave(edge, next);
            case Terminator.Branch branch -> branch(branch, next);
            case Terminator.Switch choice -> choice(choice, next);
        }
    }

    private void label(String name) {
        body.append(name).append(":\n");
        lastPosition = null;
    }

    private void line(String text) {
        body.append('\t').append(text).append(";\n");
    }

    private void position(@Nullable Position position) {
        if (position != null && !position.equals(lastPosition)) {
            positions.write(position, body);
            lastPosition = position;
        }
    }

    private String freshLabel() {
        return "E" + freshLabels++;
    }

    private String target(Edge edge) {
        return "L" + labels.get(edge.target());
    }

    // ---- control flow ----

    private void leave(Edge edge, @Nullable BasicBlock next) {
        moves(edge);
        if (edge.target() != next) {
            line("bra " + target(edge));
        }
    }

    private void branch(Terminator.Branch branch, @Nullable BasicBlock next) {
        Condition condition = branch.condition();
        Edge taken = branch.yes();
        Edge fallThrough = branch.no();
        boolean takenMoves = hasMoves(taken);
        if (taken.target() == next && !takenMoves || takenMoves && !hasMoves(fallThrough)) {
            condition = condition.negated();
            taken = branch.no();
            fallThrough = branch.yes();
        }
        jumpIf(condition, taken);
        leave(fallThrough, next);
    }

    private void choice(Terminator.Switch choice, @Nullable BasicBlock next) {
        for (Terminator.Switch.Case one : choice.cases()) {
            if (one.edge() != choice.otherwise()) {
                jumpIf(Condition.signed(Comparison.EQ, choice.selector(), Constant.of(one.key())), one.edge());
            }
        }
        leave(choice.otherwise(), next);
    }

    private void jumpIf(Condition condition, Edge edge) {
        if (hasMoves(edge)) {
            String skip = freshLabel();
            line("@" + predicate(condition.negated()) + " bra " + skip);
            moves(edge);
            line("bra " + target(edge));
            label(skip);
        } else {
            line("@" + predicate(condition) + " bra " + target(edge));
        }
    }

    private Map<Phi, Operand> pendingMoves(Edge edge) {
        var moves = new LinkedHashMap<Phi, Operand>();
        for (Phi phi : edge.target().phis()) {
            Operand input = phi.inputs().get(edge);
            if (input != phi) {
                moves.put(phi, input);
            }
        }
        return moves;
    }

    private boolean hasMoves(Edge edge) {
        return !pendingMoves(edge).isEmpty();
    }

    /** All phis change at once: a source that is itself changed is saved first. */
    private void moves(Edge edge) {
        Map<Phi, Operand> moves = pendingMoves(edge);
        var saved = new HashMap<Phi, String>();
        moves.forEach((phi, input) -> {
            if (input instanceof Phi source && moves.containsKey(source)) {
                String temporary = registers.fresh(phi.type());
                line("mov." + bits(phi.type()) + " " + temporary + ", " + operand(input));
                saved.put(phi, temporary);
            }
        });
        moves.forEach((phi, input) -> {
            String source = saved.containsKey(phi) ? saved.get(phi) : operand(input);
            line("mov." + bits(phi.type()) + " " + registers.of(phi) + ", " + source);
        });
    }

    // ---- faults ----

    private void fail(Operand site, Operand detail) {
        fails = true;
        line("mov.b32 " + FAIL_SITE + ", " + operand(site));
        line("mov.b64 " + FAIL_DETAIL + ", " + operand(detail));
        line("bra " + FAIL);
    }

    private void check(Instruction.Check check, @Nullable Position position) {
        String label = "F" + deferredFaults.size();
        deferredFaults.add(new DeferredFault(label, check.site(), check.detail(), position));
        line("@" + predicate(check.condition().negated()) + " bra " + label);
    }

    private void deferredFault(DeferredFault fault) {
        label(fault.label());
        position(fault.position());
        fail(Constant.of(fault.site() + 1), fault.detail());
    }

    /** The first lane here reports its site, its number and the detail; every lane then asks the others to stop. */
    private void failure() {
        String control = registers.fresh(Type.LONG);
        String report = registers.fresh(Type.LONG);
        String earlier = registers.fresh(Type.INT);
        String late = registers.freshPredicate();
        label(FAIL);
        if (gridBarrier != null) {
            body.append(gridBarrierCode().failing());
        }
        line("ld.param.u64 " + control + ", [p" + convention.control() + "]");
        line("ld.param.u64 " + report + ", [p" + convention.report() + "]");
        line("atom.relaxed.gpu.global.cas.b32 " + earlier + ", [" + control + "+" + FaultReport.ELECTION + "], 0, "
                + FAIL_SITE);
        line("setp.ne.s32 " + late + ", " + earlier + ", 0");
        line("@" + late + " bra FAIL_EXIT");
        String thread = place();
        line("st.global.u32 [" + report + "+" + FaultReport.LANE + "], " + thread);
        line("st.global.u64 [" + report + "+" + FaultReport.DETAIL + "], " + FAIL_DETAIL);
        line("st.release.sys.global.u32 [" + report + "], " + FAIL_SITE);
        label("FAIL_EXIT");
        line("st.relaxed.sys.global.u32 [" + control + "], 1");
        line("ret");
    }

    /** Computes the place of the lane, as {@link dev.warpbroker.device.backend.GridShape} defines it. */
    private String place() {
        String thread = registers.fresh(Type.INT);
        String block = registers.fresh(Type.INT);
        String size = registers.fresh(Type.INT);
        if (convention.flat()) {
            line("mov.u32 " + thread + ", %tid.x");
            line("mov.u32 " + block + ", %ctaid.x");
            line("mov.u32 " + size + ", %ntid.x");
        } else {
            number(thread, size, "%tid", "%ntid");
            number(block, size, "%ctaid", "%nctaid");
            blockSize(size);
        }
        line("mad.lo.s32 " + thread + ", " + block + ", " + size + ", " + thread);
        return thread;
    }

    /** (z * height + y) * width + x. */
    private void number(String result, String scratch, String number, String extent) {
        line("mov.u32 " + result + ", " + number + ".z");
        for (String axis : List.of("y", "x")) {
            line("mov.u32 " + scratch + ", " + extent + "." + axis);
            line("mul.lo.s32 " + result + ", " + result + ", " + scratch);
            line("mov.u32 " + scratch + ", " + number + "." + axis);
            line("add.s32 " + result + ", " + result + ", " + scratch);
        }
    }

    private void blockSize(String result) {
        String scratch = registers.fresh(Type.INT);
        line("mov.u32 " + result + ", %ntid.x");
        for (String axis : List.of("y", "z")) {
            line("mov.u32 " + scratch + ", %ntid." + axis);
            line("mul.lo.s32 " + result + ", " + result + ", " + scratch);
        }
    }

    // ---- instructions ----

    private void instruction(Node node) {
        switch (node.instruction()) {
            case Instruction.Compute compute -> compute(node, compute);
            case Instruction.Select(Condition condition, Operand yes, Operand no) ->
                line("selp." + bits(node.type()) + " " + registers.of(node) + ", " + operand(yes) + ", " + operand(no)
                        + ", " + predicate(condition));
            case Instruction.Parameter(int index) -> line("ld.param.u64 " + registers.of(node) + ", [p" + index + "]");
            case Instruction.Special(SpecialRegister register) -> special(node, register);
            case Instruction.AddressOf(Variable variable) -> {
                variables.add(variable);
                line("mov.u64 " + registers.of(node) + ", " + name(variable));
            }
            case Instruction.Load(MemoryType memory, Access access, Operand address, int offset) ->
                line("ld" + order(access) + space(access) + "." + form(memory) + " " + registers.of(node) + ", "
                        + address(address, offset));
            case Instruction.LoadIf(Condition condition, MemoryType memory, Access access, Operand address) -> {
                line("mov." + bits(node.type()) + " " + registers.of(node) + ", 0");
                line("@" + predicate(condition) + " ld" + order(access) + space(access) + "." + form(memory) + " "
                        + registers.of(node) + ", " + address(address, 0));
            }
            case Instruction.Store(MemoryType memory, Access access, Operand address, int offset, Operand value) ->
                line("st" + order(access) + space(access) + "." + form(memory) + " " + address(address, offset) + ", "
                        + operand(value));
            case Instruction.LoadWide(MemoryType memory, int count, Access access, Operand address, int offset) -> {
                List<String> elements = registers.ofElements(node, memory.type(), count);
                line("ld" + space(access) + ".v" + count + "." + form(memory) + " {" + String.join(", ", elements)
                        + "}, " + address(address, offset));
            }
            case Instruction.Element(Operand wide, int index, var _) ->
                registers.assign(node, registers.ofElements((Node) wide).get(index));
            case Instruction.StoreWide(
                    MemoryType memory,
                    Access access,
                    Operand address,
                    int offset,
                    List<Operand> values) ->
                line("st" + space(access) + ".v" + values.size() + "." + form(memory) + " " + address(address, offset)
                        + ", {" + values.stream().map(this::operand).collect(Collectors.joining(", ")) + "}");
            case Instruction.Clear(Variable variable) -> clear(variable);
            case Instruction.ClearAt(Operand address, int offset, int bytes) -> clearAt(address, offset, bytes);
            case Instruction.Atomic atomic -> atomic(node, atomic);
            case Instruction.Machine machine -> machine(node, machine);
            case Instruction.GridBarrier barrier -> gridBarrier(barrier);
            case Instruction.Log(int site, List<Operand> values) -> log(site, values);
            case Instruction.Check check -> check(check, node.position());
        }
    }

    private void gridBarrier(Instruction.GridBarrier barrier) {
        String failed = freshLabel();
        body.append(gridBarrierCode().barrier(failed, freshLabels));
        freshLabels += GridBarrierCode.LABELS;
        String passed = freshLabel();
        line("bra " + passed);
        label(failed);
        fail(Constant.of(barrier.site() + 1), Constant.of(0L));
        label(passed);
    }

    private void log(int site, List<Operand> values) {
        logs = true;
        String dropped = freshLabel();
        body.append(LogCode.begin(convention.control(), convention.log(), convention.logLines(), dropped));
        line("st.global.u32 [%log_slot+" + LogRing.SITE + "], " + site);
        line("st.global.u32 [%log_slot+" + LogRing.PLACE + "], " + place());
        for (int i = 0; i < values.size(); i++) {
            Operand value = values.get(i);
            String form = value.type().isFloating() ? numeric(value.type()) : unsigned(value.type());
            line("st.global." + form + " [%log_slot+" + (LogRing.VALUES + i * Long.BYTES) + "], " + operand(value));
        }
        body.append(LogCode.end(dropped, freshLabel()));
    }

    private GridBarrierCode gridBarrierCode() {
        return new GridBarrierCode(name(Objects.requireNonNull(gridBarrier)), convention.control(), convention.flat());
    }

    /** Lanes that end count themselves if there is a grid barrier anywhere. */
    private void findGridBarrier() {
        for (BasicBlock block : flow.order()) {
            for (Node node : block.nodes()) {
                if (node.instruction() instanceof Instruction.GridBarrier(Variable state, var _)) {
                    gridBarrier = state;
                    variables.add(state);
                }
            }
        }
    }

    private void clear(Variable variable) {
        variables.add(variable);
        String at = registers.fresh(Type.LONG);
        line("mov.u64 " + at + ", " + name(variable));
        long rest = variable.bytes() % CLEARED_AT_ONCE;
        if (variable.bytes() >= CLEARED_AT_ONCE) {
            clearInLoop(at, variable.bytes() - rest);
        }
        for (int offset = 0; offset < rest; offset++) {
            line("st.local.u8 " + address(at, offset) + ", 0");
        }
    }

    private void clearAt(Operand address, int offset, int bytes) {
        int single = bytes <= CLEARED_AT_ONCE ? bytes : bytes % CLEARED_AT_ONCE;
        for (int i = 0; i < single; i += Long.BYTES) {
            line("st.local.u64 " + address(address, offset + i) + ", 0");
        }
        if (bytes > single) {
            String at = registers.fresh(Type.LONG);
            line("add.s64 " + at + ", " + operand(address) + ", " + (offset + single));
            clearInLoop(at, bytes - single);
        }
    }

    /** In a loop, so that the text does not grow with the array. */
    private void clearInLoop(String at, long bytes) {
        String end = registers.fresh(Type.LONG);
        String more = registers.freshPredicate();
        String again = freshLabel();
        line("add.s64 " + end + ", " + at + ", " + bytes);
        label(again);
        for (int offset = 0; offset < CLEARED_AT_ONCE; offset += Long.BYTES) {
            line("st.local.u64 " + address(at, offset) + ", 0");
        }
        line("add.s64 " + at + ", " + at + ", " + CLEARED_AT_ONCE);
        line("setp.lt.u64 " + more + ", " + at + ", " + end);
        line("@" + more + " bra " + again);
    }

    private void special(Node node, SpecialRegister register) {
        String name = switch (register) {
            case THREAD_IN_BLOCK -> "%tid.x";
            case BLOCK_SIZE -> "%ntid.x";
            case BLOCK_INDEX -> "%ctaid.x";
            case BLOCK_COUNT -> "%nctaid.x";
            case THREAD_Y -> "%tid.y";
            case THREAD_Z -> "%tid.z";
            case BLOCK_HEIGHT -> "%ntid.y";
            case BLOCK_DEPTH -> "%ntid.z";
            case BLOCK_Y -> "%ctaid.y";
            case BLOCK_Z -> "%ctaid.z";
            case BLOCK_ROWS -> "%nctaid.y";
            case BLOCK_LAYERS -> "%nctaid.z";
            case LANE_IN_WARP -> "%laneid";
            case LANES_BELOW -> "%lanemask_lt";
            case NANO_TIME -> "%globaltimer";
            case MULTIPROCESSOR -> "%smid";
        };
        line("mov.u" + 8 * register.type().bytes() + " " + registers.of(node) + ", " + name);
    }

    private void atomic(Node node, Instruction.Atomic atomic) {
        int size = 8 * atomic.type().bytes();
        String operation = switch (atomic.operator()) {
            case ADD -> (atomic.type().isFloating() ? "add.f" : "add.u") + size;
            case EXCHANGE -> "exch.b" + size;
            case COMPARE_EXCHANGE -> "cas.b" + size;
            case AND -> "and.b" + size;
            case OR -> "or.b" + size;
            case XOR -> "xor.b" + size;
            case MIN -> "min.s" + size;
            case MAX -> "max.s" + size;
        };
        boolean combined = !atomic.type().isFloating()
                && atomic.operator() != AtomicOperator.EXCHANGE
                && atomic.operator() != AtomicOperator.COMPARE_EXCHANGE;
        String base = combined ? ofEachLane(atomic.address()) : operand(atomic.address());
        String values = atomic.values().stream()
                .map(value -> combined ? ofEachLane(value) : operand(value))
                .collect(Collectors.joining(", "));
        line("atom" + order(atomic.access()) + space(atomic.access()) + "." + operation + " " + registers.of(node)
                + ", " + address(base, atomic.offset()) + ", " + values);
    }

    /**
     * {@return {@code operand} in such a form that the assembler believes it to differ between the lanes of a warp, if
     * it may}
     *
     * <p>NVIDIA's assembler makes one atomic operation of a warp's if it finds their address (or what is added) the
     * same in all lanes, and it finds so of whatever was loaded from an address that is the same. But lanes that meet
     * in a loop may have loaded at different times: then all would change what the first has the address of.
     */
    private String ofEachLane(Operand operand) {
        if (isUniform(operand)) {
            return operand(operand);
        }
        needsLanesZero = true;
        String result = registers.fresh(operand.type());
        line(
                operand.type() == Type.LONG
                        ? "add.s64 " + result + ", " + operand(operand) + ", %lanes_wide_zero"
                        : "add.s32 " + result + ", " + operand(operand) + ", %lanes_zero");
        return result;
    }

    /** {@return whether the lanes of a block surely have the same, at any time} */
    private boolean isUniform(Operand operand) {
        return operand instanceof Constant || operand instanceof Definition definition && uniform.contains(definition);
    }

    /** Operands are defined before they are used, in this order, but for what comes around a loop. */
    private void findUniformValues() {
        for (BasicBlock block : flow.order()) {
            if (isOfOneChoice(block)) {
                for (Phi phi : block.phis()) {
                    if (phi.inputs().values().stream().allMatch(this::isUniform)) {
                        uniform.add(phi);
                    }
                }
            }
            for (Node node : block.nodes()) {
                if (isUniform(node.instruction())) {
                    uniform.add(node);
                }
            }
        }
    }

    private boolean isUniform(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Parameter(var _) -> true;
            case Instruction.AddressOf(var _) -> true;
            case Instruction.Special(SpecialRegister register) -> register.isOfBlock();
            case Instruction.Compute compute -> compute.operands().stream().allMatch(this::isUniform);
            case Instruction.Select select -> select.operands().stream().allMatch(this::isUniform);
            default -> false;
        };
    }

    /**
     * {@return whether a block ends a choice that all lanes make alike, at any time: both ways come from one branch
     * whose condition is uniform} A phi there is a selection.
     */
    private boolean isOfOneChoice(BasicBlock block) {
        var ways = flow.incoming(block);
        if (ways.size() != 2) {
            return false;
        }
        BasicBlock before = chooser(ways.getFirst());
        return before == chooser(ways.getLast())
                && before.terminator() instanceof Terminator.Branch branch
                && branch.operands().stream().allMatch(this::isUniform);
    }

    /**
     * {@return the block whose end decided that an edge is taken: its source, or the one before if that only goes on}
     */
    private BasicBlock chooser(Edge edge) {
        BasicBlock source = flow.source(edge);
        return source.terminator() instanceof Terminator.Jump
                        && flow.incoming(source).size() == 1
                ? flow.source(flow.incoming(source).getFirst())
                : source;
    }

    private void machine(Node node, Instruction.Machine machine) {
        List<String> operands = machine.operands().stream().map(this::operand).toList();
        switch (machine.operator()) {
            case BLOCK_BARRIER -> line("bar.sync 0");
            case WARP_BARRIER -> line("bar.warp.sync " + operands.get(0));
            case ACTIVE_MASK -> line("activemask.b32 " + registers.of(node));
            case BALLOT -> {
                String predicate = registers.freshPredicate();
                line("setp.ne.s32 " + predicate + ", " + operands.get(1) + ", 0");
                line("vote.sync.ballot.b32 " + registers.of(node) + ", " + predicate + ", " + operands.get(0));
            }
            case SHUFFLE ->
                line("shfl.sync.idx.b32 " + registers.of(node) + ", " + operands.get(1) + ", " + operands.get(2)
                        + ", 31, " + operands.get(0));
            case SLEEP -> line("nanosleep.u32 " + operands.get(0));
            case FENCE_SEQUENTIAL -> line("fence.sc.gpu");
            case FENCE_SEQUENTIAL_WITH_HOST -> line("fence.sc.sys");
            case FENCE_ACQUIRE_RELEASE -> line("fence.acq_rel.gpu");
        }
    }

    /**
     * Of integers without {@code abs}: the assembler takes its result for one that is not negative, and divides it as
     * such, but that of the least number is negative in Java.
     */
    private void absolute(String result, String number, Type type) {
        if (type.isFloating()) {
            line("abs." + numeric(type) + " " + result + ", " + number);
            return;
        }
        String sign = registers.fresh(type);
        line("shr." + signed(type) + " " + sign + ", " + number + ", "
                + (type == Type.LONG ? Long.SIZE - 1 : Integer.SIZE - 1));
        line("xor." + bits(type) + " " + result + ", " + number + ", " + sign);
        line("sub." + signed(type) + " " + result + ", " + result + ", " + sign);
    }

    private void divide(Instruction.Compute compute, String result, List<String> in) {
        boolean quotient = compute.operator() == Operator.DIVIDE;
        String operation = quotient ? "div" : "rem";
        if (compute.type() == Type.INT && isUniform(compute)) {
            divideMagnitudes(operation, quotient, result, in.get(0), in.get(1));
        } else {
            line(operation + rounded(compute.type()) + " " + result + ", " + String.join(", ", in));
        }
    }

    /**
     * Divides numbers that are the same in all lanes. Only of what it divides without signs does the assembler know
     * that the result is the same, too, and an address that depends on it.
     */
    private void divideMagnitudes(String operation, boolean quotient, String result, String dividend, String divisor) {
        String above = registers.fresh(Type.INT);
        String below = registers.fresh(Type.INT);
        String sign = registers.fresh(Type.INT);
        absolute(above, dividend, Type.INT);
        absolute(below, divisor, Type.INT);
        line(operation + ".u32 " + above + ", " + above + ", " + below);
        // A remainder has the sign of the dividend.
        if (quotient) {
            line("xor.b32 " + sign + ", " + dividend + ", " + divisor);
        }
        line("shr.s32 " + sign + ", " + (quotient ? sign : dividend) + ", 31");
        line("xor.b32 " + above + ", " + above + ", " + sign);
        line("sub.s32 " + result + ", " + above + ", " + sign);
    }

    private void compute(Node node, Instruction.Compute compute) {
        String result = registers.of(node);
        List<String> in = compute.operands().stream().map(this::operand).toList();
        Type type = compute.type();
        Type from = compute.operands().get(0).type();
        String all = result + ", " + String.join(", ", in);
        switch (compute.operator()) {
            case ADD -> line("add" + rounded(type) + " " + all);
            case SUBTRACT -> line("sub" + rounded(type) + " " + all);
            case MULTIPLY -> line("mul" + (type.isFloating() ? "" : ".lo") + rounded(type) + " " + all);
            case DIVIDE, REMAINDER -> divide(compute, result, in);
            case DIVIDE_UNSIGNED -> line("div." + unsigned(type) + " " + all);
            case REMAINDER_UNSIGNED -> line("rem." + unsigned(type) + " " + all);
            case MULTIPLY_HIGH -> line("mul.hi." + signed(type) + " " + all);
            case MULTIPLY_HIGH_UNSIGNED -> line("mul.hi." + unsigned(type) + " " + all);
            case AND -> line("and." + bits(type) + " " + all);
            case OR -> line("or." + bits(type) + " " + all);
            case XOR -> line("xor." + bits(type) + " " + all);
            case SHIFT_LEFT ->
                shift("shl." + bits(type), result, in.get(0), compute.operands().get(1), type);
            case SHIFT_RIGHT ->
                shift(
                        "shr." + signed(type),
                        result,
                        in.get(0),
                        compute.operands().get(1),
                        type);
            case SHIFT_RIGHT_UNSIGNED ->
                shift(
                        "shr." + unsigned(type),
                        result,
                        in.get(0),
                        compute.operands().get(1),
                        type);
            case NEGATE -> line("neg." + numeric(type) + " " + all);
            case ABSOLUTE -> absolute(result, in.get(0), type);
            case MINIMUM -> line("min." + numeric(type) + " " + all);
            case MAXIMUM -> line("max." + numeric(type) + " " + all);
            case FUSED_MULTIPLY_ADD -> line("fma" + rounded(type) + " " + all);
            case SQUARE_ROOT -> line("sqrt" + rounded(type) + " " + all);
            case FLOOR -> line("cvt.rmi." + numeric(type) + "." + numeric(type) + " " + all);
            case CEILING -> line("cvt.rpi." + numeric(type) + "." + numeric(type) + " " + all);
            case ROUND_TO_EVEN -> line("cvt.rni." + numeric(type) + "." + numeric(type) + " " + all);
            case APPROXIMATE_SINE -> line("sin.approx.f32 " + all);
            case APPROXIMATE_COSINE -> line("cos.approx.f32 " + all);
            case APPROXIMATE_POWER_OF_TWO -> line("ex2.approx.f32 " + all);
            case APPROXIMATE_LOGARITHM_TO_BASE_TWO -> line("lg2.approx.f32 " + all);
            case APPROXIMATE_SQUARE_ROOT -> line("sqrt.approx.f32 " + all);
            case APPROXIMATE_RECIPROCAL_SQUARE_ROOT -> line("rsqrt.approx.f32 " + all);
            case APPROXIMATE_QUOTIENT -> line("div.approx.f32 " + all);
            case BIT_COUNT -> line("popc." + bits(from) + " " + all);
            case LEADING_ZEROS -> line("clz." + bits(from) + " " + all);
            case TRAILING_ZEROS -> {
                String reversed = registers.fresh(from);
                line("brev." + bits(from) + " " + reversed + ", " + in.get(0));
                line("clz." + bits(from) + " " + result + ", " + reversed);
            }
            case REVERSE_BITS -> line("brev." + bits(type) + " " + all);
            case TO_BYTE -> line("cvt.s32.s8 " + all);
            case TO_SHORT -> line("cvt.s32.s16 " + all);
            case TO_CHAR -> line("cvt.u32.u16 " + all);
            case CONVERT -> convert(result, in.get(0), from, type);
            case EXTEND_UNSIGNED -> line("cvt.u64.u32 " + all);
            case REINTERPRET -> line("mov." + bits(type) + " " + all);
            case HALF_TO_FLOAT -> {
                String half = registers.freshHalf();
                line("cvt.u16.u32 " + half + ", " + in.get(0));
                line("cvt.f32.f16 " + result + ", " + half);
            }
            case FLOAT_TO_HALF -> {
                String half = registers.freshHalf();
                line("cvt.rn.f16.f32 " + half + ", " + in.get(0));
                line("cvt.u32.u16 " + result + ", " + half);
            }
            case COMPARE_NAN_LESS -> compare(result, in, "ltu", "gt", from);
            case COMPARE_NAN_GREATER -> compare(result, in, "lt", "gtu", from);
            case COMPARE_UNSIGNED -> threeWay(result, in, "lt." + unsigned(from), "gt." + unsigned(from));
            case INDEX_ADDRESS -> {
                if (from == Type.LONG) {
                    longAddress(result, compute.operands());
                } else {
                    line((isNeverNegative(compute.operands().get(0)) ? "mad.wide.u32 " : "mad.wide.s32 ") + all);
                }
            }
        }
    }

    private void longAddress(String result, List<Operand> parts) {
        int shift = Integer.numberOfTrailingZeros(((Constant) parts.get(1)).intValue());
        String scaled = operand(parts.getFirst());
        if (shift > 0) {
            scaled = registers.fresh(Type.LONG);
            line("shl.b64 " + scaled + ", " + operand(parts.getFirst()) + ", " + shift);
        }
        line("add.s64 " + result + ", " + operand(parts.get(2)) + ", " + scaled);
    }

    /** An unsigned index takes one instruction less. */
    private static boolean isNeverNegative(Operand index) {
        return index instanceof Node node
                && node.instruction() instanceof Instruction.Compute(Operator operator, var _, List<Operand> operands)
                && operator == Operator.AND
                && operands.stream().anyMatch(operand -> operand instanceof Constant mask && mask.bits() >= 0);
    }

    /** PTX clamps shift counts where Java masks them. */
    private void shift(String operation, String result, String value, Operand count, Type type) {
        int mask = 8 * type.bytes() - 1;
        String masked;
        if (count instanceof Constant constant) {
            masked = Integer.toString(constant.intValue() & mask);
        } else {
            masked = registers.fresh(Type.INT);
            line("and.b32 " + masked + ", " + operand(count) + ", " + mask);
        }
        line(operation + " " + result + ", " + value + ", " + masked);
    }

    /** PTX gives the most negative number for NaN if one side has 64 bits; Java gives 0. */
    private void convert(String result, String value, Type from, Type to) {
        if (!from.isFloating() || to.isFloating()) {
            line(conversion(from, to) + " " + result + ", " + value);
            return;
        }
        boolean nanGivesZero = from == Type.FLOAT && to == Type.INT;
        String raw = nanGivesZero ? result : registers.fresh(to);
        line("cvt.rzi." + signed(to) + "." + numeric(from) + " " + raw + ", " + value);
        if (!nanGivesZero) {
            String nan = registers.freshPredicate();
            line("setp.nan." + numeric(from) + " " + nan + ", " + value + ", " + value);
            line("selp." + bits(to) + " " + result + ", 0, " + raw + ", " + nan);
        }
    }

    private static String conversion(Type from, Type to) {
        if (to.isFloating()) {
            boolean exact = from == Type.FLOAT;
            return "cvt" + (exact ? "" : ".rn") + "." + numeric(to) + "." + numeric(from);
        }
        return from == Type.INT ? "cvt.s64.s32" : "cvt.u32.u64";
    }

    private void compare(String result, List<String> in, String less, String greater, Type type) {
        if (type.isFloating()) {
            threeWay(result, in, less + "." + numeric(type), greater + "." + numeric(type));
        } else {
            threeWay(result, in, "lt." + signed(type), "gt." + signed(type));
        }
    }

    private void threeWay(String result, List<String> in, String less, String greater) {
        String isLess = registers.freshPredicate();
        String isGreater = registers.freshPredicate();
        String zeroOrOne = registers.fresh(Type.INT);
        line("setp." + less + " " + isLess + ", " + in.get(0) + ", " + in.get(1));
        line("setp." + greater + " " + isGreater + ", " + in.get(0) + ", " + in.get(1));
        line("selp.b32 " + zeroOrOne + ", 1, 0, " + isGreater);
        line("selp.b32 " + result + ", -1, " + zeroOrOne + ", " + isLess);
    }

    private String predicate(Condition condition) {
        Type type = condition.left().type();
        String comparison = lower(condition.comparison());
        String suffix;
        if (type.isFloating()) {
            suffix = (condition.ifUnordered() ? "u." : ".") + numeric(type);
        } else {
            suffix = "." + (condition.unsigned() ? unsigned(type) : signed(type));
        }
        String result = registers.freshPredicate();
        line("setp." + comparison + suffix + " " + result + ", " + operand(condition.left()) + ", "
                + operand(condition.right()));
        return result;
    }

    // ---- operands ----

    private String operand(Operand operand) {
        return switch (operand) {
            case Constant constant -> literal(constant);
            case Definition definition -> registers.of(definition);
        };
    }

    private static String literal(Constant constant) {
        return switch (constant.type()) {
            case INT -> Integer.toString(constant.intValue());
            case LONG ->
                constant.longValue() == Long.MIN_VALUE ? "0x8000000000000000" : Long.toString(constant.longValue());
            case FLOAT -> String.format("0f%08X", (int) constant.bits());
            case DOUBLE -> String.format("0d%016X", constant.bits());
            case VOID -> throw new IllegalStateException("constant without a type");
        };
    }

    private String address(Operand base, int offset) {
        return address(operand(base), offset);
    }

    private static String address(String base, int offset) {
        return "[" + base + (offset == 0 ? "" : offset > 0 ? "+" + offset : Integer.toString(offset)) + "]";
    }

    private static String order(Access access) {
        String order = switch (access.order()) {
            case WEAK -> "";
            case RELAXED -> ".relaxed";
            case ACQUIRE -> ".acquire";
            case RELEASE -> ".release";
            case ACQUIRE_RELEASE -> ".acq_rel";
        };
        return access.order() == Order.WEAK ? order : order + scope(access.scope());
    }

    private static String scope(Scope scope) {
        return switch (scope) {
            case BLOCK -> ".cta";
            case DEVICE -> ".gpu";
            case SYSTEM -> ".sys";
        };
    }

    private static String space(Access access) {
        return access.space() == Space.TABLE ? ".global.nc" : "." + lower(access.space());
    }

    private static String form(MemoryType memory) {
        return switch (memory) {
            case BYTE -> "s8";
            case SHORT -> "s16";
            case CHAR -> "u16";
            case INT -> "u32";
            case LONG -> "u64";
            case FLOAT -> "f32";
            case DOUBLE -> "f64";
        };
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String bits(Type type) {
        return "b" + 8 * type.bytes();
    }

    private static String signed(Type type) {
        return "s" + 8 * type.bytes();
    }

    private static String unsigned(Type type) {
        return "u" + 8 * type.bytes();
    }

    private static String numeric(Type type) {
        return (type.isFloating() ? "f" : "s") + 8 * type.bytes();
    }

    private static String rounded(Type type) {
        return type.isFloating() ? ".rn." + numeric(type) : "." + signed(type);
    }

    /** Virtual registers, numbered per type. */
    private static final class Registers {
        private final Map<Definition, String> assigned = new HashMap<>();
        private final Map<Node, List<String>> elements = new HashMap<>();
        private final int[] counts = new int[Type.values().length];
        private int predicates;
        private int halves;

        /** {@return new registers for the elements of a wide load} */
        List<String> ofElements(Node wide, Type type, int count) {
            List<String> names =
                    IntStream.range(0, count).mapToObj(_ -> fresh(type)).toList();
            elements.put(wide, names);
            return names;
        }

        List<String> ofElements(Node wide) {
            return Objects.requireNonNull(elements.get(wide));
        }

        void assign(Definition definition, String register) {
            assigned.put(definition, register);
        }

        String of(Definition definition) {
            return assigned.computeIfAbsent(definition, key -> fresh(key.type()));
        }

        String fresh(Type type) {
            return prefix(type) + counts[type.ordinal()]++;
        }

        String freshPredicate() {
            return "%p" + predicates++;
        }

        String freshHalf() {
            return "%h" + halves++;
        }

        String declarations() {
            var text = new StringBuilder();
            for (Type type : List.of(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE)) {
                if (counts[type.ordinal()] > 0) {
                    String kind = type.isFloating() ? numeric(type) : bits(type);
                    text.append("\t.reg .")
                            .append(kind)
                            .append(' ')
                            .append(prefix(type))
                            .append('<')
                            .append(counts[type.ordinal()])
                            .append(">;\n");
                }
            }
            if (halves > 0) {
                text.append("\t.reg .b16 %h<").append(halves).append(">;\n");
            }
            if (predicates > 0) {
                text.append("\t.reg .pred %p<").append(predicates).append(">;\n");
            }
            return text.toString();
        }

        private static String prefix(Type type) {
            return switch (type) {
                case INT -> "%r";
                case LONG -> "%rd";
                case FLOAT -> "%f";
                case DOUBLE -> "%fd";
                case VOID -> throw new IllegalStateException("no register for a result that does not exist");
            };
        }
    }
}
