package dev.warpbroker.conformance;

import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Lane;

/** A row of floats for each lane. */
record FloatTable(Floats memory, int columns) {
    void set(Lane lane, int column, float value) {
        memory.set(lane.id() * columns + column, value);
    }
}
