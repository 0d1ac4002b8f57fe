package dev.warpbroker.compiler.frontend;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** The optional values of the JDK: objects without identity, as records are. */
final class Optionals {
    private static final Set<Class<?>> TYPES =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private Optionals() {}

    static boolean isOptional(Class<?> type) {
        return TYPES.contains(type);
    }
}
