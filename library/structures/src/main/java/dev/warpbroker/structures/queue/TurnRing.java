package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A ring whose slots pass from enqueue to dequeue and back, strictly in the order of positions. It knows whose turn a
 * slot is; who gets which position, and what to do while the turn is not up, is up to the queue.
 */
final class TurnRing implements Ring {
    /*
     * Invariants
     * - Position i belongs to slot i % N, in round i / N. The slot's turn is 2 * round while it is empty and waits for
     *   the enqueue of that round, and 2 * round + 1 while it is filled.
     * - Only the operation whose turn is up may touch the slot, and it moves the turn on exactly once. So each slot is
     *   used in the order of positions, which is the order of the queue.
     * - Positions are unsigned and wrap at 2^32, a multiple of N, so slot and round stay consistent.
     *
     * Access modes: the slot is plain memory, ordered by its turn alone. Storing the turn releases what was written
     * (or, by a dequeue, that it was read); looking at it acquires.
     */

    /** The words of all slots. */
    private final Ints words;

    /** Whose turn each slot is. */
    private final Ints turns;

    /** Where this ring's part of the two begins. */
    private final int firstSlot;

    private final int wordsPerSlot;

    /** N - 1: position to slot. */
    private final int mask;

    /** log2 N: position to round. */
    private final int shift;

    /** A ring of {@code slots} in memory that exists already. */
    TurnRing(Ints words, Ints turns, int firstSlot, int slots, int wordsPerSlot) {
        this.words = words;
        this.turns = turns;
        this.firstSlot = firstSlot;
        this.wordsPerSlot = wordsPerSlot;
        mask = slots - 1;
        shift = Integer.numberOfTrailingZeros(slots);
    }

    /** {@return a ring of ints that waits for the enqueue at the start of {@code options}} */
    static TurnRing on(Device device, QueueOptions options) {
        return on(device, options, 1);
    }

    /** {@return a ring of slots that waits for the enqueue at the start of {@code options}} */
    static TurnRing on(Device device, QueueOptions options, int wordsPerSlot) {
        int slots = options.capacity();
        var words = device.ints(wordsOf(slots, wordsPerSlot));
        var ring = new TurnRing(words, device.ints(slots), 0, slots, wordsPerSlot);
        if (options.start() != 0) {
            ring.begin(options.start());
        }
        return ring;
    }

    static int wordsOf(int capacity, int wordsPerSlot) {
        if (wordsPerSlot < 1 || (long) capacity * wordsPerSlot > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(wordsPerSlot + " words per slot in a queue of " + capacity
                    + "; the least is 1, the most with this capacity is " + Integer.MAX_VALUE / capacity);
        }
        return capacity * wordsPerSlot;
    }

    /** Empties the ring from the host; the next enqueue is at position {@code start}. */
    void begin(int start) {
        int[] first = new int[capacity()];
        for (int i = 0; i < first.length; i++) {
            first[(start + i) & mask] = enqueueTurn(start + i);
        }
        turns.copyIn(first, firstSlot);
    }

    Ints words() {
        return words;
    }

    Ints turns() {
        return turns;
    }

    int wordsPerSlot() {
        return wordsPerSlot;
    }

    private int capacity() {
        return mask + 1;
    }

    private int slot(int position) {
        return firstSlot + (position & mask);
    }

    private int enqueueTurn(int position) {
        return 2 * (position >>> shift);
    }

    private int dequeueTurn(int position) {
        return 2 * (position >>> shift) + 1;
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
        put(slot(position), position, value);
    }

    /** Empties the slot of {@code position}, whose turn must be the dequeue's. */
    int take(int position) {
        return take(slot(position), position);
    }

    /** Waits for the turn of the enqueue at {@code position}. {@return its slot} */
    int awaitEnqueuesTurn(int position, String what, QueueOptions.Statistics statistics) {
        return await(slot(position), enqueueTurn(position), what, statistics);
    }

    /** Waits for the turn of the dequeue at {@code position}. {@return its slot} */
    int awaitDequeuesTurn(int position, String what, QueueOptions.Statistics statistics) {
        return await(slot(position), dequeueTurn(position), what, statistics);
    }

    private int await(int slot, int turn, String what, QueueOptions.Statistics statistics) {
        var backoff = new Backoff();
        while (turns.getAcquire(slot) != turn) {
            statistics.waited();
            backoff.pause(what);
        }
        return slot;
    }

    void put(int slot, int position, int value) {
        words.set(slot * wordsPerSlot, value);
        handToDequeue(slot, position);
    }

    int take(int slot, int position) {
        int value = words.get(slot * wordsPerSlot);
        handToEnqueue(slot, position);
        return value;
    }

    /** Moves the turn of a slot on from the enqueue at {@code position}. */
    void handToDequeue(int slot, int position) {
        turns.setRelease(slot, dequeueTurn(position));
    }

    /** Moves the turn of a slot on from the dequeue at {@code position}. */
    void handToEnqueue(int slot, int position) {
        turns.setRelease(slot, enqueueTurn(position + capacity()));
    }

    /** Puts values into an empty ring from the host, at positions from 0 on. */
    void fill(int... values) {
        int[] elements = new int[values.length * wordsPerSlot];
        int[] turn = new int[capacity()];
        for (int i = 0; i < values.length; i++) {
            elements[i * wordsPerSlot] = values[i];
            turn[i] = dequeueTurn(i);
        }
        words.copyIn(elements, firstSlot * wordsPerSlot);
        turns.copyIn(turn, firstSlot);
    }

    /**
     * {@return the first word of each of {@code count} elements, at positions from {@code first} on, read by the host}
     */
    int[] elements(int first, int count) {
        int[] word = words.copyOut(firstSlot * wordsPerSlot, capacity() * wordsPerSlot);
        int[] elements = new int[count];
        Arrays.setAll(elements, i -> word[((first + i) & mask) * wordsPerSlot]);
        return elements;
    }

    /**
     * {@return the first word of each element that there is, in the order of their positions, read by the host}
     *
     * @param near a position not 2^31 away from any of them
     */
    int[] elements(int near) {
        int[] turn = turns.copyOut(firstSlot, capacity());
        int[] word = words.copyOut(firstSlot * wordsPerSlot, capacity() * wordsPerSlot);
        record Element(int distance, int value) {}
        var elements = new Element[turn.length];
        int count = 0;
        for (int slot = 0; slot < turn.length; slot++) {
            if ((turn[slot] & 1) == 1) {
                int position = (turn[slot] >>> 1 << shift) + slot;
                elements[count] = new Element(position - near, word[slot * wordsPerSlot]);
                count++;
            }
        }
        return Arrays.stream(elements, 0, count)
                .sorted(Comparator.comparingInt(Element::distance))
                .mapToInt(Element::value)
                .toArray();
    }

    @Override
    public void clear() {
        turns.fill(0);
    }

    @Override
    public void close() {
        words.close();
        turns.close();
    }
}
