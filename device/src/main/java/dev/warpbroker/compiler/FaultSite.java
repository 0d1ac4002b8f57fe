package dev.warpbroker.compiler;

import dev.warpbroker.compiler.ir.Trace;
import dev.warpbroker.device.KernelFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a kernel where a lane may end early.
 *
 * @param message what went wrong or what was waited for; {@link #NUMBER} stands for the number in the report
 * @param position the place in the Java source
 */
public record FaultSite(
        Kind kind, String exceptionType, @Nullable String message, Trace position) {
    /** Stands for a number that is known at run time only: a character that no message has. */
    public static final String NUMBER = "\u0001";

    /** The same for a number that is the code of a character, and for one that is 1 or 0, a boolean. */
    public static final String CHARACTER = "\u0003";

    public static final String TRUTH = "\u0004";

    /** Why a lane ends. */
    public enum Kind {
        /** It threw. */
        THROWN,
        /** It noticed, while waiting, that the launch was cancelled. */
        WAITING
    }

    /** {@return the place in the Java source, innermost call first} */
    public List<StackTraceElement> trace() {
        return position.trace();
    }

    /** {@return the fault that a lane reported} */
    public KernelFault fault(int lane, long detail) {
        String text = message == null
                ? null
                : message.replace(NUMBER, Long.toString(detail))
                        .replace(CHARACTER, Character.toString((char) detail))
                        .replace(TRUTH, Boolean.toString(detail != 0));
        return new KernelFault(lane, exceptionType, text, trace(), null);
    }
}
