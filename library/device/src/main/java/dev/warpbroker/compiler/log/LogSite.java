package dev.warpbroker.compiler.log;

import dev.warpbroker.device.LogLine;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * A place in a kernel that logs.
 *
 * @param texts what stands before, between and behind the values
 * @param kinds for each value that is known at run time only, the descriptor of its type
 */
public record LogSite(List<String> texts, String kinds, StackTraceElement position) {
    public LogSite {
        texts = List.copyOf(texts);
    }

    /** {@return the line of a lane} */
    LogLine line(int lane, IntToLongFunction values) {
        var text = new StringBuilder(texts.getFirst());
        for (int i = 0; i < kinds.length(); i++) {
            text.append(value(kinds.charAt(i), values.applyAsLong(i))).append(texts.get(i + 1));
        }
        return new LogLine(lane, text.toString(), position);
    }

    private static Object value(char descriptor, long bits) {
        return switch (descriptor) {
            case 'J' -> bits;
            case 'D' -> Double.longBitsToDouble(bits);
            case 'F' -> Float.intBitsToFloat((int) bits);
            case 'C' -> (char) bits;
            case 'Z' -> (bits & 1) != 0;
            default -> (int) bits;
        };
    }
}
