package dev.warpbroker.compiler.capture;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** How a captured object is reached from the kernel, so that the same place can be read again at the next launch. */
public sealed interface CapturePath {
    /** A value that the kernel itself captured, by number; 0 is the kernel if it is no lambda. */
    record Root(int index) implements CapturePath {}

    /** A field of a captured object. */
    record FieldOf(CapturePath parent, Field field) implements CapturePath {}

    /** A value captured by a captured lambda. */
    record LambdaArgument(CapturePath parent, int index) implements CapturePath {}

    /** An element of an array. The same place may hold something else at the next launch, of the same kernel too. */
    record Element(CapturePath parent, int index) implements CapturePath {}

    /** The number of elements of an array. */
    record LengthOf(CapturePath parent) implements CapturePath {}

    /** {@return whether what is at the end of this path may change from launch to launch of one kernel object} */
    default boolean leadsThroughArray() {
        return switch (this) {
            case Root _, Static _, Frozen _ -> false;
            case FieldOf(CapturePath parent, var _) -> parent.leadsThroughArray();
            case LambdaArgument(CapturePath parent, var _) -> parent.leadsThroughArray();
            case Element _ -> true;
            case LengthOf(CapturePath parent) -> parent.leadsThroughArray();
        };
    }

    /** An array that never changes, nor what it leads to: one of the JDK, or the constants of an enum. */
    record Frozen(Object array) implements CapturePath {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Frozen frozen && frozen.array == array;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(array);
        }
    }

    /** A constant of the program: the same object at every launch. */
    record Static(Object object) implements CapturePath {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Static constant && constant.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }
}
