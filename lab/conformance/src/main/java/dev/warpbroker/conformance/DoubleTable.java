package dev.warpbroker.conformance;

import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Lane;

/** A row of doubles for each lane. */
record DoubleTable(Doubles memory, int columns) {
    void set(Lane lane, int column, double value) {
        memory.set(lane.id() * columns + column, value);
    }
}
