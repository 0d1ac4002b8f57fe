package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/** There is no such device here, or this process may not use it. */
public final class DeviceUnavailableException extends DeviceException {
    private static final long serialVersionUID = 1;

    public DeviceUnavailableException(String message) {
        super(message);
    }

    public DeviceUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
