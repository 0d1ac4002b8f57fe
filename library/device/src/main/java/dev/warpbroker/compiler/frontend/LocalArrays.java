package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.compiler.ir.Access;
import dev.warpbroker.compiler.ir.Comparison;
import dev.warpbroker.compiler.ir.Condition;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Instruction;
import dev.warpbroker.compiler.ir.MemoryType;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.ir.Space;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.compiler.ir.Variable;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import dev.warpbroker.device.DeviceMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Small arrays made in the kernel: in registers as long as every index is a constant, else in the lane's own memory.
 */
final class LocalArrays {
    private static final int MAX_BYTES = 4096;

    /** Elements that are cleared one by one, which leaves the assembler most freedom; more are in a loop. */
    private static final int MAX_SINGLE_STORES = 64;

    /** A place that makes arrays, the same in every attempt to follow the kernel. */
    record Site(List<InlineContext.Step> way, int index) {
        /** {@return the place whatever calls led to it} */
        Object inSource() {
            return new Site(List.of(new InlineContext.Step(-1, way.getFirst().method())), index);
        }
    }

    private final Interpreter in;

    LocalArrays(Interpreter in) {
        this.in = in;
    }

    void create(Class<?> elementType, Operand length) {
        if (!(length instanceof Constant constant)) {
            throw new Refusal(
                    "an array whose length is not a constant",
                    "use a constant length (a captured final variable is one), or device memory");
        }
        int count = constant.intValue();
        int bytes = elementType.isPrimitive() ? memoryType(elementType).bytes() : Integer.BYTES;
        if (count < 0) {
            in.fail(NegativeArraySizeException.class.getName(), FaultSite.NUMBER, Constant.of((long) count));
            return;
        }
        if ((long) count * bytes > MAX_BYTES) {
            throw new Refusal(
                    "an array of " + (long) count * bytes + " bytes; a lane's own arrays may have " + MAX_BYTES,
                    "use device memory, or shared memory of the block");
        }
        var site = new Site(in.frame().context().way(), in.index());
        if (in.translator().isInMemory(site)) {
            in.push(createInMemory(site, elementType, count));
        } else {
            Value zero = elementType.isPrimitive()
                    ? new Value.Scalar(Constant.zero(Type.ofDescriptor(elementType.descriptorString())))
                    : Value.Null.NULL;
            var elements = new ArrayList<Value>();
            for (int i = 0; i < count; i++) {
                elements.add(zero);
            }
            in.push(new VirtualArray(elementType, elements, site));
        }
    }

    private Value createInMemory(Site site, Class<?> elementType, int count) {
        MemoryType element = memoryType(elementType);
        Variable variable = in.compilation().variable(site, Space.LOCAL, Math.max(1L, (long) count * element.bytes()));
        var array = new Value.LocalArray(element, count, variable);
        refuseIfInUse(array);
        if (count > MAX_SINGLE_STORES) {
            in.code().append(new Instruction.Clear(variable));
            return array;
        }
        Operand base = in.compilation().addressOf(in.code(), variable);
        for (int i = 0; i < count; i++) {
            in.code()
                    .append(new Instruction.Store(
                            element,
                            Access.weak(Space.LOCAL),
                            base,
                            i * element.bytes(),
                            Constant.zero(element.type())));
        }
        return array;
    }

    /** The array of one place has one memory, so an earlier one must be gone before the next is made. */
    private void refuseIfInUse(Value.LocalArray array) {
        Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Frame frame = in.frame(); frame != null; frame = frame.caller()) {
            Stream<Value> held = Stream.concat(
                    frame.stack.stream(), Arrays.stream(frame.locals).filter(Objects::nonNull));
            if (held.anyMatch(value -> leadsTo(array, value, seen))) {
                throw new Refusal(
                        "an array is made again while the one made here before is still in use",
                        "make the array before the loop and reuse it");
            }
        }
    }

    private static boolean leadsTo(Value.LocalArray array, Value from, Set<Value> seen) {
        if (!seen.add(from)) {
            return false;
        }
        return from instanceof Value.LocalArray other
                ? other.equals(array)
                : from.parts().stream().anyMatch(part -> leadsTo(array, part, seen));
    }

    void length() {
        Value array = in.nonNull(Interpreter.usable(in.pop()));
        if (in.isEnded() || in.compilation().tables().pushLength(in, array)) {
            return;
        }
        in.push(Constant.of(
                switch (array) {
                    case VirtualArray virtual -> virtual.elements().size();
                    case Value.LocalArray local -> local.length();
                    case Value.EnumTable table -> table.type().getEnumConstants().length;
                    default -> throw new Refusal("the length of " + array.describe(), "use an array");
                }));
    }

    void load() {
        Operand index = in.popScalar();
        Value array = in.nonNull(Interpreter.usable(in.pop()));
        if (in.isEnded()) {
            return;
        }
        switch (array) {
            case VirtualArray virtual -> {
                int position = constantIndex(virtual, index);
                if (!in.isEnded()) {
                    in.push(virtual.elements().get(position));
                }
            }
            case Value.LocalArray local -> {
                checkIndex(index, local.length());
                if (!in.isEnded()) {
                    in.push(in.code()
                            .append(new Instruction.Load(
                                    local.element(),
                                    Access.weak(Space.LOCAL),
                                    address(local, index),
                                    offset(local, index))));
                }
            }
            case Value.EnumTable(Class<?> type) -> loadConstant(type, index);
            case Value.Captured(int[] table, CapturePath.Static path)
            when in.compilation().isSwitchTable(table) -> in.push(lookUp(table, index));
            default -> {
                if (!in.compilation().tables().load(in, array, index)) {
                    throw new Refusal("an element of " + array.describe(), "use an array");
                }
            }
        }
    }

    void store() {
        Value value = in.pop();
        Operand index = in.popScalar();
        Value array = in.nonNull(Interpreter.usable(in.pop()));
        if (in.isEnded()) {
            return;
        }
        switch (array) {
            case VirtualArray virtual -> {
                int position = constantIndex(virtual, index);
                if (!in.isEnded()) {
                    Value stored = virtual.elementType().isPrimitive()
                            ? new Value.Scalar(truncated(virtual.elementType(), in.scalar(value)))
                            : value;
                    virtual.elements().set(position, stored);
                }
            }
            case Value.LocalArray local -> {
                checkIndex(index, local.length());
                if (!in.isEnded()) {
                    in.code()
                            .append(new Instruction.Store(
                                    local.element(),
                                    Access.weak(Space.LOCAL),
                                    address(local, index),
                                    offset(local, index),
                                    in.scalar(value)));
                }
            }
            default -> throw ConstantTables.write(array);
        }
    }

    /** {@return the index, after a bounds check; starts again with the array in memory if the index is a variable} */
    private int constantIndex(VirtualArray array, Operand index) {
        if (index instanceof Constant constant) {
            checkIndex(index, array.elements().size());
            return constant.intValue();
        }
        if (array.elementType().isPrimitive()) {
            throw new Translator.ArrayNeedsMemory((Site) array.site());
        }
        throw new Refusal(
                "an array of " + array.elementType().getSimpleName() + " with an index that is known at run time only",
                DeviceMemory.class.isAssignableFrom(array.elementType())
                        ? "choose the memory in a switch over the index"
                        : "use arrays of primitive types, one for each component");
    }

    private void checkIndex(Operand index, int length) {
        in.checkIndex(ArrayIndexOutOfBoundsException.class, index, Constant.of(length));
    }

    private Operand address(Value.LocalArray array, Operand index) {
        Operand base = in.compilation().addressOf(in.code(), array.variable());
        return index instanceof Constant
                ? base
                : in.code()
                        .compute(
                                Operator.INDEX_ADDRESS,
                                Type.LONG,
                                index,
                                Constant.of(array.element().bytes()),
                                base);
    }

    private static int offset(Value.LocalArray array, Operand index) {
        return index instanceof Constant constant
                ? constant.intValue() * array.element().bytes()
                : 0;
    }

    private void loadConstant(Class<?> type, Operand index) {
        Object[] constants = type.getEnumConstants();
        checkIndex(index, constants.length);
        if (in.isEnded()) {
            return;
        }
        if (index instanceof Constant constant) {
            Object chosen = constants[constant.intValue()];
            in.push(new Value.Captured(chosen, new CapturePath.Static(chosen)));
        } else {
            in.push(new Value.EnumValue(type, index));
        }
    }

    /** javac numbers the cases of a switch over an enum by a table. */
    private Operand lookUp(int[] table, Operand index) {
        if (index instanceof Constant constant) {
            return Constant.of(table[constant.intValue()]);
        }
        Operand result = Constant.of(0);
        for (int i = 0; i < table.length; i++) {
            result = in.code()
                    .select(Condition.signed(Comparison.EQ, index, Constant.of(i)), Constant.of(table[i]), result);
        }
        return result;
    }

    /** {@return what an element of that type keeps of a value} */
    private Operand truncated(Class<?> elementType, Operand value) {
        if (elementType == boolean.class) {
            return in.code().compute(Operator.AND, value, Constant.of(1));
        }
        return switch (memoryType(elementType)) {
            case BYTE -> in.code().compute(Operator.TO_BYTE, value);
            case SHORT -> in.code().compute(Operator.TO_SHORT, value);
            case CHAR -> in.code().compute(Operator.TO_CHAR, value);
            default -> value;
        };
    }

    static MemoryType memoryType(Class<?> elementType) {
        return switch (elementType.descriptorString()) {
            case "Z", "B" -> MemoryType.BYTE;
            case "S" -> MemoryType.SHORT;
            case "C" -> MemoryType.CHAR;
            case "I" -> MemoryType.INT;
            case "J" -> MemoryType.LONG;
            case "F" -> MemoryType.FLOAT;
            default -> MemoryType.DOUBLE;
        };
    }
}
