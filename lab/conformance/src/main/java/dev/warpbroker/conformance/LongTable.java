package dev.warpbroker.conformance;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;

/** A row of longs for each lane. */
record LongTable(Longs memory, int columns) {
    void set(Lane lane, int column, long value) {
        memory.set(lane.id() * columns + column, value);
    }
}
