package dev.warpbroker.conformance;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;

/** A row of ints for each lane. */
record IntTable(Ints memory, int columns) {
    void set(Lane lane, int column, int value) {
        memory.set(lane.id() * columns + column, value);
    }
}
