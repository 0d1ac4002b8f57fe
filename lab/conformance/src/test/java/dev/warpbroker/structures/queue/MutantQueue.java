package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/** What the array queues with planted bugs have in common: a power of two of cells, and counters that all begin at 0. */
abstract class MutantQueue implements IntQueue {
    private static final int LINE = 32;
    static final int HEAD = 0;
    static final int TAIL = LINE;
    static final int UPPER = 2 * LINE;
    static final int LOWER = 3 * LINE;

    private final Device device;
    final Ints counters;
    final int capacity;
    final int mask;
    final int shift;

    MutantQueue(Device device, int capacity) {
        this.device = device;
        this.capacity = capacity;
        counters = device.ints(4 * LINE);
        mask = capacity - 1;
        shift = Integer.numberOfTrailingZeros(capacity);
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public final void clear() {
        throw new UnsupportedOperationException("a mutant is used once");
    }

    @Override
    public void close() {
        counters.close();
    }
}
