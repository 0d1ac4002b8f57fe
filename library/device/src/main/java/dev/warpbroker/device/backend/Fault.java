package dev.warpbroker.device.backend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stopped a lane, and where.
 *
 * @param lane the id of the lane
 * @param exceptionType class name of the exception that the kernel threw
 * @param message its message, where it was a constant
 * @param trace the position in the Java source, innermost call first
 * @param cause the exception itself on the JVM device, null elsewhere
 */
public record Fault(
        int lane,
        String exceptionType,
        @Nullable String message,
        List<StackTraceElement> trace,
        @Nullable Throwable cause) {
    public Fault {
        trace = List.copyOf(trace);
    }
}
