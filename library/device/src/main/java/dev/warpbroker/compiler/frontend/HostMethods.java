package dev.warpbroker.compiler.frontend;

import dev.warpbroker.compiler.bytecode.MethodCode;
import dev.warpbroker.compiler.capture.CapturePath;
import dev.warpbroker.compiler.ir.Constant;
import dev.warpbroker.compiler.ir.Operand;
import dev.warpbroker.compiler.ir.Operator;
import dev.warpbroker.compiler.value.Value;
import dev.warpbroker.compiler.value.VirtualObject;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Launch;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Methods of strings, enums, boxes and objects that the compiler computes itself or refuses by name. */
final class HostMethods {
    private static final Map<Class<?>, String> BOXED = Map.of(
            Integer.class, "(I)Ljava/lang/Integer;",
            Long.class, "(J)Ljava/lang/Long;",
            Float.class, "(F)Ljava/lang/Float;",
            Double.class, "(D)Ljava/lang/Double;",
            Boolean.class, "(Z)Ljava/lang/Boolean;",
            Byte.class, "(B)Ljava/lang/Byte;",
            Short.class, "(S)Ljava/lang/Short;",
            Character.class, "(C)Ljava/lang/Character;");

    private static final Set<String> WAITS = Set.of("sleep", "yield", "onSpinWait");

    private HostMethods() {}

    /** {@return whether the call was dealt with} */
    static boolean apply(Interpreter in, Calls.Call call) {
        if (call.owner() == StringBuilder.class && buildText(in, call)) {
            return true;
        }
        refuseForeignWorlds(call);
        if (!call.isStatic() && call.owner() == String.class && !isText(call.receiver())) {
            return false;
        }
        if (call.owner() == String.class || !call.isStatic() && isText(call.receiver())) {
            return text(in, call);
        }
        if (!call.isStatic() && in.exceptions().call(call)) {
            return true;
        }
        if (BOXED.containsKey(call.owner())
                && call.name().equals("valueOf")
                && call.descriptor().equals(BOXED.get(call.owner()))) {
            in.push(new Calls(in).box(call.owner(), in.scalar(call.arguments().getFirst())));
            return true;
        }
        if (call.owner().isEnum() && call.isStatic() && call.name().equals("values")) {
            in.push(new Value.EnumTable(call.owner()));
            return true;
        }
        if (call.owner().isEnum() && call.isStatic() && call.name().equals("valueOf")) {
            return enumValueOf(in, call);
        }
        if (!call.isStatic() && in.compilation().isEnum(call.receiver())) {
            return enumMethod(in, call);
        }
        if (call.owner() == Objects.class) {
            return objects(in, call);
        }
        return !call.isStatic() && call.name().equals("getClass") && getClass(in, call.receiver());
    }

    private static void refuseForeignWorlds(Calls.Call call) {
        Class<?> owner = call.owner();
        if ((owner == Math.class || owner == StrictMath.class) && call.name().equals("random")) {
            throw new Refusal(
                    call.describe() + " draws from a generator that the host keeps",
                    "compute random numbers from a seed and lane.id(), by multiplications, shifts and exclusive or");
        }
        if (owner == System.class && call.name().equals("nanoTime")) {
            throw new Refusal("System.nanoTime is a clock of the host", "use lane.nanoTime()");
        }
        if (owner == PrintStream.class) {
            throw new Refusal(
                    "a call of " + call.describe() + ", which talks to the host",
                    "use lane.log(\"x = \", x), or store results in device memory");
        }
        if (owner == System.class) {
            throw new Refusal(
                    "a call of " + call.describe() + ", which asks the host",
                    "call it before the launch, and capture what it returns");
        }
        if (Thread.class.isAssignableFrom(owner)) {
            throw new Refusal(
                    "a call of " + call.describe() + ": a lane is no java.lang.Thread",
                    WAITS.contains(call.name())
                            ? "wait with a Backoff: new Backoff().pause(\"what for\")"
                            : "tell lanes apart by lane.id()");
        }
        if (isOfHost(owner)) {
            throw new Refusal(
                    "a call of " + call.describe() + ", which is for the host",
                    "call it before the launch, and capture what it returns");
        }
        if (owner == Class.class && !call.name().equals("desiredAssertionStatus")
                || owner.getPackageName().startsWith("java.lang.reflect")
                || owner.getPackageName().equals("java.lang.invoke")) {
            throw new Refusal("reflection: " + call.describe(), "call the method directly");
        }
        if (Collection.class.isAssignableFrom(owner) || Map.class.isAssignableFrom(owner)) {
            throw new Refusal(
                    "a call of " + call.describe() + ": collections of the JDK live on the host",
                    "use device memory (Ints, Longs, …) or a structure of the library");
        }
        if (owner.getPackageName().equals("java.util.stream")) {
            throw new Refusal("a call of " + call.describe() + ": streams live on the host", "write a loop");
        }
        if (owner.getPackageName().equals("java.math")) {
            throw new Refusal(
                    "a call of " + call.describe() + ": numbers of any size live on the host",
                    "use longs and Math.multiplyHigh, or an array of ints for the digits");
        }
        if (owner == StringBuilder.class || owner == StringBuffer.class) {
            throw new Refusal("string building: " + call.describe(), "store numbers in device memory");
        }
    }

    /** {@return whether nothing of such objects is for kernels} */
    static boolean isOfHost(Class<?> type) {
        return Device.class.isAssignableFrom(type) || Launch.class.isAssignableFrom(type);
    }

    private static boolean isText(Value value) {
        return value instanceof Value.Text || value instanceof Value.Captured(String _, var _);
    }

    /** A text that is put together step by step, as the JDK's own classes do for their exceptions. */
    private static boolean buildText(Interpreter in, Calls.Call call) {
        if (!(call.receiver() instanceof VirtualObject builder)) {
            return false;
        }
        Field content = in.find(StringBuilder.class, "value");
        switch (call.name()) {
            case "<init>" -> {
                if (call.arguments().size() > 1) {
                    return false;
                }
                builder.set(content, new Value.Text("", null));
            }
            case "append" -> {
                if (call.arguments().size() > 2) {
                    return false;
                }
                var text = new TextBuilder(in);
                text.append(builder.get(content), "Ljava/lang/String;");
                text.append(
                        call.arguments().get(1), call.type().parameterType(0).descriptorString());
                builder.set(content, text.build());
                in.push(builder);
            }
            case "toString" -> in.push(builder.get(content));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean text(Interpreter in, Calls.Call call) {
        List<Value> arguments = call.arguments();
        if (call.isStatic() && call.name().equals("valueOf") && arguments.size() == 1) {
            in.push(valueOf(in, call));
            return true;
        }
        if (!call.isStatic() && arguments.getFirst() instanceof Value.Captured(String text, var _)) {
            switch (call.name()) {
                case "hashCode" -> in.push(Constant.of(text.hashCode()));
                case "length" -> in.push(Constant.of(text.length()));
                case "isEmpty" -> in.push(Constant.of(text.isEmpty()));
                case "charAt" -> charAt(in, text, in.scalar(arguments.get(1)));
                default -> compare(in, call, text);
            }
            return true;
        }
        throw stringBuilding(call);
    }

    private static void charAt(Interpreter in, String text, Operand index) {
        in.checkIndex(StringIndexOutOfBoundsException.class, index, Constant.of(text.length()));
        if (in.isEnded()) {
            return;
        }
        if (index instanceof Constant constant) {
            in.push(Constant.of((int) text.charAt(constant.intValue())));
        } else {
            in.compilation().tables().load(in, in.compilation().characters(text), index);
        }
    }

    /** What a constant text says of another one, or of a character. */
    private static void compare(Interpreter in, Calls.Call call, String text) {
        if (call.arguments().size() == 1) {
            if (!call.name().equals("isBlank")) {
                throw notOfTexts(call);
            }
            in.push(Constant.of(text.isBlank()));
            return;
        }
        Value argument = Interpreter.usable(call.arguments().get(1));
        if (argument instanceof Value.Union union) {
            new Calls(in).splitArgument(union, call);
            return;
        }
        if (call.name().equals("equals") && !(argument instanceof Value.Text)) {
            in.push(Constant.of(argument instanceof Value.Captured(Object other, var _) && text.equals(other)));
            return;
        }
        if (call.name().equals("equalsIgnoreCase") && argument == Value.Null.NULL) {
            in.push(Constant.of(false));
            return;
        }
        if (argument instanceof Value.Scalar(Operand character)
                && !(character instanceof Constant)
                && (call.name() + call.descriptor()).equals("indexOf(I)I")) {
            new Calls(in).search(in.compilation().characters(text), character);
            return;
        }
        in.nonNull(argument);
        if (!in.isEnded()) {
            in.push(
                    switch (argument) {
                        case Value.Captured(String other, var _)
                        when call.arguments().size() == 2 -> compared(call, text, other);
                        case Value.Scalar(Constant character)
                        when call.arguments().size() == 2 -> searched(call, text, character.intValue());
                        case Value.Text _ -> throw stringBuilding(call);
                        default -> throw notOfTexts(call);
                    });
        }
    }

    private static Constant compared(Calls.Call call, String text, String other) {
        return switch (call.name()) {
            case "equalsIgnoreCase" -> Constant.of(text.equalsIgnoreCase(other));
            case "compareTo" -> Constant.of(text.compareTo(other));
            case "compareToIgnoreCase" -> Constant.of(text.compareToIgnoreCase(other));
            case "startsWith" -> Constant.of(text.startsWith(other));
            case "endsWith" -> Constant.of(text.endsWith(other));
            case "contains" -> Constant.of(text.contains(other));
            case "indexOf" -> Constant.of(text.indexOf(other));
            case "lastIndexOf" -> Constant.of(text.lastIndexOf(other));
            default -> throw notOfTexts(call);
        };
    }

    private static Constant searched(Calls.Call call, String text, int character) {
        return switch (call.name()) {
            case "indexOf" -> Constant.of(text.indexOf(character));
            case "lastIndexOf" -> Constant.of(text.lastIndexOf(character));
            default -> throw notOfTexts(call);
        };
    }

    /**
     * {@return a value as a text, which exceptions can use; the name of an enum constant is known if the constant is}
     */
    private static Value valueOf(Interpreter in, Calls.Call call) {
        Value value = Interpreter.usable(call.arguments().getFirst());
        if (value instanceof Value.Captured(Enum<?> constant, var _) && isNamed(in, constant)) {
            return new Value.Captured(constant.name(), new CapturePath.Static(constant.name()));
        }
        if (isText(value)) {
            return value;
        }
        var text = new TextBuilder(in);
        text.append(value, call.type().parameterType(0).descriptorString());
        return text.build();
    }

    private static Refusal stringBuilding(Calls.Call call) {
        return new Refusal(
                "string building: " + call.describe() + " at run time",
                "decide by constants (a captured String in a switch is one), or store numbers in device memory");
    }

    private static Refusal notOfTexts(Calls.Call call) {
        return new Refusal(
                "a call of " + call.describe()
                        + ": of a text that is known at launch kernels have its length, its characters, comparisons"
                        + " and searches",
                "write a loop over charAt, or call it before the launch and capture what it returns");
    }

    /** {@return whether the text of a constant is its name} */
    static boolean isNamed(Interpreter in, Enum<?> constant) {
        Class<?> type = ((Object) constant).getClass(); // that of its body, if it has one
        MethodCode method = in.compilation().classFiles().resolve(type, "toString", "()Ljava/lang/String;");
        return method == null || method.owner() == Enum.class;
    }

    /** {@return whether the texts of all constants of an enum are their names} */
    static boolean areNamed(Interpreter in, Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).allMatch(constant -> isNamed(in, (Enum<?>) constant));
    }

    /** The constant of a name that is known, or chosen among some. */
    private static boolean enumValueOf(Interpreter in, Calls.Call call) {
        switch (Interpreter.usable(call.arguments().getLast())) {
            case Value.Union union -> new Calls(in).splitArgument(union, call);
            case Value.Captured(String name, var _) -> {
                for (Object constant : call.owner().getEnumConstants()) {
                    if (((Enum<?>) constant).name().equals(name)) {
                        in.push(new Value.Captured(constant, new CapturePath.Static(constant)));
                        return true;
                    }
                }
                throw new Refusal(
                        call.describe() + "(\"" + name + "\"), which is no constant of that enum",
                        "give one of " + Arrays.toString(call.owner().getEnumConstants()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean enumMethod(Interpreter in, Calls.Call call) {
        Compilation compilation = in.compilation();
        Value receiver = call.receiver();
        switch (call.name()) {
            case "ordinal" -> in.push(compilation.ordinal(receiver));
            case "compareTo" -> {
                Value other = in.nonNull(Interpreter.usable(call.arguments().get(1)));
                if (other instanceof Value.Union union) {
                    new TypeTests(in).checkNotNull(union);
                    other = TypeTests.withoutNull(union);
                }
                if (!in.isEnded()) {
                    in.push(in.code()
                            .compute(Operator.SUBTRACT, compilation.ordinal(receiver), compilation.ordinal(other)));
                }
            }
            case "hashCode" ->
                throw new Refusal("hashCode of an enum constant, which differs from run to run", "use its ordinal()");
            case "name", "toString" -> {
                if (receiver instanceof Value.EnumValue(Class<?> type, Operand ordinal)) {
                    new Calls(in).splitEnum(type, ordinal, receiver, call);
                    return true;
                }
                if (!(receiver instanceof Value.Captured(Enum<?> constant, var _))) {
                    throw stringBuilding(call);
                }
                if (call.name().equals("toString") && !isNamed(in, constant)) {
                    return false;
                }
                in.push(new Value.Captured(constant.name(), new CapturePath.Static(constant.name())));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean objects(Interpreter in, Calls.Call call) {
        switch (call.name() + call.descriptor()) {
            case "requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;" ->
                requireNonNull(in, call.arguments().getFirst(), null);
            case "requireNonNull(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;" ->
                requireNonNull(
                        in,
                        call.arguments().getFirst(),
                        call.arguments().get(1) instanceof Value.Captured(String message, var _) ? message : null);
            case "checkIndex(II)I" -> {
                Operand index = in.scalar(call.arguments().get(0));
                Operand length = in.scalar(call.arguments().get(1));
                in.checkIndex(IndexOutOfBoundsException.class, index, length);
                if (!in.isEnded()) {
                    in.push(index);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void requireNonNull(Interpreter in, Value value, @Nullable String message) {
        Value checked = Interpreter.usable(value);
        if (checked instanceof Value.Union union) {
            new TypeTests(in).checkNotNull(union, message);
            checked = TypeTests.withoutNull(union);
        } else if (checked == Value.Null.NULL) {
            in.fail(NullPointerException.class, message, Constant.of(0L));
        }
        if (!in.isEnded()) {
            in.push(checked);
        }
    }

    private static boolean getClass(Interpreter in, Value value) {
        Class<?> type = in.classOf(value);
        if (type == null) {
            throw new Refusal("getClass of " + value.describe(), "use a pattern switch");
        }
        in.push(new Value.Captured(type, new CapturePath.Static(type)));
        return true;
    }
}
