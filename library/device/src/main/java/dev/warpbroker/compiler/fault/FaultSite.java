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

    /** Stands for the descriptor of an enum; behind the part of the report come the names of its constants. */
    private static final char NAMES = 'E';

    private static final char NEXT_NAME = '\u0002';
    private static final char END_OF_NAMES = '\u0003';

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

    /** {@return what stands for the name of an enum constant whose ordinal is known at run time only} */
    public static String name(List<String> names, boolean upper) {
        return half(String.valueOf(NAMES), upper) + String.join(String.valueOf(NEXT_NAME), names) + END_OF_NAMES;
    }

    /**
     * {@return whether the only part of a message that is known at run time only is in the lower half of the report}
     */
    public static boolean isHalf(String message) {
        int mark = message.indexOf(MARK);
        return mark >= 0 && mark == message.lastIndexOf(MARK) && message.charAt(mark + 2) == LOW;
    }

    /** {@return a message whose only such part is in the lower half, with that in the upper one} */
    public static String raised(String message) {
        int part = message.indexOf(MARK) + 2;
        return message.substring(0, part) + HIGH + message.substring(part + 1);
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
                if (template.charAt(i + 1) == NAMES) {
                    int end = template.indexOf(END_OF_NAMES, i);
                    text.append(template.substring(i + 3, end).split(String.valueOf(NEXT_NAME), -1)[(int) bits]);
                    i = end;
                } else {
                    text.append(Type.value(template.charAt(i + 1), bits));
                    i += 2;
                }
            } else {
                text.append(template.charAt(i));
            }
        }
        return text.toString();
    }
}
