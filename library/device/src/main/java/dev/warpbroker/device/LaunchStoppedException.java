package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/** A launch was cancelled, or did not end in the time it was given. */
public final class LaunchStoppedException extends DeviceException {
    private static final long serialVersionUID = 1;

    LaunchStoppedException(String message, @Nullable KernelFault waiting) {
        super(message, waiting, null);
    }
}
