package dev.warpbroker.compiler.capture;

import dev.warpbroker.device.DeviceMemory;
import org.jspecify.annotations.Nullable;

/**
 * What the compiler must know of an object in a table.
 *
 * @param type its class, the declaring one for a constant of an enum; {@code Void.class} for null
 * @param hostVisible whether it is memory that the host sees while kernels run
 */
public record Kind(Class<?> type, boolean hostVisible) {
    private static final Kind NULL = new Kind(Void.class, false);

    static Kind of(@Nullable Object object) {
        return switch (object) {
            case null -> NULL;
            case Enum<?> constant -> new Kind(constant.getDeclaringClass(), false);
            case DeviceMemory memory -> new Kind(memory.getClass(), memory.isHostVisible());
            default -> new Kind(object.getClass(), false);
        };
    }
}
