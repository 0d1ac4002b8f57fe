package dev.warpbroker.device;

import dev.warpbroker.device.backend.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stopped a lane, and where.
 *
 * @param lane the id of the lane
 * @param exceptionType class name of the exception the kernel threw
 * @param message its message, where it was a constant
 * @param trace the position in the Java source, innermost call first
 * @param cause the exception itself on the JVM device, null elsewhere
 */
public record KernelFault(
        int lane,
        String exceptionType,
        @Nullable String message,
        List<StackTraceElement> trace,
        @Nullable Throwable cause) {
    /** Copies the trace. */
    public KernelFault {
        trace = List.copyOf(trace);
    }

    static KernelFault of(Fault fault) {
        return new KernelFault(fault.lane(), fault.exceptionType(), fault.message(), fault.trace(), fault.cause());
    }

    /** {@return the fault in the form of a Java stack trace; of a long one without the calls in the middle} */
    public String describe() {
        var text = new StringBuilder(exceptionType);
        if (message != null) {
            text.append(": ").append(message);
        }
        text.append(" in lane ").append(lane);
        CallChain.append(text, trace, "at", "at");
        return text.toString();
    }
}
