package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.DeviceStructure;

/**
 * The common part of queues whose elements lie in the slots that a {@link SlotQueue} lends. Subclasses convert elements
 * to words and back. The queue of slots provides the order of the elements and publishes their words.
 */
abstract class SlottedQueue implements DeviceStructure {
    final SlotQueue slots;

    /** The words of all slots. A lane accesses those of a slot only between its {@code begin} and {@code end}. */
    final Ints words;

    SlottedQueue(SlotQueue slots) {
        this.slots = slots;
        words = slots.words();
    }

    @Override
    public final int capacity() {
        return slots.capacity();
    }

    @Override
    public final Device device() {
        return slots.device();
    }

    @Override
    public final void clear() {
        slots.clear();
    }

    @Override
    public final void close() {
        slots.close();
    }
}
