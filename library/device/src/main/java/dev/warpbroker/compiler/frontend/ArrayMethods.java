package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Methods that copy, fill and compare arrays. With arrays and numbers that are known it is done here; else
 * {@link KernelArrays} does it at run time.
 */
final class ArrayMethods {
    /** Elements that are copied one by one. */
    private static final int MAX_SINGLE_COPIES = 16;

    private final Interpreter in;

    ArrayMethods(Interpreter in) {
        this.in = in;
    }

    /** {@return whether the call was dealt with} */
    boolean apply(Calls calls, Calls.Call call) {
        if (call.owner() == System.class && call.name().equals("arraycopy")) {
            copy(calls, call);
            return true;
        }
        if (call.owner() != Arrays.class) {
            return false;
        }
        List<Value> arguments = call.arguments();
        switch (call.name()) {
            case "fill" -> {
                if (arguments.size() == 2 && arguments.getFirst() instanceof VirtualArray array) {
                    fill(array, arguments.getLast());
                    return true;
                }
            }
            case "copyOf" -> {
                if (call.descriptor().equals("([Ljava/lang/Object;I)[Ljava/lang/Object;")) {
                    copyOf(calls, call);
                    return true;
                }
            }
            case "equals", "hashCode" -> {
                return enter(KernelArrays.class, calls, call);
            }
            case "sort" -> {
                return enter(KernelSorts.class, calls, call);
            }
            default -> {}
        }
        return false;
    }

    /** {@return whether a class has a method like this one, which is followed instead} */
    private boolean enter(Class<?> owner, Calls calls, Calls.Call call) {
        MethodCode method = in.compilation().classFiles().declared(owner, call.name(), call.descriptor());
        if (method == null) {
            return false;
        }
        calls.enter(method, call.arguments(), call.returnAs());
        return true;
    }

    private void fill(VirtualArray array, Value value) {
        Value stored = array.elementType().isPrimitive()
                ? new Value.Scalar(in.arrays().truncated(array.elementType(), in.scalar(value)))
                : value;
        Collections.fill(array.elements(), stored);
    }

    private void copy(Calls calls, Calls.Call call) {
        Value from = Interpreter.usable(call.arguments().get(0));
        Operand at = in.scalar(call.arguments().get(1));
        Value to = Interpreter.usable(call.arguments().get(2));
        Operand target = in.scalar(call.arguments().get(3));
        Operand count = in.scalar(call.arguments().get(4));
        if (from == Value.Null.NULL || to == Value.Null.NULL) {
            in.fail(NullPointerException.class, null, Constant.of(0L));
            return;
        }
        Class<?> type = arrayClass(from);
        Class<?> other = arrayClass(to);
        if (type.getComponentType().isPrimitive()
                ? type != other
                : other.getComponentType().isPrimitive()) {
            in.fail(ArrayStoreException.class, "arraycopy: type mismatch", Constant.of(0L));
            return;
        }
        if (from instanceof VirtualArray source
                && to instanceof VirtualArray destination
                && at instanceof Constant first
                && target instanceof Constant second
                && count instanceof Constant length
                && fits(source, first, length)
                && fits(destination, second, length)) {
            List<Value> copied =
                    List.copyOf(source.elements().subList(first.intValue(), first.intValue() + length.intValue()));
            for (int i = 0; i < copied.size(); i++) {
                destination.elements().set(second.intValue() + i, copied.get(i));
            }
            return;
        }
        String array = helperType(type);
        calls.enter(helper("copy", "(" + array + "I" + array + "II)V"), call.arguments(), call.returnAs());
    }

    private static boolean fits(VirtualArray array, Constant at, Constant count) {
        return at.intValue() >= 0
                && count.intValue() >= 0
                && (long) at.intValue() + count.intValue() <= array.elements().size();
    }

    private MethodCode helper(String name, String descriptor) {
        return Objects.requireNonNull(
                in.compilation().classFiles().declared(KernelArrays.class, name, descriptor), () -> name + descriptor);
    }

    private static String helperType(Class<?> array) {
        return (array.getComponentType().isPrimitive() ? array : Object[].class).descriptorString();
    }

    /** {@return the class of an array; of several that it can be, one} */
    private static Class<?> arrayClass(Value array) {
        Class<?> known = knownArrayClass(array);
        if (known == null) {
            throw new Refusal("a copy of " + array.describe(), "copy the elements in a loop");
        }
        return known;
    }

    private static @Nullable Class<?> knownArrayClass(Value value) {
        return switch (value) {
            case VirtualArray array -> array.elementType().arrayType();
            case Value.LocalArray array -> array.elementType().arrayType();
            case Value.Reference reference when reference.type().isArray() -> reference.type();
            case Value.TableArray table -> table.type();
            case Value.TableRow row -> row.type();
            case Value.Captured(Object object, var _) when object.getClass().isArray() -> object.getClass();
            case Value.Union union ->
                union.alternatives().values().stream()
                        .map(ArrayMethods::knownArrayClass)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
            default -> null;
        };
    }

    // ---- new arrays ----

    /** Follows {@code clone()} of an array. */
    void copyWhole(Calls calls) {
        if (in.typeTests().splitAt(0)) {
            return;
        }
        Value array = in.nonNull(Interpreter.usable(in.pop()));
        if (in.isEnded()) {
            return;
        }
        if (array instanceof Value.EnumTable) {
            in.push(array);
            return;
        }
        Class<?> type = arrayClass(array);
        Operand length = in.arrays().lengthOf(array);
        if (length instanceof Constant constant
                && (array instanceof VirtualArray || constant.intValue() <= MAX_SINGLE_COPIES)) {
            in.push(copyOfElements(array, type, constant.intValue()));
            return;
        }
        in.push(array); // in use while the other is made
        if (array instanceof Value.Reference reference && !(length instanceof Constant)) {
            createUpTo(reference);
        } else {
            in.arrays().create(type.getComponentType(), length);
        }
        copyInto(calls, type, null);
    }

    private Value copyOfElements(Value array, Class<?> type, int length) {
        List<Value> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(
                    array instanceof VirtualArray virtual
                            ? virtual.elements().get(i)
                            : in.arrays().element(array, Constant.of(i)));
        }
        return in.arrays().createWith(type.getComponentType(), elements);
    }

    /** Makes an array with the length of another, which is known at run time only. */
    private void createUpTo(Value.Reference array) {
        LaneHeap heap = in.objects().heap();
        var site = LocalArrays.Site.of(in.frame().context(), in.index());
        if (!heap.isMarked(site)) {
            throw new Translator.NeedsMemory(Set.of(site));
        }
        int capacity = heap.capacity(array);
        in.arrays().create(array.type().getComponentType(), Constant.of(capacity));
        in.objects().move(in.frame(), in.index());
        var made = (Value.Reference) in.pop();
        in.push(new Value.Reference(made.type(), made.sites(), made.offset(), array.length()));
    }

    private void copyOf(Calls calls, Calls.Call call) {
        Value array = in.nonNull(Interpreter.usable(call.arguments().getFirst()));
        if (in.isEnded()) {
            return;
        }
        Class<?> type = arrayClass(array);
        in.push(array); // in use while the other is made
        in.arrays().create(type.getComponentType(), in.scalar(call.arguments().getLast()));
        if (!in.isEnded()) {
            copyInto(calls, type, call.returnAs());
        }
    }

    /** Copies as many elements as there are in both into the array on top of the stack, from the one below it. */
    private void copyInto(Calls calls, Class<?> type, @Nullable String returnAs) {
        Value to = in.pop();
        Value from = in.pop();
        if (from instanceof VirtualArray source && to instanceof VirtualArray destination) {
            int count =
                    Math.min(source.elements().size(), destination.elements().size());
            for (int i = 0; i < count; i++) {
                destination.elements().set(i, source.elements().get(i));
            }
            if (!"V".equals(returnAs)) {
                in.push(to);
            }
            return;
        }
        String array = helperType(type);
        calls.enter(helper("filled", "(" + array + array + ")" + array), List.of(to, from), returnAs);
    }
}
