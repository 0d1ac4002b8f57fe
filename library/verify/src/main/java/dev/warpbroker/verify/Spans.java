package dev.warpbroker.verify;

import java.util.Arrays;

/** Spans of time that are apart from each other, in ascending order. */
final class Spans {
    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private int count;

    /** Adds a span that starts after the last one ended. */
    void add(long start, long end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        starts[count] = start;
        ends[count] = end;
        count++;
    }

    /** Adds an open span that starts no earlier than the last one did, as a part of that one if they overlap. */
    void join(long start, long end) {
        if (count > 0 && start < ends[count - 1]) {
            ends[count - 1] = Math.max(ends[count - 1], end);
        } else {
            add(start, end);
        }
    }

    /** {@return whether one of the spans, taken as open, has all of the closed interval in it} */
    boolean surrounds(long from, long to) {
        int span = startedBefore(from) - 1;
        return span >= 0 && ends[span] > to;
    }

    /** {@return whether one of the spans, taken as closed, has an instant of the closed interval in it} */
    boolean meets(long from, long to) {
        // Stamps are never the largest long, so that to + 1 is one.
        int span = startedBefore(to + 1) - 1;
        return span >= 0 && ends[span] >= from;
    }

    private int startedBefore(long stamp) {
        int at = Arrays.binarySearch(starts, 0, count, stamp);
        // Open spans that touch may share no start, since each starts where another has ended or later.
        return at < 0 ? -at - 1 : at;
    }
}
