package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import java.util.Arrays;

/**
 * The ring of a broker queue with ticket and value in one 64-bit slot: whoever has a position waits until the slot's
 * ticket is its own, and a store moves value and ticket at once.
 */
final class TicketRing {
    /*
     * Invariants
     * - Position p belongs to slot p modulo the capacity, in round p divided by it. The ticket of a slot is twice the
     *   round, if the enqueue of that round is next, and one more, if the dequeue is.
     * - A slot is written only by the operation whose ticket is up, so a plain store to the word moves both at once.
     *
     * Access modes: one word carries everything, so coherence of that word is enough: opaque.
     */

    /** Looks at a slot's ticket before the first pause: mostly it is on its way. */
    private static final int EAGER_LOOKS = 16;

    /** Ticket and value of each slot. */
    private final Longs slots;

    /** capacity - 1: position to slot. */
    private final int mask;

    /** log2 of the capacity: position to round. */
    private final int shift;

    /** The largest position: one less than a power of two, also if that is 2^32. */
    private final int last;

    private final QueueOptions.Statistics statistics;

    /** @param last the largest position; after it comes 0 */
    TicketRing(Device device, QueueOptions options, int last) {
        this.last = last;
        statistics = options.statistics();
        mask = options.capacity() - 1;
        shift = Integer.numberOfTrailingZeros(options.capacity());
        slots = device.longs(options.capacity());
        int start = options.start();
        if (start != 0) {
            long[] first = new long[options.capacity()];
            for (int i = 0; i <= mask; i++) {
                first[(start + i) & mask] = word(enqueueTicket(start + i), 0);
            }
            slots.copyIn(first);
        }
    }

    /** Waits for the turn of the enqueue at {@code position}, and puts an element there. */
    void put(int position, int value) {
        waitForTicket(position & mask, enqueueTicket(position));
        slots.setOpaque(position & mask, word(dequeueTicket(position), value));
    }

    /** Waits for the turn of the dequeue at {@code position}. {@return the element that was there} */
    int take(int position) {
        int value = waitForTicket(position & mask, dequeueTicket(position));
        handToNextRound(position);
        return value;
    }

    /** Waits for the turn of the enqueue at {@code position}, which has no element, nor its dequeue any need of one. */
    void pass(int position) {
        waitForTicket(position & mask, enqueueTicket(position));
        handToNextRound(position);
    }

    private void handToNextRound(int position) {
        slots.setOpaque(position & mask, word(enqueueTicket(position + (mask + 1)), 0));
    }

    /** {@return the value that came with the ticket} Mostly it is there at the first look. */
    private int waitForTicket(int slot, int expected) {
        long word = slots.getOpaque(slot);
        return (int) (ticket(word) == expected ? word : lookAgain(slot, expected));
    }

    private long lookAgain(int slot, int expected) {
        var backoff = new Backoff();
        int looks = 1;
        while (true) {
            long word = slots.getOpaque(slot);
            if (ticket(word) == expected) {
                return word;
            }
            if (looks < EAGER_LOOKS) {
                looks++;
            } else {
                statistics.waited();
                backoff.pause("the ticket of its slot");
            }
        }
    }

    /** {@return the ticket of the enqueue at {@code position}} */
    private int enqueueTicket(int position) {
        return 2 * ((position & last) >>> shift);
    }

    /** {@return the ticket of the dequeue at {@code position}} */
    private int dequeueTicket(int position) {
        return enqueueTicket(position) + 1;
    }

    private static long word(int ticket, int value) {
        return (long) ticket << Integer.SIZE | Integer.toUnsignedLong(value);
    }

    private static int ticket(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    /** Begins anew at position 0 with these elements, from the host: no more than there is room for. */
    void fill(int... values) {
        long[] words = new long[mask + 1];
        for (int i = 0; i < values.length; i++) {
            words[i] = word(dequeueTicket(i), values[i]);
        }
        slots.copyIn(words);
    }

    /** {@return {@code count} elements from {@code position} on, read by the host} */
    int[] elements(int position, int count) {
        long[] words = slots.copyOut();
        int[] values = new int[count];
        Arrays.setAll(values, i -> (int) words[(position + i) & mask]);
        return values;
    }

    /** Begins anew at position 0, without elements. */
    void clear() {
        slots.fill(0);
    }

    void close() {
        slots.close();
    }

    Longs slots() {
        return slots;
    }
}
