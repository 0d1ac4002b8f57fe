package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A ring whose slots pass from enqueue to dequeue and back, strictly in the order of positions. It knows whose turn a slot
 * is; who gets which position, and what to do while the turn is not up, is up to the queue.
 */
final class TurnRing {
    /*
     * Invariants
     * - Position i belongs to slot i % N, in round i / N. The slot's turn is 2 * round while it is empty and waits for the
     *   enqueue of that round, and 2 * round + 1 while it is filled.
     * - Only the operation whose turn is up may touch the slot, and it moves the turn on exactly once.
     * - Positions are unsigned and wrap at 2^32, a multiple of N, so slot and round stay consistent.
     *
     * Access modes: the value is plain memory, ordered by its slot's turn alone. Storing the turn releases what was
     * written (or, by a dequeue, that it was read); looking at it acquires.
     */

    /** The element of each slot. */
    private final Ints values;

    /** Whose turn each slot is. */
    private final Ints turns;

    /** N - 1: position to slot. */
    private final int mask;

    /** log2 N: position to round. */
    private final int shift;

    private TurnRing(Ints values, Ints turns) {
        this.values = values;
        this.turns = turns;
        mask = turns.length() - 1;
        shift = Integer.numberOfTrailingZeros(turns.length());
    }

    /** {@return a ring that waits for the enqueue at the start of {@code options}} */
    static TurnRing on(Device device, QueueOptions options) {
        int capacity = options.capacity();
        var ring = new TurnRing(device.ints(capacity), device.ints(capacity));
        if (options.start() != 0) {
            int[] first = new int[capacity];
            for (int i = 0; i < capacity; i++) {
                int position = options.start() + i;
                first[ring.slot(position)] = ring.enqueueTurn(position);
            }
            ring.turns.copyIn(first);
        }
        return ring;
    }

    private int slot(int position) {
        return position & mask;
    }

    private int enqueueTurn(int position) {
        return 2 * (position >>> shift);
    }

    private int dequeueTurn(int position) {
        return enqueueTurn(position) + 1;
    }

    int capacity() {
        return mask + 1;
    }

    /** {@return whether the slot of {@code position} is empty and waits for the enqueue there} */
    boolean isEnqueuesTurn(int position) {
        return turns.getAcquire(slot(position)) == enqueueTurn(position);
    }

    /** {@return whether the slot of {@code position} is filled and waits for the dequeue there} */
    boolean isDequeuesTurn(int position) {
        return turns.getAcquire(slot(position)) == dequeueTurn(position);
    }

    /** Fills the slot of {@code position}, whose turn must be the enqueue's. */
    void put(int position, int value) {
        values.set(slot(position), value);
        turns.setRelease(slot(position), dequeueTurn(position));
    }

    /** Empties the slot of {@code position}, whose turn must be the dequeue's. */
    int take(int position) {
        int value = values.get(slot(position));
        turns.setRelease(slot(position), enqueueTurn(position + capacity()));
        return value;
    }

    /**
     * {@return the elements in the order of their positions, read by the host}
     *
     * @param near a position not 2^31 away from any of them
     */
    int[] elements(int near) {
        int[] turn = turns.copyOut();
        int[] value = values.copyOut();
        record Element(int distance, int value) {}
        var elements = new Element[turn.length];
        int count = 0;
        for (int slot = 0; slot < turn.length; slot++) {
            if ((turn[slot] & 1) == 1) {
                int position = (turn[slot] >>> 1 << shift) + slot;
                elements[count] = new Element(position - near, value[slot]);
                count++;
            }
        }
        return Arrays.stream(elements, 0, count)
                .sorted(Comparator.comparingInt(Element::distance))
                .mapToInt(Element::value)
                .toArray();
    }

    /** Empties the ring from the host; the next enqueue is at position 0. */
    void clear() {
        turns.fill(0);
    }

    void close() {
        values.close();
        turns.close();
    }
}
