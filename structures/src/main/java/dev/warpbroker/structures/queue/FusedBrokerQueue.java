package dev.warpbroker.structures;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;

/**
 * The fast form of the {@link BrokerQueue}: ticket and value share one 64-bit slot, and Count is not read before it is
 * changed.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; Full and Empty only if the queue was full or empty at some
 * instant during the call. A {@code capacity} of N holds N values and takes 8 N bytes.
 *
 * <p><b>Not guaranteed.</b> The queue hands over the value and nothing else: what a thread wrote to other memory before it
 * enqueued need <em>not</em> be visible to the thread that dequeues. If the value stands for data elsewhere (an index, a
 * handle), use {@link BrokerQueue}. The rest is as there: not lock-free, all threads that use it must be resident, and a
 * queue that a cancelled launch has used is to be {@linkplain #clear cleared}.
 *
 * <p><b>Differences from the paper</b> (Kerbl et al., ICS 2018), besides those of {@link BrokerQueue}:
 *
 * <ul>
 *   <li>The value travels in the same word as the ticket that announces it, so no fence is needed on either side.
 *   <li>The broker adds to Count at once. Only if that fails, near Full or Empty, does it look before it tries again.
 *   <li>A ticket that is not up at once is looked for a few times more before the thread pauses: mostly it is on its way.
 * </ul>
 */
public final class FusedBrokerQueue implements IntQueue {
    /*
     * Invariants: those of BrokerQueue, with the ticket in the upper and the value in the lower half of the slot. A slot is
     * written only by the operation whose ticket is up, so a plain store to the word moves both at once.
     *
     * Access modes: one word carries everything, so coherence of that word is enough: opaque.
     */

    /** Looks at a slot's ticket before the first pause. */
    private static final int EAGER_LOOKS = 16;

    /** Count, Head and Tail. */
    private final Broker broker;

    /** Ticket and value of each slot. */
    private final Longs slots;

    /** capacity - 1: position to slot. */
    private final int mask;

    /** log2 of the capacity: position to round. */
    private final int shift;

    private FusedBrokerQueue(Device device, int capacity, int start) {
        mask = Broker.checkCapacity(capacity) - 1;
        shift = Integer.numberOfTrailingZeros(capacity);
        broker = new Broker(device, capacity, start);
        slots = device.longs(capacity);
        if (start != 0) {
            long[] first = new long[capacity];
            for (int i = 0; i < capacity; i++) {
                first[(start + i) & mask] = word(enqueueTicket(start + i), 0);
            }
            slots.copyIn(first);
        }
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static FusedBrokerQueue ints(Device device, int capacity) {
        return new FusedBrokerQueue(device, capacity, 0);
    }

    /** {@return an empty queue that has seen {@code start} enqueues and dequeues already, for tests of wrap-around} */
    static FusedBrokerQueue startingAt(Device device, int capacity, int start) {
        return new FusedBrokerQueue(device, capacity, start);
    }

    @Override
    public int capacity() {
        return broker.capacity();
    }

    @Override
    public void clear() {
        broker.clear();
        slots.fill(0);
    }

    /** {@return where this queue keeps what, for measuring the code of other compilers on the very same memory} */
    public BrokerMemory memory() {
        return broker.memory(slots, slots);
    }

    @Override
    public boolean enqueue(int value) {
        if (!broker.tryEnsureEnqueue() && !ensureEnqueueUnlessFull()) {
            return false;
        }
        putData(broker.nextTail(), value);
        return true;
    }

    @Override
    public Dequeued dequeue() {
        if (!broker.tryEnsureDequeue() && !ensureDequeueUnlessEmpty()) {
            return Dequeued.empty();
        }
        return Dequeued.of(readData(broker.nextHead()));
    }

    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        return enqueue(broker.claimTailForWarp(lane), value);
    }

    @Override
    public Dequeued dequeueWarp(Lane lane) {
        return dequeue(broker.claimHeadForWarp(lane));
    }

    @Override
    public boolean enqueueBlock(Lane lane, int value) {
        return enqueue(broker.claimTailForBlock(lane), value);
    }

    @Override
    public Dequeued dequeueBlock(Lane lane) {
        return dequeue(broker.claimHeadForBlock(lane));
    }

    private boolean enqueue(Broker.Claim claim, int value) {
        if (!claim.granted() && !ensureEnqueueUnlessFull()) {
            return false;
        }
        putData(claim.granted() ? claim.position() : broker.nextTail(), value);
        return true;
    }

    private Dequeued dequeue(Broker.Claim claim) {
        if (!claim.granted() && !ensureDequeueUnlessEmpty()) {
            return Dequeued.empty();
        }
        return Dequeued.of(readData(claim.granted() ? claim.position() : broker.nextHead()));
    }

    /** {@return whether room is assured; if not, the queue was full} */
    private boolean ensureEnqueueUnlessFull() {
        var backoff = new Backoff();
        while (!broker.ensureEnqueue()) {
            if (broker.wasFull()) {
                return false;
            }
            backoff.pause("FusedBrokerQueue.enqueue: others to make room, or to be seen not to");
        }
        return true;
    }

    /** {@return whether an element is assured; if not, the queue was empty} */
    private boolean ensureDequeueUnlessEmpty() {
        var backoff = new Backoff();
        while (!broker.ensureDequeue()) {
            if (broker.wasEmpty()) {
                return false;
            }
            backoff.pause("FusedBrokerQueue.dequeue: others to add an element, or to be seen not to");
        }
        return true;
    }

    private void putData(int position, int value) {
        waitForTicket(position & mask, enqueueTicket(position));
        slots.setOpaque(position & mask, word(dequeueTicket(position), value));
    }

    private int readData(int position) {
        int value = waitForTicket(position & mask, dequeueTicket(position));
        slots.setOpaque(position & mask, word(enqueueTicket(position + mask + 1), 0));
        return value;
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
                backoff.pause("FusedBrokerQueue: the ticket of its slot");
            }
        }
    }

    private int enqueueTicket(int position) {
        return 2 * (position >>> shift);
    }

    private int dequeueTicket(int position) {
        return 2 * (position >>> shift) + 1;
    }

    private static long word(int ticket, int value) {
        return (long) ticket << Integer.SIZE | Integer.toUnsignedLong(value);
    }

    private static int ticket(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    @Override
    public String toString() {
        return "FusedBrokerQueue of " + capacity() + " ints";
    }
}
