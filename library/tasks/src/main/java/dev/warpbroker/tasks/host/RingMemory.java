package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;

/**
 * The memory of a queue between host and lanes.
 *
 * @param shape where the words of elements lie
 * @param rings how many rings there are
 * @param entries the elements; host-visible
 * @param taken how many elements were taken from each ring, on a line of its own; host-visible
 * @param counters what lanes know of each ring, on a line of its own
 */
record RingMemory(RingLayout shape, int rings, Longs entries, Longs taken, Longs counters) implements AutoCloseable {
    private static final int PAGE = 32;
    private static final int SMALLEST = 2 * PAGE;
    private static final int LARGEST = 1 << 24;

    static RingMemory on(Device device, Layout<?> layout, int capacity, int rings) {
        if (capacity < SMALLEST || capacity > LARGEST || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                    "capacity " + capacity + " of a ring; give a power of two from " + SMALLEST + " to " + LARGEST);
        }
        if (rings < 1) {
            throw new IllegalArgumentException(rings + " rings of a queue; give at least 1");
        }
        var shape = new RingLayout(PAGE, capacity / PAGE, Math.max(1, layout.words()));
        long longs = rings * shape.longs();
        if (longs > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(rings + " rings of " + capacity + " elements of " + shape.words()
                    + " words are " + longs + " longs, more than one memory holds (" + Integer.MAX_VALUE
                    + "); take fewer rings, or a smaller capacity");
        }
        var entries = device.hostLongs((int) longs);
        try {
            var taken = device.hostLongs(rings * RingLayout.LINE);
            try {
                return new RingMemory(shape, rings, entries, taken, device.longs(rings * (long) RingLayout.LINE));
            } catch (RuntimeException notMade) {
                taken.close();
                throw notMade;
            }
        } catch (RuntimeException notMade) {
            entries.close();
            throw notMade;
        }
    }

    @Override
    public void close() {
        entries.close();
        taken.close();
        counters.close();
    }
}
