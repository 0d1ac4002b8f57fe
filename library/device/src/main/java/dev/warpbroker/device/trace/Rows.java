package dev.warpbroker.device.trace;

import java.util.ArrayList;
import java.util.List;

/** Puts spans of time into rows so that those of a row do not overlap, each into the first that is free. */
final class Rows {
    private final List<Long> ends = new ArrayList<>();

    /** {@return the row of a span, from 0 on} Spans come in the order in which they begin. */
    int rowOf(long begin, long end) {
        for (int row = 0; row < ends.size(); row++) {
            if (ends.get(row) <= begin) {
                ends.set(row, end);
                return row;
            }
        }
        ends.add(end);
        return ends.size() - 1;
    }
}
