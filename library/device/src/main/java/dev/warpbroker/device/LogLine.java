package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/**
 * What a lane has said by {@link Lane#log}.
 *
 * @param lane the id of the lane, or {@link #NO_LANE} if this is about lines that were lost
 * @param text the text with its values
 * @param position where the kernel called, if that is known
 */
public record LogLine(int lane, String text, @Nullable StackTraceElement position) {
    /** Instead of the id of a lane. */
    public static final int NO_LANE = -1;

    /** {@return the line for people: {@code lane 7: x = 3 (Example.java:12)}} */
    @Override
    public String toString() {
        return (lane == NO_LANE ? text : "lane " + lane + ": " + text)
                + (position == null ? "" : " (" + position.getFileName() + ":" + position.getLineNumber() + ")");
    }
}
