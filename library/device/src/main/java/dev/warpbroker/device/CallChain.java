package dev.warpbroker.device;

import java.util.List;

/** Calls as messages show them: of a long chain the innermost ones and the outermost. */
final class CallChain {
    private static final int MAX_FRAMES = 24;

    private CallChain() {}

    static void append(StringBuilder text, List<StackTraceElement> frames, String inner, String outer) {
        int left = frames.size() - MAX_FRAMES;
        for (int i = 0; i < frames.size(); i++) {
            if (left <= 1 || i < MAX_FRAMES - 1 || i == frames.size() - 1) {
                text.append("\n    ").append(i == 0 ? inner : outer).append(' ').append(frames.get(i));
            } else if (i == MAX_FRAMES - 1) {
                text.append("\n    … ").append(left).append(" more calls");
            }
        }
    }
}
