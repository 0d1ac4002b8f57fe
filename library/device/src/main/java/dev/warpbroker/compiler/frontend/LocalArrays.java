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

    /** Elements of all arrays of an array of several dimensions. */
    private static final int MAX_ELEMENTS = 1 << 17;

    /** How many of them may be followed one by one, if all indices are constants. */
    private static final int MAX_FOLLOWED = 1024;

    /** Elements that are cleared one by one, which leaves the assembler most freedom; more are in a loop. */
    private static final int MAX_SINGLE_STORES = 64;

    /** A place that makes arrays, the same in every attempt to follow the kernel. */
    record Site(List<InlineContext.Step> way, int index, int dimension) {
        static Site of(InlineContext context, int index) {
            return new Site(context.way(), index, 0);
        }

        /** {@return the place of arrays that those made here hold} */
        Site inner() {
            return new Site(way, index, dimension + 1);
        }

        /** {@return the place of the array that holds those of all other dimensions} */
        Site outermost() {
            return dimension == 0 ? this : new Site(way, index, 0);
        }

        /** {@return the place whatever calls led to it} */
        Object inSource() {
            return new Site(List.of(new InlineContext.Step(-1, way.getFirst().method())), index, dimension);
        }
    }

    private final Interpreter in;

    LocalArrays(Interpreter in) {
        this.in = in;
    }

    void create(Class<?> elementType, Operand length) {
        int count = constantLength(length);
        if (count < 0) {
            negative(count);
            return;
        }
        refuseIfTooLarge(elementType, count);
        var site = Site.of(in.frame().context(), in.index());
        if (in.translator().isInMemory(site) && !in.objects().heap().isMarked(site)) {
            in.push(createInMemory(site, elementType, count));
        } else {
            in.push(virtual(elementType, count, site));
        }
    }

    private static int constantLength(Operand length) {
        if (length instanceof Constant constant) {
            return constant.intValue();
        }
        throw new Refusal(
                "an array whose length is not a constant",
                "use a constant length (a captured final variable is one), or device memory");
    }

    private void negative(int length) {
        in.fail(NegativeArraySizeException.class, FaultSite.NUMBER, Constant.of((long) length));
    }

    private static void refuseIfTooLarge(Class<?> elementType, int count) {
        int bytes = elementType.isPrimitive() ? memoryType(elementType).bytes() : Integer.BYTES;
        if ((long) count * bytes > MAX_BYTES) {
            throw new Refusal(
                    "an array of " + (long) count * bytes + " bytes; a lane's own arrays may have " + MAX_BYTES,
                    "use device memory, or shared memory of the block");
        }
    }

    private static VirtualArray virtual(Class<?> elementType, int count, Site site) {
        Value zero = elementType.isPrimitive()
                ? new Value.Scalar(Constant.zero(Type.ofDescriptor(elementType.descriptorString())))
                : Value.Null.NULL;
        return new VirtualArray(elementType, new ArrayList<>(Collections.nCopies(count, zero)), site);
    }

    /** Makes an array of arrays, of so many dimensions. */
    void create(Class<?> type, int dimensions) {
        int[] lengths = new int[dimensions];
        for (int i = dimensions - 1; i >= 0; i--) {
            lengths[i] = constantLength(in.popScalar());
        }
        long elements = 1;
        Class<?> element = type;
        for (int length : lengths) {
            if (length < 0) {
                negative(length);
                return;
            }
            element = element.getComponentType();
            refuseIfTooLarge(element, length);
            elements *= Math.max(length, 1);
            if (elements > MAX_ELEMENTS) {
                throw new Refusal(
                        "an array of more than " + MAX_ELEMENTS + " elements in several dimensions",
                        "use device memory, or shared memory of the block");
            }
        }
        var site = Site.of(in.frame().context(), in.index());
        if (elements > MAX_FOLLOWED && !in.objects().heap().isMarked(site)) {
            throw new Translator.NeedsMemory(Set.of(site));
        }
        in.push(nested(type.getComponentType(), lengths, 0, site));
    }

    private static VirtualArray nested(Class<?> elementType, int[] lengths, int dimension, Site site) {
        VirtualArray array = virtual(elementType, lengths[dimension], site);
        if (dimension + 1 < lengths.length) {
            array.elements()
                    .replaceAll(_ -> nested(elementType.getComponentType(), lengths, dimension + 1, site.inner()));
        }
        return array;
    }

    private Value.LocalArray createInMemory(Site site, Class<?> elementType, int count) {
        MemoryType element = memoryType(elementType);
        Variable variable = in.compilation().variable(site, Space.LOCAL, Math.max(1L, (long) count * element.bytes()));
        var array = new Value.LocalArray(elementType, element, count, variable, site);
        requireUnused(array);
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
    private void requireUnused(Value.LocalArray array) {
        Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Frame frame = in.frame(); frame != null; frame = frame.caller()) {
            Stream<Value> held = Stream.concat(
                    frame.stack.stream(), Arrays.stream(frame.locals).filter(Objects::nonNull));
            if (held.anyMatch(value -> leadsTo(array, value, seen))) {
                throw new Translator.NeedsMemory(Set.of(array.site()));
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
        if (!in.isEnded()) {
            in.push(lengthOf(array));
        }
    }

    Operand lengthOf(Value array) {
        return switch (array) {
            case VirtualArray virtual -> Constant.of(virtual.elements().size());
            case Value.LocalArray local -> Constant.of(local.length());
            case Value.Reference reference when reference.type().isArray() -> reference.length();
            case Value.EnumTable table -> Constant.of(table.type().getEnumConstants().length);
            default -> {
                if (!in.compilation().tables().pushLength(in, array)) {
                    throw new Refusal("the length of " + array.describe(), "use an array");
                }
                yield in.popScalar();
            }
        };
    }

    void load() {
        prepare(1, 0);
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
            case Value.LocalArray _, Value.Reference _ -> {
                in.checkIndex(ArrayIndexOutOfBoundsException.class, index, lengthOf(array));
                if (!in.isEnded()) {
                    in.push(element(array, index));
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

    /** {@return an element of an array in memory; the index is within its bounds} */
    Value element(Value array, Operand index) {
        return switch (array) {
            case Value.LocalArray local ->
                new Value.Scalar(in.code()
                        .append(new Instruction.Load(
                                local.element(),
                                Access.weak(Space.LOCAL),
                                address(local, index),
                                offset(local, index))));
            case Value.Reference reference -> in.objects().element(reference, index);
            default -> {
                if (!in.compilation().tables().load(in, array, index)) {
                    throw new Refusal("an element of " + array.describe(), "use an array");
                }
                yield in.pop();
            }
        };
    }

    /** {@return a new array with these elements} */
    Value createWith(Class<?> elementType, List<Value> elements) {
        var site = Site.of(in.frame().context(), in.index());
        if (!in.translator().isInMemory(site) || in.objects().heap().isMarked(site)) {
            return new VirtualArray(elementType, new ArrayList<>(elements), site);
        }
        var array = createInMemory(site, elementType, elements.size());
        for (int i = 0; i < elements.size(); i++) {
            set(array, Constant.of(i), in.scalar(elements.get(i)));
        }
        return array;
    }

    private void set(Value.LocalArray array, Operand index, Operand value) {
        in.code()
                .append(new Instruction.Store(
                        array.element(), Access.weak(Space.LOCAL), address(array, index), offset(array, index), value));
    }

    /** Moves arrays to memory if the one that the instruction is about, deep in the stack, has to be there. */
    private void prepare(int depth, int indexDepth) {
        List<Value> stack = in.frame().stack;
        Value array = stack.get(stack.size() - 1 - depth);
        boolean variable = !(in.compilation().scalar(stack.get(stack.size() - 1 - indexDepth)) instanceof Constant);
        if (array instanceof Value.Reference && depth > 1 || array instanceof VirtualArray && variable) {
            in.objects().move(in.frame(), in.index());
        }
    }

    /** An array of objects holds those of its own class only, whatever the class of the variable. */
    private void checkStore(Class<?> element, Value value) {
        if (!in.isEnded() && !element.isPrimitive() && element != Object.class) {
            in.typeTests().checkStore(value, element);
        }
    }

    void store() {
        prepare(2, 1);
        Value value = in.pop();
        Operand index = in.popScalar();
        Value array = in.nonNull(Interpreter.usable(in.pop()));
        if (in.isEnded()) {
            return;
        }
        switch (array) {
            case VirtualArray virtual -> {
                int position = constantIndex(virtual, index);
                checkStore(virtual.elementType(), value);
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
                    set(local, index, in.scalar(value));
                }
            }
            case Value.Reference reference -> {
                in.checkIndex(ArrayIndexOutOfBoundsException.class, index, reference.length());
                checkStore(reference.type().getComponentType(), value);
                if (!in.isEnded()) {
                    in.objects().setElement(reference, index, value);
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
        var site = (Site) array.site();
        throw array.elementType().isPrimitive() && site.dimension() == 0
                ? new Translator.ArrayNeedsMemory(site)
                : new Translator.NeedsMemory(Set.of(site));
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
    Operand truncated(Class<?> elementType, Operand value) {
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
