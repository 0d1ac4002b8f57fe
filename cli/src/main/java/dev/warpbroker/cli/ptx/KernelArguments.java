package dev.warpbroker.cli.ptx;

import dev.warpbroker.device.Device;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;

/**
 * Makes what a method asks for: a device, memory and structures on it, and plain values from the command line. What the
 * compiler does with a handle does not depend on its length, so all have the same.
 */
final class KernelArguments {
    private static final int LENGTH = 1024;
    private static final String DEFAULT_NUMBER = "1024";

    private final Device device;
    private final Queue<String> given;

    KernelArguments(Device device, List<String> given) {
        this.device = device;
        this.given = new ArrayDeque<>(given);
    }

    /** {@return a value of type {@code type}} */
    Object value(Class<?> type) {
        return switch (type.getName()) {
            case "dev.warpbroker.device.Device" -> device;
            case "dev.warpbroker.device.Ints" -> device.ints(LENGTH);
            case "dev.warpbroker.device.Longs" -> device.longs(LENGTH);
            case "dev.warpbroker.device.Floats" -> device.floats(LENGTH);
            case "dev.warpbroker.device.Doubles" -> device.doubles(LENGTH);
            case "int" -> number(type, DEFAULT_NUMBER, Integer::valueOf);
            case "long" -> number(type, DEFAULT_NUMBER, Long::valueOf);
            case "float" -> number(type, "1", Float::valueOf);
            case "double" -> number(type, "1", Double::valueOf);
            case "boolean" -> Boolean.valueOf(next("true"));
            case "java.lang.String" -> next("");
            default -> type.isEnum() ? constant(type) : structure(type);
        };
    }

    /** Refuses arguments that nothing asked for. */
    void requireAllUsed() {
        if (!given.isEmpty()) {
            throw new IllegalArgumentException(
                    "--arg " + given.peek() + " is one too many: the method does not ask for it");
        }
    }

    private String next(String otherwise) {
        var value = given.poll();
        return value == null ? otherwise : value;
    }

    private Number number(Class<?> type, String otherwise, Function<String, Number> parser) {
        String text = next(otherwise);
        try {
            return parser.apply(text);
        } catch (NumberFormatException failure) {
            throw new IllegalArgumentException("--arg " + text + " is no " + type, failure);
        }
    }

    private Object constant(Class<?> type) {
        var constants = List.of(type.getEnumConstants());
        String name = next(constants.getFirst().toString());
        return constants.stream()
                .filter(constant -> constant.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--arg " + name + " is none of " + constants));
    }

    /** A structure is made by a public static method of its class that asks for a device. */
    private Object structure(Class<?> type) {
        var factory = factory(type)
                .orElseThrow(() -> new IllegalArgumentException("a parameter of " + type
                        + " cannot be made up; let the method take a device, handles, numbers or a structure, and make"
                        + " the rest itself"));
        var values = Arrays.stream(factory.getParameterTypes()).map(this::value).toArray();
        try {
            return factory.invoke(null, values);
        } catch (InvocationTargetException failure) {
            throw new IllegalArgumentException(factory + " failed: " + failure.getCause(), failure);
        } catch (IllegalAccessException failure) {
            throw new IllegalArgumentException("may not call " + factory, failure);
        }
    }

    private static Optional<Method> factory(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers())
                        && type.isAssignableFrom(method.getReturnType())
                        && List.of(method.getParameterTypes()).contains(Device.class))
                .min(Comparator.comparingInt(Method::getParameterCount).thenComparing(Method::getName));
    }
}
