package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
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
 *   <li>A queue that is made for few threads, by {@link QueueKind#create(Device, QueueOptions)}, has Head and Tail in
 *       one word, and none for Count: see {@code OneWordBrokerQueue}.
 * </ul>
 */
public final class FusedBrokerQueue extends BrokeredQueue {
    /*
     * Invariants: those of Broker and TicketRing.
     */

    /** Positions are all ints. */
    private static final int ALL_POSITIONS = -1;

    /** Parts of Count on a GPU: each gets half as many adds as Head and Tail. */
    private static final int PARTS = 4;

    /** Up to here one word for both ends keeps up on an H200, and what counts is how many accesses wait for another. */
    private static final int FEW = 1 << 13;

    /** With less room for each part, operations would be sent from part to part. */
    private static final int MIN_CAPACITY_OF_PART = 1_024;

    /**
     * Up to here the counters of an H200 keep up with the warps, and a claim of one's own is quicker. A queue for no
     * more threads has nothing else in its code: a kernel of few threads takes about as long as its code takes to
     * arrive.
     */
    private static final int CROWD = 1 << 16;

    /** Tickets and values. */
    private final TicketRing ring;

    /** Whether lanes that happen to call at the same time make one claim. */
    private final boolean together;

    private FusedBrokerQueue(Device device, QueueOptions options, int parts, int crowd) {
        super(device, Broker.on(device, options.capacity(), options.start(), parts, crowd), options.statistics());
        together = parts > 1 && crowd != Broker.NO_CROWD;
        ring = new TicketRing(device, options, ALL_POSITIONS);
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static FusedBrokerQueue ints(Device device, int capacity) {
        return forMany(device, QueueOptions.capacity(capacity));
    }

    /** {@return the form that suits the number of threads} */
    static IntQueue with(Device device, QueueOptions options) {
        return options.threads() <= FEW && options.capacity() <= OneWordBrokerQueue.MAX_CAPACITY
                ? OneWordBrokerQueue.with(device, options)
                : forMany(device, options);
    }

    private static FusedBrokerQueue forMany(Device device, QueueOptions options) {
        boolean gpu = device.properties().lanesPerWorker() > 1;
        boolean parts = gpu && options.capacity() >= PARTS * MIN_CAPACITY_OF_PART;
        return with(device, options, parts ? PARTS : 1, options.threads() > CROWD ? CROWD : Broker.NO_CROWD);
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
        ring.close();
    }

    @Override
    public void clear() {
        broker.clear();
        ring.clear();
    }

    BrokerQueue.Memory memory() {
        return broker.memory(ring.slots(), ring.slots());
    }

    @Override
    public boolean enqueue(int value) {
        return enqueue(claimsTogether() ? broker.claimTailInCrowd(Lane.current()) : Broker.Claim.NONE, value);
    }

    @Override
    public TakenInt dequeue() {
        return dequeue(claimsTogether() ? broker.claimHeadInCrowd(Lane.current()) : Broker.Claim.NONE);
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
        int[] fitting = Arrays.copyOf(values, Math.min(values.length, capacity()));
        ring.fill(fitting);
        broker.clearTo(fitting.length);
        return fitting.length;
    }

    @Override
    public int[] drain() {
        int[] ends = broker.headAndTail();
        int[] values = ring.elements(ends[0], ends[1] - ends[0]);
        clear();
        return values;
    }

    @Override
    void putData(int position, int value) {
        ring.put(position, value);
    }

    @Override
    int readData(int position) {
        return ring.take(position);
    }
}
