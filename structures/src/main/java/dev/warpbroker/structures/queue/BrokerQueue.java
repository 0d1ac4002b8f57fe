package dev.warpbroker.structures;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;

/**
 * The Broker Queue: a bounded ring for thousands of threads that answers Full and Empty without blocking.
 *
 * <p>Bernhard Kerbl, Michael Kenzel, Joerg H. Mueller, Dieter Schmalstieg, Markus Steinberger: <i>The Broker Queue: A
 * Fast, Linearizable FIFO Queue for Fine-Granular Work Distribution on the GPU</i>, ICS 2018, algorithm 1. This class is
 * the paper's form. {@link FusedBrokerQueue} is faster and publishes less.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. Full and Empty are returned only if the queue was full or empty at some instant during the
 * call. A {@code capacity} of N holds N values.
 *
 * <p><b>Not guaranteed.</b> Operations are not lock-free: one may wait for others that have begun on the same slot, or
 * whose outcome decides between Full (Empty) and success. It never waits for an operation that has not begun. So all
 * threads that use the queue must be resident. A slot serves its threads strictly in turn: with many more threads than
 * slots <em>and</em> than processors, which happens on the JVM only, each turn waits until one particular thread is
 * scheduled, and throughput falls by orders of magnitude; choose a capacity of at least the number of threads. A launch
 * that was cancelled or failed may leave the queue in the middle of an operation: {@link #clear} it before it is used again.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>Full and Empty compare two ordered reads instead of one 64-bit read of the pair (Head, Tail). Next to the 32-bit
 *       adds that is a race of mixed sizes, which neither PTX nor Java orders. Head and Tail only grow, so if Tail, read
 *       first, is N or more ahead of Head, the queue was full at the second read; likewise for empty.
 *   <li>Distances are signed, so the margin MaxThreads/2 is not needed, nor is MaxThreads.
 *   <li>Tickets are stored with release and read with acquire; the paper does not say what orders element and ticket.
 *   <li>Threads also pause between two attempts to get an assurance, not only while they wait for a ticket.
 * </ul>
 */
public final class BrokerQueue implements IntQueue {
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

    /** Count, Head and Tail. */
    private final Broker broker;

    /** RingBuffer: the elements. */
    private final Ints ring;

    /** Tickets: whose turn it is, per slot. */
    private final Ints tickets;

    /** capacity - 1: position to slot. */
    private final int mask;

    /** log2 of the capacity: position to round. */
    private final int shift;

    private BrokerQueue(Device device, int capacity, int start) {
        mask = Broker.checkCapacity(capacity) - 1;
        shift = Integer.numberOfTrailingZeros(capacity);
        broker = new Broker(device, capacity, start);
        ring = device.ints(capacity);
        tickets = device.ints(capacity);
        if (start != 0) {
            int[] first = new int[capacity];
            for (int i = 0; i < capacity; i++) {
                first[(start + i) & mask] = enqueueTicket(start + i);
            }
            tickets.copyIn(first);
        }
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static BrokerQueue ints(Device device, int capacity) {
        return new BrokerQueue(device, capacity, 0);
    }

    /** {@return an empty queue that has seen {@code start} enqueues and dequeues already, for tests of wrap-around} */
    static BrokerQueue startingAt(Device device, int capacity, int start) {
        return new BrokerQueue(device, capacity, start);
    }

    @Override
    public int capacity() {
        return broker.capacity();
    }

    @Override
    public void clear() {
        broker.clear();
        tickets.fill(0);
    }

    /** {@return where this queue keeps what, for measuring the code of other compilers on the very same memory} */
    public BrokerMemory memory() {
        return broker.memory(ring, tickets);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (!broker.ensureEnqueue()) {
            if (broker.wasFull()) {
                return false;
            }
            backoff.pause("BrokerQueue.enqueue: others to make room, or to be seen not to");
        }
        putData(broker.nextTail(), value);
        return true;
    }

    @Override
    public Dequeued dequeue() {
        var backoff = new Backoff();
        while (!broker.ensureDequeue()) {
            if (broker.wasEmpty()) {
                return Dequeued.empty();
            }
            backoff.pause("BrokerQueue.dequeue: others to add an element, or to be seen not to");
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
        if (!claim.granted()) {
            return enqueue(value);
        }
        putData(claim.position(), value);
        return true;
    }

    private Dequeued dequeue(Broker.Claim claim) {
        return claim.granted() ? Dequeued.of(readData(claim.position())) : dequeue();
    }

    private void putData(int position, int value) {
        int slot = position & mask;
        waitForTicket(slot, enqueueTicket(position));
        ring.set(slot, value);
        tickets.setRelease(slot, dequeueTicket(position));
    }

    private int readData(int position) {
        int slot = position & mask;
        waitForTicket(slot, dequeueTicket(position));
        int value = ring.get(slot);
        tickets.setRelease(slot, enqueueTicket(position + mask + 1));
        return value;
    }

    private void waitForTicket(int slot, int expected) {
        var backoff = new Backoff();
        while (tickets.getAcquire(slot) != expected) {
            backoff.pause("BrokerQueue: the ticket of its slot");
        }
    }

    private int enqueueTicket(int position) {
        return 2 * (position >>> shift);
    }

    private int dequeueTicket(int position) {
        return 2 * (position >>> shift) + 1;
    }

    @Override
    public String toString() {
        return "BrokerQueue of " + capacity() + " ints";
    }
}
