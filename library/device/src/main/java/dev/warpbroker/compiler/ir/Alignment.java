package dev.warpbroker.compiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Which powers of two surely divide integers and addresses.
 *
 * <p>What is known of a value is a number of low bits that are zero. Integers wrap around by dropping high bits, so
 * that overflow takes nothing away: {@code 4 * i} ends in two zeros whatever {@code i} is. A value that depends on
 * itself, in a loop, is first believed to be divided by everything, and then by less until nothing contradicts that.
 */
final class Alignment {
    /** More zeros are not counted: nothing is aligned to more than 16 bytes. */
    private static final int MAX = 4;

    private final IntPredicate isBase;
    private final Map<Definition, Integer> known = new HashMap<>();

    /** @param isBase tells which parameters are addresses of memory, whose beginning is aligned to 16 bytes at least */
    Alignment(IntPredicate isBase) {
        this.isBase = isBase;
    }

    /** {@return a power of two that divides the operand, at most 16} */
    int of(Operand operand) {
        if (operand instanceof Definition definition && !known.containsKey(definition)) {
            solve(definition);
        }
        return 1 << zeros(operand);
    }

    private void solve(Definition start) {
        List<Definition> operandsFirst = unknownBelow(start);
        operandsFirst.forEach(definition -> known.put(definition, MAX));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Definition definition : operandsFirst) {
                int before = zeros(definition);
                known.put(definition, zerosOfResult(definition));
                changed |= zeros(definition) != before;
            }
        }
    }

    /** {@return what a definition depends on and is not known yet, each after what it depends on, except in loops} */
    private List<Definition> unknownBelow(Definition start) {
        record Visit(Definition definition, Iterator<Operand> operands) {}
        var seen = new HashSet<>(List.of(start));
        var result = new ArrayList<Definition>();
        var stack = new ArrayDeque<Visit>();
        stack.push(new Visit(start, operands(start)));
        while (!stack.isEmpty()) {
            Visit top = stack.peek();
            if (!top.operands().hasNext()) {
                result.add(stack.pop().definition());
            } else if (top.operands().next() instanceof Definition next && !known.containsKey(next) && seen.add(next)) {
                stack.push(new Visit(next, operands(next)));
            }
        }
        return result;
    }

    /** {@return the operands that say something about a result} */
    private static Iterator<Operand> operands(Definition definition) {
        return switch (definition) {
            case Phi phi -> phi.inputs().values().iterator();
            case Node node ->
                switch (node.instruction()) {
                    case Instruction.Select(var _, Operand yes, Operand no) ->
                        List.of(yes, no).iterator();
                    case Instruction.Compute compute -> compute.operands().iterator();
                    default -> Collections.emptyIterator();
                };
        };
    }

    private int zeros(Operand operand) {
        return switch (operand) {
            case Constant constant -> Math.min(MAX, Long.numberOfTrailingZeros(constant.bits()));
            case Definition definition -> known.getOrDefault(definition, 0);
        };
    }

    private int zerosOfResult(Definition definition) {
        return switch (definition) {
            case Phi phi ->
                phi.inputs().values().stream().mapToInt(this::zeros).min().orElse(0);
            case Node node ->
                switch (node.instruction()) {
                    case Instruction.Parameter(int index) -> isBase.test(index) ? MAX : 0;
                    case Instruction.AddressOf _ -> Integer.numberOfTrailingZeros(Variable.ALIGNMENT);
                    case Instruction.Select(var _, Operand yes, Operand no) -> Math.min(zeros(yes), zeros(no));
                    case Instruction.Compute(Operator operator, Type type, List<Operand> operands)
                    when !type.isFloating() && !operands.getFirst().type().isFloating() -> zeros(operator, operands);
                    default -> 0;
                };
        };
    }

    private int zeros(Operator operator, List<Operand> operands) {
        int first = zeros(operands.getFirst());
        return switch (operator) {
            case CONVERT, EXTEND_UNSIGNED, NEGATE, ABSOLUTE -> first;
            case ADD, SUBTRACT, OR, XOR, MINIMUM, MAXIMUM -> Math.min(first, zeros(operands.get(1)));
            case AND -> Math.max(first, zeros(operands.get(1)));
            case MULTIPLY -> Math.min(MAX, first + zeros(operands.get(1)));
            case SHIFT_LEFT ->
                operands.get(1) instanceof Constant count
                        ? Math.min(MAX, first + (count.intValue() & shiftMask(operands.getFirst())))
                        : first;
            case INDEX_ADDRESS -> Math.min(first + zeros(operands.get(1)), zeros(operands.get(2)));
            default -> 0;
        };
    }

    /** {@return what Java masks a shift count with} */
    private static int shiftMask(Operand shifted) {
        return Byte.SIZE * shifted.type().bytes() - 1;
    }
}
