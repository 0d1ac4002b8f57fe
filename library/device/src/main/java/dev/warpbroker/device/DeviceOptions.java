package dev.warpbroker.device;

import java.lang.invoke.MethodHandles.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * How a device treats kernels.
 *
 * @param boundsChecks whether compiled kernels check every index against the length of the memory (the JVM device
 *     always does)
 * @param timing whether a GPU measures each launch by itself, which costs a few microseconds of host time per launch;
 *     without it {@link Launch#elapsed} is what the host saw
 * @param lookup gives the compiler the right to read private final fields of captured objects in a named module; null
 *     if the module opens the package to {@code dev.warpbroker.device}, or there is no module
 */
public record DeviceOptions(
        boolean boundsChecks, boolean timing, @Nullable Lookup lookup) {
    /** {@return no checks, no timing, no lookup} */
    public static DeviceOptions defaults() {
        return new DeviceOptions(false, false, null);
    }

    /**
     * {@return these options with bounds checks on or off}
     *
     * @param on true for on
     */
    public DeviceOptions withBoundsChecks(boolean on) {
        return new DeviceOptions(on, timing, lookup);
    }

    /**
     * {@return these options with timing by the device on or off}
     *
     * @param on true for on
     */
    public DeviceOptions withTiming(boolean on) {
        return new DeviceOptions(boundsChecks, on, lookup);
    }

    /**
     * {@return these options with a lookup from the module that defines the kernels}
     *
     * @param from gives access to the module that defines the kernels
     */
    public DeviceOptions withLookup(Lookup from) {
        return new DeviceOptions(boundsChecks, timing, from);
    }
}
