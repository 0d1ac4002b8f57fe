package dev.warpbroker.device.trace;

import java.util.Map;

/**
 * Something that the host did with a device, or waited for.
 *
 * @param kind what it was
 * @param device on which device, as the command line names it
 * @param name what was launched, copied, compiled or asked for
 * @param begin when it began, by {@link System#nanoTime}
 * @param end when the host saw its end
 * @param details numbers and texts, by name
 */
public record HostSpan(Kind kind, String device, String name, long begin, long end, Map<String, Object> details) {
    /** What a host does with a device. */
    public enum Kind {
        /** A kernel, from the call until the host saw its end. */
        LAUNCH,
        /** A copy between host and device memory. */
        COPY,
        /** A kernel that was compiled from bytecode to PTX. */
        COMPILATION,
        /** A request to an executor, from its submission until its future was completed. */
        REQUEST
    }

    /** Copies the details. */
    public HostSpan {
        details = Map.copyOf(details);
    }
}
