package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenLong;

/** A queue of longs on any queue of this library. What that one guarantees about order and waiting holds here. */
public final class LongQueue extends SlottedQueue {
    private static final int WORDS = 2;

    private LongQueue(SlotQueue slots) {
        super(slots);
    }

    /**
     * {@return an empty queue}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static LongQueue of(QueueKind kind, Device device, int capacity) {
        return new LongQueue(kind.slots(device, capacity, WORDS));
    }

    /** {@return whether {@code value} was put in; if not, the queue was full} */
    public boolean enqueue(long value) {
        var slot = slots.beginEnqueue();
        if (!slot.present()) {
            return false;
        }
        words.set(WORDS * slot.index(), (int) value);
        words.set(WORDS * slot.index() + 1, (int) (value >>> Integer.SIZE));
        return slots.endEnqueue(slot);
    }

    /** {@return the value taken out, or that the queue was empty} */
    public TakenLong dequeue() {
        var slot = slots.beginDequeue();
        if (!slot.present()) {
            return TakenLong.empty();
        }
        long low = Integer.toUnsignedLong(words.get(WORDS * slot.index()));
        long high = words.get(WORDS * slot.index() + 1);
        slots.endDequeue(slot);
        return TakenLong.of(high << Integer.SIZE | low);
    }

    /**
     * Puts values in from the host, in their order, while no kernel uses the queue.
     *
     * @return how many were put in; if not all, the queue is full
     */
    public int fill(long... elements) {
        int count = Math.min(elements.length, capacity());
        int[] halves = new int[WORDS * count];
        for (int i = 0; i < count; i++) {
            halves[WORDS * i] = (int) elements[i];
            halves[WORDS * i + 1] = (int) (elements[i] >>> Integer.SIZE);
        }
        return SlotTransfer.fill(slots, halves);
    }

    /** {@return all values, taken out by the host in their order, while no kernel uses the queue} */
    public long[] drain() {
        int[] halves = SlotTransfer.drain(slots);
        long[] elements = new long[halves.length / WORDS];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (long) halves[WORDS * i + 1] << Integer.SIZE | Integer.toUnsignedLong(halves[WORDS * i]);
        }
        return elements;
    }

    @Override
    public String toString() {
        return "longs in " + slots;
    }
}
