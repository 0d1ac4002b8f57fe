package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/** The device has not enough memory left. */
public final class DeviceMemoryException extends DeviceException {
    private static final long serialVersionUID = 1;

    public DeviceMemoryException(String message) {
        super(message);
    }

    public DeviceMemoryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
