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
