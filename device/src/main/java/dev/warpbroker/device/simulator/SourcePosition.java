package dev.warpbroker.device.simulator;

import dev.warpbroker.device.Backoff;
import java.util.Arrays;
import java.util.List;

/**
 * Where in the Java source an instruction comes from.
 *
 * @param trace innermost call first; empty if the text does not say
 */
record SourcePosition(List<StackTraceElement> trace) {
    static final SourcePosition UNKNOWN = new SourcePosition(List.of());

    /** {@return the position in a comment such as {@code Queue.poll(Queue.java:8) < Main.lambda$0(Main.java:3)}} */
    static SourcePosition parse(String text) {
        return new SourcePosition(Arrays.stream(text.strip().split(" < "))
                .map(SourcePosition::frame)
                .toList());
    }

    /** {@return the innermost frame, or the PTX line if there is none; who pauses is shown, not where in the pause} */
    String describe(int ptxLine) {
        return trace.stream()
                .filter(frame -> !frame.getClassName().equals(Backoff.class.getName()))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("PTX line " + ptxLine);
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
