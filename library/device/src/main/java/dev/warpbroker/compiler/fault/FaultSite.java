package dev.warpbroker.compiler.fault;

import dev.warpbroker.compiler.ir.Trace;
import dev.warpbroker.compiler.ir.Type;
import dev.warpbroker.device.backend.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a kernel where a lane may end early.
 *
 * @param message what went wrong or what was waited for; {@link #NUMBER} and {@link #half} stand for what is in the
 *     report
 * @param position the place in the Java source
 */
public record FaultSite(
        Kind kind, String exceptionType, @Nullable String message, Trace position) {
    /** A character that no message has; behind it come a type's descriptor and the part of the report to read. */
    private static final char MARK = '\u0001';

    private static final char WHOLE = '*';
    private static final char LOW = '0';
    private static final char HIGH = '1';

    /** Stands for a long that is known at run time only. */
    public static final String NUMBER = whole("J");

    /** {@return what stands for a value of 64 bits that is known at run time only} */
    public static String whole(String descriptor) {
        return MARK + descriptor + WHOLE;
    }

    /** {@return what stands for a value of 32 bits that is known at run time only: the lower or the upper half} */
    public static String half(String descriptor, boolean upper) {
        return MARK + descriptor + (upper ? HIGH : LOW);
    }

    /** {@return whether a message has no part that is known at run time only} */
    public static boolean isComplete(String message) {
        return message.indexOf(MARK) < 0;
    }

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
    public Fault fault(int lane, long detail) {
        return new Fault(lane, exceptionType, message == null ? null : filledIn(message, detail), trace(), null);
    }

    private static String filledIn(String template, long detail) {
        var text = new StringBuilder();
        for (int i = 0; i < template.length(); i++) {
            if (template.charAt(i) == MARK) {
                long bits = template.charAt(i + 2) == HIGH ? detail >>> Integer.SIZE : detail;
                text.append(Type.value(template.charAt(i + 1), bits));
                i += 2;
            } else {
                text.append(template.charAt(i));
            }
        }
        return text.toString();
    }
}
