package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/**
 * RingBuffer and Tickets of algorithm 1, without the decision what to do when the broker gives no assurance, which is
 * where the paper's queue and its work distributor differ.
 */
abstract sealed class BrokeredRing extends BrokeredQueue implements SlotQueue
        permits BrokerQueue, BrokerWorkDistributor {
    /*
     * Invariants (those of Count, Head and Tail are in Broker)
     * - Position i belongs to slot i % N, in round i / N. The slot's ticket is 2 * round while it waits for the enqueue of
     *   that round, and 2 * round + 1 from then until the dequeue of that round.
     * - Only the operation whose ticket is up may touch the slot, and it moves the ticket on exactly once. Tickets
     *   change in the order of positions, so each slot is used in that order, which is the order of the queue.
     * - Positions are unsigned and wrap at 2^32, a multiple of N, so slot and round stay consistent.
     *
     * Access modes: the slot is plain memory, ordered by its ticket alone. Storing the ticket releases what was written
     * (or, by a dequeue, that it was read); reading it acquires.
     */

    /** RingBuffer: the elements. */
    private final Ints words;

    /** Tickets: whose turn it is, per slot. */
    private final Ints tickets;

    /** Where this queue's part of the two begins. */
    private final int firstSlot;

    private final int wordsPerSlot;

    /** A ring in memory that exists already. */
    BrokeredRing(
            Device device,
            Broker broker,
            Ints words,
            Ints tickets,
            int firstSlot,
            int wordsPerSlot,
            QueueStatistics statistics) {
        super(device, broker, statistics);
        this.words = words;
        this.tickets = tickets;
        this.firstSlot = firstSlot;
        this.wordsPerSlot = wordsPerSlot;
    }

    BrokeredRing(Device device, QueueOptions options, int wordsPerSlot) {
        this(
                device,
                Broker.on(device, options.capacity(), options.start()),
                device.ints(wordsOf(options.capacity(), wordsPerSlot)),
                device.ints(options.capacity()),
                0,
                wordsPerSlot,
                options.statistics());
        if (options.start() != 0) {
            int[] first = new int[options.capacity()];
            for (int i = 0; i < first.length; i++) {
                first[(options.start() + i) & mask] = enqueueTicket(options.start() + i);
            }
            tickets.copyIn(first);
        }
    }

    static int wordsOf(int capacity, int wordsPerSlot) {
        if (wordsPerSlot < 1 || (long) capacity * wordsPerSlot > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(wordsPerSlot + " words per slot in a queue of " + capacity
                    + "; the least is 1, the most with this capacity is " + Integer.MAX_VALUE / capacity);
        }
        return capacity * wordsPerSlot;
    }

    @Override
    public final Ints words() {
        return words;
    }

    @Override
    public final int wordsPerSlot() {
        return wordsPerSlot;
    }

    @Override
    public final int size() {
        int[] ends = broker.headAndTail();
        return ends[1] - ends[0];
    }

    @Override
    public final void clear() {
        broker.clear();
        tickets.fill(0);
    }

    @Override
    public final void close() {
        broker.close();
        words.close();
        tickets.close();
    }

    /** {@return where this queue keeps what, for measuring the code of other compilers on the very same memory} */
    public final BrokerMemory memory() {
        return broker.memory(words, tickets);
    }

    @Override
    public final Slot beginEnqueue() {
        if (!assureEnqueue()) {
            return Slot.none();
        }
        int position = broker.nextTail();
        return new Slot(true, awaitTurn(position, enqueueTicket(position)), position);
    }

    @Override
    public final boolean endEnqueue(Slot slot) {
        tickets.setRelease(slot.index(), dequeueTicket(slot.position()));
        return true;
    }

    @Override
    public final Slot beginDequeue() {
        if (!assureDequeue()) {
            return Slot.none();
        }
        int position = broker.nextHead();
        return new Slot(true, awaitTurn(position, dequeueTicket(position)), position);
    }

    @Override
    public final void endDequeue(Slot slot) {
        tickets.setRelease(slot.index(), enqueueTicket(slot.position() + mask + 1));
    }

    @Override
    final void putData(int position, int value) {
        int slot = awaitTurn(position, enqueueTicket(position));
        words.set(slot * wordsPerSlot, value);
        tickets.setRelease(slot, dequeueTicket(position));
    }

    @Override
    final int readData(int position) {
        int slot = awaitTurn(position, dequeueTicket(position));
        int value = words.get(slot * wordsPerSlot);
        tickets.setRelease(slot, enqueueTicket(position + mask + 1));
        return value;
    }

    /** {@return the slot of a position, once {@code expected} is its ticket} */
    private int awaitTurn(int position, int expected) {
        int slot = firstSlot + (position & mask);
        var backoff = new Backoff();
        while (tickets.getAcquire(slot) != expected) {
            statistics.waited();
            backoff.pause("the ticket of its slot");
        }
        return slot;
    }

    /** A launch of one lane would need a microsecond for each: the host writes the ring itself, if the queue is empty. */
    @Override
    public final int fill(int... values) {
        int[] ends = broker.headAndTail();
        if (ends[0] != ends[1]) {
            return HostTransfer.fill(this, values);
        }
        int count = Math.min(values.length, capacity());
        int[] elements = new int[count * wordsPerSlot];
        int[] turns = new int[capacity()];
        for (int i = 0; i < count; i++) {
            elements[i * wordsPerSlot] = values[i];
            turns[i] = dequeueTicket(i);
        }
        words.copyIn(elements, firstSlot * wordsPerSlot);
        tickets.copyIn(turns, firstSlot);
        broker.clearTo(count);
        return count;
    }

    @Override
    public final int[] drain() {
        int[] ends = broker.headAndTail();
        int[] all = words.copyOut(firstSlot * wordsPerSlot, capacity() * wordsPerSlot);
        int[] values = new int[ends[1] - ends[0]];
        for (int i = 0; i < values.length; i++) {
            values[i] = all[((ends[0] + i) & mask) * wordsPerSlot];
        }
        clear();
        return values;
    }
}
