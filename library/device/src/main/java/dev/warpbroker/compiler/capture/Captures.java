package dev.warpbroker.compiler.capture;

import dev.warpbroker.compiler.bytecode.LambdaReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The objects that one kernel captured, read by their paths; and the size of the warps that it is launched with. */
public final class Captures {
    private final @Nullable Object[] roots;
    private final @Nullable Lookup lookup;
    private final int warpSize;

    public Captures(@Nullable Object[] roots, @Nullable Lookup lookup, int warpSize) {
        this.roots = roots;
        this.lookup = lookup;
        this.warpSize = warpSize;
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
        };
    }

    /**
     * {@return the value of a field, private or not}
     *
     * @throws InaccessibleFieldException if the module of its class does not allow it
     */
    public @Nullable Object readField(@Nullable Object object, Field field) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            return readWithLookup(object, field);
        }
    }

    private @Nullable Object readWithLookup(@Nullable Object object, Field field) {
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
