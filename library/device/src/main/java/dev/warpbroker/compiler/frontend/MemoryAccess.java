package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Access;
import dev.warpbroker.compiler.ir.AtomicOperator;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Folding;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.MachineOperator;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Order;
import dev.warpbroker.compiler.ir.Scope;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.Shorts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods of memory handles. */
final class MemoryAccess {
    private record ReadModifyWrite(AtomicOperator operator, Order order, boolean isVolatile) {}

    private static final Map<Class<?>, MemoryType> ELEMENTS = Map.of(
            Bytes.class, MemoryType.BYTE,
            Shorts.class, MemoryType.SHORT,
            Ints.class, MemoryType.INT,
            Longs.class, MemoryType.LONG,
            Floats.class, MemoryType.FLOAT,
            Doubles.class, MemoryType.DOUBLE);

    /** Methods that are written in terms of others; they are inlined. */
    private static final Set<String> COMPOSED =
            Set.of("compareAndSet", "compareAndSetAcqRel", "getUnsigned", "getChar", "setChar");

    private static final Map<String, ReadModifyWrite> READ_MODIFY_WRITES = new HashMap<>();

    static {
        operation("getAndAdd", AtomicOperator.ADD);
        operation("getAndSet", AtomicOperator.EXCHANGE);
        operation("getAndBitwiseAnd", AtomicOperator.AND);
        operation("getAndBitwiseOr", AtomicOperator.OR);
        operation("getAndBitwiseXor", AtomicOperator.XOR);
        operation("getAndMin", AtomicOperator.MIN);
        operation("getAndMax", AtomicOperator.MAX);
        operation("compareAndExchange", AtomicOperator.COMPARE_EXCHANGE);
    }

    private static void operation(String name, AtomicOperator operator) {
        form(name, new ReadModifyWrite(operator, Order.ACQUIRE_RELEASE, true));
        form(name + "AcqRel", new ReadModifyWrite(operator, Order.ACQUIRE_RELEASE, false));
        form(name + "Relaxed", new ReadModifyWrite(operator, Order.RELAXED, false));
    }

    private static void form(String name, ReadModifyWrite operation) {
        if (Arrays.stream(Ints.class.getMethods())
                .noneMatch(method -> method.getName().equals(name))) {
            throw new IllegalStateException("Ints." + name + " does not exist");
        }
        READ_MODIFY_WRITES.put(name, operation);
    }

    private final Interpreter in;
    private final Value receiver;
    private final Value.Handle handle;
    private final MemoryType element;
    private final List<Value> arguments;

    private MemoryAccess(Interpreter in, Value receiver, List<Value> arguments) {
        this.in = in;
        this.receiver = receiver;
        this.handle = in.compilation().handle(receiver);
        this.element = elementOf(handle.kind());
        this.arguments = arguments;
    }

    /** {@return whether the call was replaced; calls that are written in terms of others are inlined} */
    static boolean apply(Interpreter in, Calls.Call call) {
        Value receiver = in.nonNull(Interpreter.usable(call.receiver()));
        if (in.isEnded() || !in.compilation().isHandle(receiver)) {
            return in.isEnded();
        }
        return new MemoryAccess(in, receiver, call.arguments()).access(call.name());
    }

    /** Adds by the instruction of the machine, whatever is added. */
    static void addAtOnce(Interpreter in, String name, List<Value> arguments) {
        new MemoryAccess(in, arguments.getFirst(), arguments)
                .atomic(Objects.requireNonNull(READ_MODIFY_WRITES.get(name)));
    }

    /**
     * {@return the method in kernel Java that stands for a method of memory, or null if that is its own body, or if it
     * is not known yet which of several memories is meant}
     */
    static @Nullable MethodCode substitute(Interpreter in, Calls.Call call) {
        return call.owner() == Floats.class
                        && call.name().startsWith("getAndAdd")
                        && !(Interpreter.usable(call.receiver()) instanceof Value.Union)
                ? in.compilation()
                        .classFiles()
                        .declared(
                                KernelAtomics.class,
                                call.name(),
                                call.type()
                                        .insertParameterTypes(
                                                0,
                                                Floats.class.describeConstable().orElseThrow())
                                        .descriptorString())
                : null;
    }

    private boolean access(String name) {
        switch (name) {
            case "length" -> length();
            case "longLength" -> in.push(longLength());
            case "get" -> load(Order.WEAK);
            case "getOpaque" -> load(Order.RELAXED);
            case "getAcquire" -> load(Order.ACQUIRE);
            case "getVolatile" -> {
                in.code().machine(sequentialFence());
                load(Order.ACQUIRE);
            }
            case "set" -> store(Order.WEAK);
            case "setOpaque" -> store(Order.RELAXED);
            case "setRelease" -> store(Order.RELEASE);
            case "setVolatile" -> {
                in.code().machine(sequentialFence());
                store(Order.RELEASE);
            }
            default -> {
                if (COMPOSED.contains(name)) {
                    return false;
                }
                ReadModifyWrite operation = READ_MODIFY_WRITES.get(name);
                if (operation == null) {
                    throw new Refusal(
                            handle.kind().getSimpleName() + "." + name + " is a method for the host",
                            "call it before or after the launch");
                }
                if (element.type().isFloating() && isComposed(operation.operator())) {
                    return false;
                }
                atomic(operation);
            }
        }
        return true;
    }

    /** {@return whether an operation on floating-point numbers is made of others} */
    private boolean isComposed(AtomicOperator operator) {
        return switch (operator) {
            case MIN, MAX -> true;
            case ADD ->
                handle.space() == Space.GLOBAL && element == MemoryType.FLOAT && !KernelAtomics.isExact(argument(2));
            default -> false;
        };
    }

    private void load(Order order) {
        checkIndex();
        if (!in.isEnded()) {
            in.push(in.code().append(new Instruction.Load(element, with(order), address(), offset())));
        }
    }

    private void store(Order order) {
        checkIndex();
        if (!in.isEnded()) {
            in.code().append(new Instruction.Store(element, with(order), address(), offset(), argument(2)));
        }
    }

    private void atomic(ReadModifyWrite operation) {
        checkIndex();
        if (!in.isEnded()) {
            if (operation.isVolatile()) {
                in.code().machine(sequentialFence());
            }
            List<Operand> values = arguments.stream().skip(2).map(in::scalar).toList();
            in.push(in.code()
                    .append(new Instruction.Atomic(
                            operation.operator(),
                            element.type(),
                            with(operation.order()),
                            address(),
                            offset(),
                            values)));
        }
    }

    private Access with(Order order) {
        return new Access(handle.space(), order, handle.scope());
    }

    private MachineOperator sequentialFence() {
        return handle.scope() == Scope.SYSTEM
                ? MachineOperator.FENCE_SEQUENTIAL_WITH_HOST
                : MachineOperator.FENCE_SEQUENTIAL;
    }

    /** Pushes the length as an int, if an int can hold it. */
    private void length() {
        if (handle.large()) {
            Operand length = longLength();
            in.check(
                    Condition.signed(Comparison.LE, length, Constant.of((long) Integer.MAX_VALUE)),
                    IllegalStateException.class,
                    "length() of memory with " + FaultSite.NUMBER
                            + " elements, which no int can hold; use longLength()",
                    length);
        }
        if (!in.isEnded()) {
            in.push(in.compilation().shortLength(in.code(), receiver));
        }
    }

    private Operand longLength() {
        return in.compilation().measuredHandle(receiver).length();
    }

    private Operand argument(int index) {
        return in.scalar(arguments.get(index));
    }

    /** {@return the index: an int where it was one or can be, so that its address takes one instruction} */
    private Operand index() {
        return Folding.narrowed(argument(1));
    }

    private Operand address() {
        Operand index = index();
        if (offsetFits(index)) {
            return handle.base();
        }
        return in.code().compute(Operator.INDEX_ADDRESS, Type.LONG, index, Constant.of(element.bytes()), handle.base());
    }

    private int offset() {
        Operand index = index();
        return offsetFits(index) ? (int) (((Constant) index).longValue() * element.bytes()) : 0;
    }

    /** A constant index becomes part of the instruction if the offset fits into it. */
    private boolean offsetFits(Operand index) {
        return index instanceof Constant constant
                && constant.longValue() >= 0
                && constant.longValue() < Instruction.MAX_OFFSET / element.bytes();
    }

    private void checkIndex() {
        if (!in.checksBounds()) {
            return;
        }
        Operand index = index();
        if (index.type() == Type.INT && !handle.large()) {
            in.checkIndex(
                    ArrayIndexOutOfBoundsException.class,
                    index,
                    in.compilation().shortLength(in.code(), receiver));
        } else {
            in.check(
                    Condition.unsigned(Comparison.LT, argument(1), longLength()),
                    ArrayIndexOutOfBoundsException.class,
                    "Index " + FaultSite.NUMBER + " out of bounds",
                    argument(1));
        }
    }

    private static MemoryType elementOf(Class<?> kind) {
        return Objects.requireNonNull(ELEMENTS.get(kind), kind::getName);
    }
}
