package dev.warpbroker.device.trace;

import java.util.ArrayList;
import java.util.List;

/** Puts spans of time into rows so that those of a row do not overlap, each into the first that is free. */
final class Rows {
    /** Rows of requests: of more at a time the others would hide what else there is. */
    private static final int REQUESTS = 8;

    private final int most;
    private final List<Long> ends = new ArrayList<>();

    private Rows(int most) {
        this.most = most;
    }

    /** {@return as many rows as are needed} */
    static Rows unlimited() {
        return new Rows(Integer.MAX_VALUE);
    }

    /** {@return rows for spans of the host of one kind} */
    static Rows of(HostSpan.Kind kind) {
        return kind == HostSpan.Kind.REQUEST ? new Rows(REQUESTS) : unlimited();
    }

    /** {@return the row of a span, from 0 on, or -1 if none is free} Spans come in the order in which they begin. */
    int rowOf(long begin, long end) {
        for (int row = 0; row < ends.size(); row++) {
            if (ends.get(row) <= begin) {
                ends.set(row, end);
                return row;
            }
        }
        if (ends.size() == most) {
            return -1;
        }
        ends.add(end);
        return ends.size() - 1;
    }
}
