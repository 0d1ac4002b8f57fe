package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;
import java.util.Arrays;

/**
 * The fast form of the {@link BrokerQueue}: ticket and value share one 64-bit slot, Count is not read before it is
 * changed, and for many threads of a GPU it is kept in parts.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; Full and Empty only if the queue was full or empty at some
 * instant during the call. A {@code capacity} of N holds N values and takes 8 N bytes.
 *
 * <p><b>Not guaranteed.</b> The queue hands over the value and nothing else: what a thread wrote to other memory before
 * it enqueued need <em>not</em> be visible to the thread that dequeues. If the value stands for data elsewhere (an
 * index, a handle), use {@link BrokerQueue}. The rest is as there: not lock-free, all threads that use it must be
 * resident, and a queue that a cancelled launch has used is to be {@linkplain #clear cleared}.
 *
 * <p><b>Differences from the paper</b> (Kerbl et al., ICS 2018), besides those of {@link BrokerQueue}:
 *
 * <ul>
 *   <li>The value travels in the same word as the ticket that announces it, so no fence is needed on either side.
 *   <li>The broker adds to Count at once. Only if that fails, near Full or Empty, does it look before it tries again.
 *   <li>Every operation adds to Count, which is twice as often as to Head or to Tail, and how often one address can be
 *       added to is what limits a queue on a GPU. So for many threads Count is kept in parts there, and a block adds to
 *       its own. Where that gives no assurance and the queue is neither full nor empty, the other parts are asked.
 *   <li>For the same reason lanes of a warp that make the same call together claim together there; in launches of very
 *       many lanes so do warps of a block that come while a claim of their block is under way. Nobody is waited for who
 *       is not there.
 *   <li>A ticket that is not up at once is looked for a few times more before the thread pauses: mostly it is on its
 *       way.
 * </ul>
 */
public final class FusedBrokerQueue extends BrokeredQueue {
    /*
     * Invariants: those of BrokerQueue, with the ticket in the upper and the value in the lower half of the slot. A
     * slot is written only by the operation whose ticket is up, so a plain store to the word moves both at once.
     *
     * Access modes: one word carries everything, so coherence of that word is enough: opaque.
     */

    /** Looks at a slot's ticket before the first pause. */
    private static final int EAGER_LOOKS = 16;

    /** Parts of Count on a GPU: each gets half as many adds as Head and Tail. */
    private static final int PARTS = 4;

    /**
     * Up to here one Count keeps up, and a kernel does not wait for that part which happens to be farthest away from
     * its block: on an H200 that took from nothing to a tenth of the time of 1,024 threads, depending on where the
     * parts were.
     */
    private static final int FEW = 1 << 11;

    /** With less room for each part, operations would be sent from part to part. */
    private static final int MIN_CAPACITY_OF_PART = 1_024;

    /**
     * Up to here the counters of an H200 keep up with the warps, and a claim of one's own is quicker. A queue for no
     * more threads has nothing else in its code: a kernel of few threads takes about as long as its code takes to
     * arrive.
     */
    private static final int CROWD = 1 << 16;

    /** Ticket and value of each slot. */
    private final Longs slots;

    /** capacity - 1: position to slot. */
    private final int mask;

    /** log2 of the capacity: position to round. */
    private final int shift;

    /** Whether lanes that happen to call at the same time make one claim. */
    private final boolean together;

    private FusedBrokerQueue(Device device, QueueOptions options, int parts, int crowd) {
        super(device, Broker.on(device, options.capacity(), options.start(), parts, crowd), options.statistics());
        int capacity = options.capacity();
        int start = options.start();
        mask = capacity - 1;
        shift = Integer.numberOfTrailingZeros(capacity);
        together = parts > 1 && crowd != Broker.NO_CROWD;
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
        return with(device, QueueOptions.capacity(capacity));
    }

    static FusedBrokerQueue with(Device device, QueueOptions options) {
        boolean gpu = device.properties().lanesPerWorker() > 1;
        boolean many = options.threads() > FEW && options.capacity() >= PARTS * MIN_CAPACITY_OF_PART;
        return with(device, options, gpu && many ? PARTS : 1, options.threads() > CROWD ? CROWD : Broker.NO_CROWD);
    }

    /**
     * {@return a queue whose Count is in parts}
     *
     * @param parts a power of two, at most the capacity; if more than one, only lanes of a kernel can use the queue
     * @param crowd lanes of a launch from which on warps of a block claim together, if there are several parts
     */
    static FusedBrokerQueue with(Device device, QueueOptions options, int parts, int crowd) {
        return new FusedBrokerQueue(device, options, parts, crowd);
    }

    @Override
    public void close() {
        broker.close();
        slots.close();
    }

    @Override
    public void clear() {
        broker.clear();
        slots.fill(0);
    }

    /** {@return where this queue keeps what, for measuring the code of other compilers on the very same memory} */
    public BrokerQueue.Memory memory() {
        return broker.memory(slots, slots);
    }

    @Override
    public boolean enqueue(int value) {
        return claimsTogether() ? enqueueWarp(Lane.current(), value) : super.enqueue(value);
    }

    @Override
    public TakenInt dequeue() {
        return claimsTogether() ? dequeueWarp(Lane.current()) : super.dequeue();
    }

    private boolean claimsTogether() {
        return together && broker.isCrowded(Lane.current());
    }

    /** Adds to Count at once, and looks at it only if that was wrong. */
    @Override
    boolean ensureEnqueue() {
        return broker.ensureEnqueueAtOnce() || ensureEnqueueUnlessFull();
    }

    @Override
    boolean ensureDequeue() {
        return broker.ensureDequeueAtOnce() || ensureDequeueUnlessEmpty();
    }

    /** The host writes the ring itself, if the queue is empty. */
    @Override
    public int fill(int... values) {
        int[] ends = broker.headAndTail();
        if (ends[0] != ends[1]) {
            return super.fill(values);
        }
        int count = Math.min(values.length, capacity());
        long[] words = new long[capacity()];
        for (int i = 0; i < count; i++) {
            words[i] = word(dequeueTicket(i), values[i]);
        }
        slots.copyIn(words);
        broker.clearTo(count);
        return count;
    }

    @Override
    public int[] drain() {
        int[] ends = broker.headAndTail();
        long[] words = slots.copyOut();
        int[] values = new int[ends[1] - ends[0]];
        Arrays.setAll(values, i -> (int) words[(ends[0] + i) & mask]);
        clear();
        return values;
    }

    @Override
    void putData(int position, int value) {
        waitForTicket(position & mask, enqueueTicket(position));
        slots.setOpaque(position & mask, word(dequeueTicket(position), value));
    }

    @Override
    int readData(int position) {
        int value = waitForTicket(position & mask, dequeueTicket(position));
        slots.setOpaque(position & mask, word(enqueueTicket(position + (mask + 1)), 0));
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
                statistics.waited();
                backoff.pause("the ticket of its slot");
            }
        }
    }

    /** {@return the ticket of the enqueue at {@code position}} */
    private int enqueueTicket(int position) {
        return 2 * (position >>> shift);
    }

    /** {@return the ticket of the dequeue at {@code position}} */
    private int dequeueTicket(int position) {
        return 2 * (position >>> shift) + 1;
    }

    private static long word(int ticket, int value) {
        return (long) ticket << Integer.SIZE | Integer.toUnsignedLong(value);
    }

    private static int ticket(long word) {
        return (int) (word >>> Integer.SIZE);
    }
}
