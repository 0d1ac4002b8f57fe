package dev.warpbroker.device.simulator;

import dev.warpbroker.device.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where in the Java source an instruction comes from.
 *
 * @param place null if the text does not say
 * @param caller the call that led there, which many positions may share; null if none did
 */
record SourcePosition(
        @Nullable StackTraceElement place, @Nullable SourcePosition caller) {
    static final SourcePosition UNKNOWN = new SourcePosition(null, null);

    /**
     * {@return the position in a comment such as {@code Queue.poll(Queue.java:8) < Main.lambda$0(Main.java:3)}}
     *
     * @param numbered the positions that {@code #1}, {@code #2} … stand for
     */
    static SourcePosition parse(String text, Map<String, SourcePosition> numbered) {
        String[] frames = text.split(" < ", -1);
        SourcePosition position = null;
        for (int i = frames.length - 1; i >= 0; i--) {
            SourcePosition known = numbered.get(frames[i]);
            position = known != null ? known : new SourcePosition(frame(frames[i]), position);
        }
        return Objects.requireNonNull(position);
    }

    /** {@return the calls, innermost first; empty if the text does not say} */
    List<StackTraceElement> trace() {
        var trace = new ArrayList<StackTraceElement>();
        for (SourcePosition at = this; at != null && at.place != null; at = at.caller) {
            trace.add(at.place);
        }
        return trace;
    }

    /**
     * {@return the innermost frame, or the PTX line if there is none; of a pause its caller is shown, not a place
     * inside Backoff}
     */
    String describe(int ptxLine) {
        for (SourcePosition at = this; at != null && at.place != null; at = at.caller) {
            if (!at.place.getClassName().equals(Backoff.class.getName())) {
                return at.place.toString();
            }
        }
        return "PTX line " + ptxLine;
    }

    private static StackTraceElement frame(String text) {
        int open = text.indexOf('(');
        int dot = text.lastIndexOf('.', open < 0 ? text.length() : open);
        int colon = text.lastIndexOf(':');
        if (open < 0 || dot < 0 || colon < open || !text.endsWith(")")) {
            return new StackTraceElement("", text, null, -1);
        }
        return new StackTraceElement(
                text.substring(0, dot),
                text.substring(dot + 1, open),
                text.substring(open + 1, colon),
                lineNumber(text.substring(colon + 1, text.length() - 1)));
    }

    private static int lineNumber(String digits) {
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
    }
}
