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
 * @param maxRegisters the most registers that a lane may have on a GPU, or 0 for as many as the driver finds good
 */
public record DeviceOptions(
        boolean boundsChecks, boolean timing, @Nullable Lookup lookup, int maxRegisters) {
    private static final int FEWEST_REGISTERS = 16;
    private static final int MOST_REGISTERS = 255;

    /** Checks that there can be such options. */
    public DeviceOptions {
        if (maxRegisters != 0 && (maxRegisters < FEWEST_REGISTERS || maxRegisters > MOST_REGISTERS)) {
            throw new IllegalArgumentException("at most " + maxRegisters + " registers for a lane; choose "
                    + FEWEST_REGISTERS + " to " + MOST_REGISTERS + ", or 0 for as many as the driver finds good");
        }
    }

    /** {@return no checks, no timing, no lookup, as many registers as the driver finds good} */
    public static DeviceOptions defaults() {
        return new DeviceOptions(false, false, null, 0);
    }

    /**
     * {@return these options with bounds checks on or off}
     *
     * @param on true for on
     */
    public DeviceOptions withBoundsChecks(boolean on) {
        return new DeviceOptions(on, timing, lookup, maxRegisters);
    }

    /**
     * {@return these options with timing by the device on or off}
     *
     * @param on true for on
     */
    public DeviceOptions withTiming(boolean on) {
        return new DeviceOptions(boundsChecks, on, lookup, maxRegisters);
    }

    /**
     * {@return these options with a lookup from the module that defines the kernels}
     *
     * @param from gives access to the module that defines the kernels
     */
    public DeviceOptions withLookup(Lookup from) {
        return new DeviceOptions(boundsChecks, timing, from, maxRegisters);
    }

    /**
     * {@return these options with a cap on the registers of a lane} What does not fit is kept in memory. With fewer
     * registers a GPU holds more lanes at once; {@link Device#resources} says what a kernel got.
     *
     * @param most from 16 to 255, or 0 for as many as the driver finds good
     */
    public DeviceOptions withMaxRegisters(int most) {
        return new DeviceOptions(boundsChecks, timing, lookup, most);
    }
}
