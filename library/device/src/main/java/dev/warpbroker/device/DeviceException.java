package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/**
 * A device could not do what was asked, or a kernel failed on it. The message says whether the device is still usable.
 */
public class DeviceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable KernelFault fault;

    /**
     * Says what failed.
     *
     * @param message what happened, and the way out
     */
    public DeviceException(String message) {
        this(message, null, null);
    }

    /**
     * Says what failed.
     *
     * @param message what happened, and the way out
     * @param cause what led to it, or null
     */
    public DeviceException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    DeviceException(String message, @Nullable KernelFault fault, @Nullable Throwable cause) {
        super(message, cause);
        this.fault = fault;
    }

    /** {@return what the kernel threw and where, or null if no kernel failed} */
    public @Nullable KernelFault fault() {
        return fault;
    }
}
