package dev.warpbroker.device.simulator;

import java.util.Arrays;

/** For each 4 bytes of memory, or single ones, the time of the oldest message that may still be read; 0 where any may be. */
final class View {
    private static final int SMALLEST_TABLE = 8;
    private static final long SCATTER = 0x9e37_79b9_7f4a_7c15L;

    // An open-addressing table; time 0 marks a free slot.
    private long[] locations = new long[SMALLEST_TABLE];
    private long[] times = new long[SMALLEST_TABLE];
    private int size;
    private boolean frozen;

    long time(long location) {
        return times[slot(locations, times, location)];
    }

    /** @param settled entries up to this time may be forgotten */
    void raise(long location, long time, long settled) {
        if (frozen) {
            throw new IllegalStateException("a frozen view is shared and must be copied first");
        }
        int slot = slot(locations, times, location);
        if (times[slot] == 0) {
            locations[slot] = location;
            times[slot] = time;
            size++;
            if (2 * size > times.length) {
                rebuild(settled);
            }
        } else {
            times[slot] = Math.max(times[slot], time);
        }
    }

    /** Takes over what another view knows about messages after {@code settled}. */
    void join(View other, long settled) {
        for (int slot = 0; slot < other.times.length; slot++) {
            if (other.times[slot] > settled) {
                raise(other.locations[slot], other.times[slot], settled);
            }
        }
    }

    /** {@return what this view and another one know about messages after {@code settled}, frozen} */
    View joined(View other, long settled) {
        View both = copy(settled);
        both.join(other, settled);
        return both.freeze();
    }

    /** {@return a view to write to that knows what this one knows about messages after {@code settled}} */
    View copy(long settled) {
        var copy = new View();
        copy.join(this, settled);
        return copy;
    }

    /** Makes this view safe to share. {@return this view} */
    View freeze() {
        frozen = true;
        return this;
    }

    boolean isFrozen() {
        return frozen;
    }

    private void rebuild(long settled) {
        long[] oldLocations = locations;
        long[] oldTimes = times;
        int needed =
                (int) Arrays.stream(oldTimes).filter(time -> time > settled).count();
        int capacity = Math.max(SMALLEST_TABLE, Integer.highestOneBit(needed) * 8);
        locations = new long[capacity];
        times = new long[capacity];
        size = needed;
        for (int slot = 0; slot < oldTimes.length; slot++) {
            if (oldTimes[slot] > settled) {
                int target = slot(locations, times, oldLocations[slot]);
                locations[target] = oldLocations[slot];
                times[target] = oldTimes[slot];
            }
        }
    }

    private static int slot(long[] locations, long[] times, long location) {
        int mask = times.length - 1;
        int slot = (int) ((location * SCATTER) >>> 40) & mask;
        while (times[slot] != 0 && locations[slot] != location) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
