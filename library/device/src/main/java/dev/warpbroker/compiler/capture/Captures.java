package dev.warpbroker.compiler.capture;

import dev.warpbroker.compiler.bytecode.LambdaReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The objects that one kernel captured, read by their paths; and the form of the grid and the size of the warps that it
 * is launched with.
 */
public final class Captures {
    private final @Nullable Object[] roots;
    private final @Nullable Lookup lookup;
    private final GridForm form;
    private final int warpSize;
    private final TableRegistry tables;

    /** What was looked at since the launch began. */
    private final IdentityHashMap<Object, TableContents> contents = new IdentityHashMap<>();

    public Captures(
            @Nullable Object[] roots, @Nullable Lookup lookup, GridForm form, int warpSize, TableRegistry tables) {
        this.roots = roots;
        this.lookup = lookup;
        this.form = form;
        this.warpSize = warpSize;
        this.tables = tables;
    }

    /** {@return what an array holds, the same until {@link #lookAgain}} */
    public TableContents contents(CapturePath path) {
        Object array = Objects.requireNonNull(read(path));
        return contents.computeIfAbsent(array, _ -> tables.contents(array, path instanceof CapturePath.Frozen));
    }

    /** Begins another launch: arrays may hold something else now. */
    public void lookAgain() {
        contents.clear();
    }

    /** {@return the form of the grid} */
    public GridForm form() {
        return form;
    }

    /** {@return the lanes of a full warp} */
    public int warpSize() {
        return warpSize;
    }

    /** {@return what is at the end of a path, or null} */
    public @Nullable Object read(CapturePath path) {
        return switch (path) {
            case CapturePath.Root(int index) -> roots[index];
            case CapturePath.FieldOf(CapturePath parent, Field field) ->
                readField(Objects.requireNonNull(read(parent)), field);
            case CapturePath.LambdaArgument(CapturePath parent, int index) -> {
                SerializedLambda lambda =
                        Objects.requireNonNull(LambdaReader.read(Objects.requireNonNull(read(parent))));
                yield lambda.getCapturedArg(index);
            }
            case CapturePath.Static(Object object) -> object;
            case CapturePath.Frozen(Object array) -> array;
            case CapturePath.Element(CapturePath parent, int index) -> {
                Object array = read(parent);
                yield array != null && index < Array.getLength(array) ? Array.get(array, index) : null;
            }
            case CapturePath.LengthOf(CapturePath parent) -> Array.getLength(Objects.requireNonNull(read(parent)));
        };
    }

    /**
     * {@return the value of a field, private or not}
     *
     * @throws InaccessibleFieldException if the module of its class does not allow it
     */
    public @Nullable Object readField(@Nullable Object object, Field field) {
        return readField(object, field, lookup);
    }

    static @Nullable Object readField(@Nullable Object object, Field field, @Nullable Lookup lookup) {
        boolean isPresence = field.getName().equals("isPresent");
        return switch (object) {
            case Optional<?> optional -> optional.orElse(null);
            case OptionalInt optional -> isPresence ? optional.isPresent() : (Object) optional.orElse(0);
            case OptionalLong optional -> isPresence ? optional.isPresent() : (Object) optional.orElse(0);
            case OptionalDouble optional -> isPresence ? optional.isPresent() : (Object) optional.orElse(0);
            case null, default -> readFieldOf(object, field, lookup);
        };
    }

    private static @Nullable Object readFieldOf(@Nullable Object object, Field field, @Nullable Lookup lookup) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            return readWithLookup(object, field, lookup);
        }
    }

    private static @Nullable Object readWithLookup(@Nullable Object object, Field field, @Nullable Lookup lookup) {
        if (lookup == null) {
            throw new InaccessibleFieldException(field);
        }
        try {
            var handle = MethodHandles.privateLookupIn(field.getDeclaringClass(), lookup)
                    .unreflectVarHandle(field);
            return object == null ? handle.get() : handle.get(object);
        } catch (IllegalAccessException e) {
            throw new InaccessibleFieldException(field);
        }
    }

    /** A private field of a captured object in a module that keeps it from the compiler. */
    public static final class InaccessibleFieldException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InaccessibleFieldException(Field field) {
            super(field.getDeclaringClass().getName() + "." + field.getName());
        }
    }
}
