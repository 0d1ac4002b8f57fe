package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/** There is no such device here, or this process may not use it. */
public final class DeviceUnavailableException extends DeviceException {
    private static final long serialVersionUID = 1;

    /**
     * Says why there is none.
     *
     * @param message what happened, and the way out
     */
    public DeviceUnavailableException(String message) {
        super(message);
    }

    /**
     * Says why there is none.
     *
     * @param message what happened, and the way out
     * @param cause what led to it, or null
     */
    public DeviceUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
