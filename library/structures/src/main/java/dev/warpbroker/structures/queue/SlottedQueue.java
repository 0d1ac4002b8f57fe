package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.DeviceStructure;

/** What queues have in common whose elements lie in the slots that a {@link SlotQueue} lends. */
abstract class SlottedQueue implements DeviceStructure {
    final SlotQueue slots;

    /** The words of all slots. */
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
