package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/** The device has not enough memory left. */
public final class DeviceMemoryException extends DeviceException {
    private static final long serialVersionUID = 1;

    /**
     * Says what did not fit.
     *
     * @param message what happened, and the way out
     */
    public DeviceMemoryException(String message) {
        super(message);
    }

    /**
     * Says what did not fit.
     *
     * @param message what happened, and the way out
     * @param cause what led to it, or null
     */
    public DeviceMemoryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
