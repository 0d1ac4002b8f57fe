package dev.warpbroker.conformance.programs;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A stack machine that evaluates one expression a lane, from code in reverse Polish notation (Dijkstra, "Making a
 * Translator for ALGOL 60", 1961). A program that divides by zero, overflows or needs too deep a stack ends with a
 * fault; the others do not notice.
 */
final class StackMachine implements Program {
    private static final int STACK = 12;
    private static final int[] INPUTS = {3, -7, 0, 1_000_003};

    private enum Opcode {
        PUSH(0),
        INPUT(0),
        ADD(2),
        SUBTRACT(2),
        MULTIPLY(2),
        DIVIDE(2),
        NEGATE(1),
        CHOOSE(3),
        RETURN(1);

        private static final Opcode[] ALL = values();

        final int pops;

        Opcode(int pops) {
            this.pops = pops;
        }
    }

    private enum Fault {
        ARITHMETIC,
        STACK,
        CODE
    }

    /** How a program ended, after how many steps. */
    private sealed interface Outcome {
        record Result(int value, int steps) implements Outcome {}

        record Failure(Fault fault, int steps) implements Outcome {}

        default int[] numbers() {
            return switch (this) {
                case Result(int value, int steps) -> new int[] {steps, 0, value};
                case Failure(Fault fault, int steps) -> new int[] {steps, 1, fault.ordinal()};
            };
        }
    }

    private static final class MachineException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Fault fault;

        MachineException(Fault fault) {
            super(fault.name());
            this.fault = fault;
        }
    }

    /** The stack of a machine; it grows upwards. */
    private static final class Stack {
        private final int[] cells = new int[STACK];
        private int size;

        void push(int value) {
            if (size == cells.length) {
                throw new MachineException(Fault.STACK);
            }
            cells[size++] = value;
        }

        int pop() {
            return cells[--size];
        }

        void require(int operands) {
            if (size < operands) {
                throw new MachineException(Fault.STACK);
            }
        }
    }

    private static final class Machine {
        private final Bytes code;
        private final Stack stack = new Stack();
        private int at;
        private int steps;

        Machine(Bytes code, int start) {
            this.code = code;
            this.at = start;
        }

        int run() {
            while (true) {
                Opcode opcode = fetch();
                stack.require(opcode.pops);
                steps++;
                switch (opcode) {
                    case PUSH -> stack.push(code.get(at++));
                    case INPUT -> stack.push(INPUTS[code.get(at++)]);
                    case ADD -> stack.push(Math.addExact(stack.pop(), stack.pop()));
                    case SUBTRACT -> {
                        int right = stack.pop();
                        stack.push(Math.subtractExact(stack.pop(), right));
                    }
                    case MULTIPLY -> stack.push(Math.multiplyExact(stack.pop(), stack.pop()));
                    case DIVIDE -> {
                        int divisor = stack.pop();
                        stack.push(stack.pop() / divisor);
                    }
                    case NEGATE -> stack.push(Math.negateExact(stack.pop()));
                    case CHOOSE -> {
                        int otherwise = stack.pop();
                        int then = stack.pop();
                        stack.push(stack.pop() > 0 ? then : otherwise);
                    }
                    case RETURN -> {
                        return stack.pop();
                    }
                }
            }
        }

        private Opcode fetch() {
            int opcode = code.get(at++);
            if (opcode < 0 || opcode >= Opcode.ALL.length) {
                throw new MachineException(Fault.CODE);
            }
            return Opcode.ALL[opcode];
        }
    }

    private static Outcome execute(Bytes code, int start) {
        var machine = new Machine(code, start);
        try {
            return new Outcome.Result(machine.run(), machine.steps);
        } catch (ArithmeticException _) {
            return new Outcome.Failure(Fault.ARITHMETIC, machine.steps);
        } catch (MachineException e) {
            return new Outcome.Failure(e.fault, machine.steps);
        }
    }

    /** Expressions and the code of each, one after the other. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Programs(Expression[] expressions, int[] starts, byte[] code) {}

    @Override
    public Object run(Device device, int count) {
        Programs programs = programs(count);
        try (Bytes code = device.bytes(programs.code().length);
                Ints starts = device.ints(count);
                Ints outcomes = device.ints(3L * count)) {
            code.copyIn(programs.code());
            starts.copyIn(programs.starts());
            device.run(Grid.threads(count), lane -> {
                int at = 3 * lane.id();
                for (int number : execute(code, starts.get(lane.id())).numbers()) {
                    outcomes.set(at++, number);
                }
            });
            return outcomes.copyOut();
        }
    }

    @Override
    public Object expected(int count) {
        int[] outcomes = new int[3 * count];
        Expression[] expressions = programs(count).expressions();
        for (int i = 0; i < count; i++) {
            Outcome outcome = new Evaluation().outcome(expressions[i], hasBadCode(i));
            System.arraycopy(outcome.numbers(), 0, outcomes, 3 * i, 3);
        }
        return outcomes;
    }

    private static boolean hasBadCode(int program) {
        return program % 17 == 16;
    }

    private sealed interface Expression {
        record Constant(int value) implements Expression {}

        record Input(int index) implements Expression {}

        record Operation(Opcode opcode, List<Expression> operands) implements Expression {}
    }

    private static Programs programs(int count) {
        var random = new Random(count);
        var expressions = new Expression[count];
        int[] starts = new int[count];
        var code = new ArrayList<Byte>();
        for (int i = 0; i < count; i++) {
            expressions[i] = expression(random, 1 + i % 7);
            starts[i] = code.size();
            emit(expressions[i], code);
            code.add((byte) (hasBadCode(i) ? 99 : Opcode.RETURN.ordinal()));
        }
        byte[] bytes = new byte[code.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = code.get(i);
        }
        return new Programs(expressions, starts, bytes);
    }

    private static Expression expression(Random random, int depth) {
        if (depth == 0 || random.nextInt(8) == 0) {
            return random.nextBoolean()
                    ? new Expression.Constant(random.nextInt(-20, 20))
                    : new Expression.Input(random.nextInt(INPUTS.length));
        }
        Opcode opcode = Opcode.values()[random.nextInt(Opcode.ADD.ordinal(), Opcode.RETURN.ordinal())];
        var operands = new ArrayList<Expression>();
        for (int i = 0; i < opcode.pops; i++) {
            operands.add(expression(random, depth - 1));
        }
        return new Expression.Operation(opcode, operands);
    }

    private static void emit(Expression expression, List<Byte> code) {
        switch (expression) {
            case Expression.Constant(int value) -> {
                code.add((byte) Opcode.PUSH.ordinal());
                code.add((byte) value);
            }
            case Expression.Input(int index) -> {
                code.add((byte) Opcode.INPUT.ordinal());
                code.add((byte) index);
            }
            case Expression.Operation(Opcode opcode, var operands) -> {
                operands.forEach(operand -> emit(operand, code));
                code.add((byte) opcode.ordinal());
            }
        }
    }

    /** Evaluates the trees, in the order in which the machine does. */
    private static final class Evaluation {
        private int steps;

        Outcome outcome(Expression expression, boolean badCode) {
            try {
                int value = value(expression, 0);
                return badCode ? new Outcome.Failure(Fault.CODE, steps) : new Outcome.Result(value, steps + 1);
            } catch (ArithmeticException _) {
                return new Outcome.Failure(Fault.ARITHMETIC, steps);
            } catch (MachineException e) {
                return new Outcome.Failure(e.fault, steps);
            }
        }

        private int value(Expression expression, int depth) {
            return switch (expression) {
                case Expression.Constant(int value) -> leaf(value, depth);
                case Expression.Input(int index) -> leaf(INPUTS[index], depth);
                case Expression.Operation(Opcode opcode, var operands) -> {
                    int[] values = new int[operands.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = value(operands.get(i), depth + i);
                    }
                    steps++;
                    yield switch (opcode) {
                        case ADD -> Math.addExact(values[0], values[1]);
                        case SUBTRACT -> Math.subtractExact(values[0], values[1]);
                        case MULTIPLY -> Math.multiplyExact(values[0], values[1]);
                        case DIVIDE -> values[0] / values[1];
                        case NEGATE -> Math.negateExact(values[0]);
                        case CHOOSE -> values[0] > 0 ? values[1] : values[2];
                        case PUSH, INPUT, RETURN -> throw new IllegalStateException(opcode + " is no operation");
                    };
                }
            };
        }

        private int leaf(int value, int depth) {
            steps++;
            if (depth == STACK) {
                throw new MachineException(Fault.STACK);
            }
            return value;
        }
    }
}
