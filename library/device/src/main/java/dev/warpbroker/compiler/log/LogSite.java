package dev.warpbroker.compiler.log;

import dev.warpbroker.compiler.ir.Type;
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
            text.append(Type.value(kinds.charAt(i), values.applyAsLong(i))).append(texts.get(i + 1));
        }
        return new LogLine(lane, text.toString(), position);
    }
}
