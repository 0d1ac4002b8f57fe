package dev.warpbroker.compiler.ir;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that the code is well formed. A failure is a defect of the compiler, never of the kernel. */
public final class Verifier {
    private final ControlFlow flow;
    private final Map<Definition, BasicBlock> definedIn = new HashMap<>();
    private final Map<Definition, Integer> definedAt = new HashMap<>();
    private final Dominators dominators;

    private Verifier(BasicBlock entry) {
        flow = new ControlFlow(entry);
        dominators = new Dominators(flow);
        for (BasicBlock block : flow.order()) {
            block.phis().forEach(phi -> define(phi, block, -1));
            for (int i = 0; i < block.nodes().size(); i++) {
                define(block.nodes().get(i), block, i);
            }
        }
    }

    /**
     * Checks all code that can be reached from {@code entry}.
     *
     * @throws IllegalStateException if an operand is used where it is not defined, or has the wrong type
     */
    public static void verify(BasicBlock entry) {
        new Verifier(entry).checkAll();
    }

    private void define(Definition definition, BasicBlock block, int index) {
        if (definedIn.put(definition, block) != null) {
            throw defect("defined twice: " + describe(definition));
        }
        definedAt.put(definition, index);
    }

    private void checkAll() {
        for (BasicBlock block : flow.order()) {
            List<Edge> incoming = flow.incoming(block);
            for (Phi phi : block.phis()) {
                for (Edge edge : incoming) {
                    Operand input = phi.inputs().get(edge);
                    if (input == null) {
                        throw defect("phi without input for an edge");
                    }
                    if (input.type() != phi.type()) {
                        throw defect("phi of " + phi.type() + " with input of " + input.type());
                    }
                    checkAvailable(input, flow.source(edge), Integer.MAX_VALUE);
                }
            }
            for (int i = 0; i < block.nodes().size(); i++) {
                Instruction instruction = block.nodes().get(i).instruction();
                for (Operand operand : instruction.operands()) {
                    checkAvailable(operand, block, i);
                }
                checkTypes(instruction);
            }
            for (Operand operand : block.terminator().operands()) {
                checkAvailable(operand, block, Integer.MAX_VALUE);
            }
            checkTypes(block.terminator());
        }
    }

    private void checkAvailable(Operand operand, BasicBlock block, int index) {
        if (operand instanceof Definition definition) {
            BasicBlock home = definedIn.get(definition);
            Integer place = definedAt.get(definition);
            if (home == null || place == null) {
                throw defect("used but not in the code: " + describe(definition));
            }
            boolean available = home == block ? place < index : dominators.dominates(home, block);
            if (!available) {
                throw defect("used where it is not defined on every way: " + describe(definition));
            }
        }
    }

    private static void checkTypes(Terminator terminator) {
        switch (terminator) {
            case Terminator.Branch(Condition condition, var _, var _) ->
                requireType(condition.right(), condition.left().type(), terminator);
            case Terminator.Switch(Operand selector, var _, var _) -> requireType(selector, Type.INT, terminator);
            case Terminator.Fail(Operand site, Operand detail) -> {
                requireType(site, Type.INT, terminator);
                requireType(detail, Type.LONG, terminator);
            }
            case Terminator.Jump _, Terminator.Return _ -> {}
        }
    }

    private static void checkTypes(Instruction instruction) {
        switch (instruction) {
            case Instruction.Load(var _, var _, Operand address, var _) -> requireType(address, Type.LONG, instruction);
            case Instruction.LoadIf(Condition condition, var _, var _, Operand address) -> {
                requireType(condition.right(), condition.left().type(), instruction);
                requireType(address, Type.LONG, instruction);
            }
            case Instruction.Store(MemoryType memory, var _, Operand address, var _, Operand value) -> {
                requireType(address, Type.LONG, instruction);
                requireType(value, memory.type(), instruction);
            }
            case Instruction.LoadWide(var _, var _, var _, Operand address, var _) ->
                requireType(address, Type.LONG, instruction);
            case Instruction.Element(Operand wide, int index, Type type) -> {
                if (!(wide instanceof Node node)
                        || !(node.instruction()
                                instanceof Instruction.LoadWide(MemoryType memory, int count, var _, var _, var _))
                        || memory.type() != type
                        || index < 0
                        || index >= count) {
                    throw defect("no element of a wide load: " + instruction);
                }
            }
            case Instruction.StoreWide(MemoryType memory, var _, Operand address, var _, List<Operand> values) -> {
                requireType(address, Type.LONG, instruction);
                values.forEach(value -> requireType(value, memory.type(), instruction));
            }
            case Instruction.Atomic(var _, Type type, var _, Operand address, var _, List<Operand> values) -> {
                requireType(address, Type.LONG, instruction);
                values.forEach(value -> requireType(value, type, instruction));
            }
            case Instruction.ClearAt(Operand address, var _, var _) -> requireType(address, Type.LONG, instruction);
            case Instruction.Select(Condition condition, Operand yes, Operand no) -> {
                requireType(condition.right(), condition.left().type(), instruction);
                requireType(no, yes.type(), instruction);
            }
            case Instruction.Check(Condition condition, var _, Operand detail) -> {
                requireType(condition.right(), condition.left().type(), instruction);
                requireType(detail, Type.LONG, instruction);
            }
            case Instruction.Compute(Operator operator, Type type, List<Operand> operands) ->
                checkCompute(operator, type, operands, instruction);
            case Instruction.Machine machine ->
                machine.operands().forEach(operand -> requireType(operand, Type.INT, instruction));
            case Instruction.Parameter _,
                    Instruction.Special _,
                    Instruction.AddressOf _,
                    Instruction.Clear _,
                    Instruction.GridBarrier _,
                    Instruction.Log _ -> {}
        }
    }

    private static void checkCompute(Operator operator, Type type, List<Operand> operands, Instruction instruction) {
        switch (operator) {
            case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> {
                requireType(operands.get(0), type, instruction);
                requireType(operands.get(1), Type.INT, instruction);
            }
            case CONVERT,
                    REINTERPRET,
                    EXTEND_UNSIGNED,
                    HALF_TO_FLOAT,
                    FLOAT_TO_HALF,
                    BIT_COUNT,
                    LEADING_ZEROS,
                    TRAILING_ZEROS -> {}
            case COMPARE_NAN_LESS, COMPARE_NAN_GREATER, COMPARE_UNSIGNED ->
                requireType(operands.get(1), operands.get(0).type(), instruction);
            case INDEX_ADDRESS -> {
                if (operands.getFirst().type() != Type.LONG) {
                    requireType(operands.getFirst(), Type.INT, instruction);
                }
                requireType(operands.get(1), Type.INT, instruction);
                requireType(operands.get(2), Type.LONG, instruction);
            }
            default -> operands.forEach(operand -> requireType(operand, type, instruction));
        }
    }

    private static void requireType(Operand operand, Type type, Object user) {
        if (operand.type() != type) {
            throw defect(operand.type() + " where " + type + " is needed in " + user);
        }
    }

    private static IllegalStateException defect(String problem) {
        return new IllegalStateException("defect of the kernel compiler, please report: " + problem);
    }

    private static String describe(Definition definition) {
        return definition instanceof Node node ? node.instruction().toString() : "phi of " + definition.type();
    }
}
