package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import java.util.Arrays;

/**
 * The Broker Queue: a bounded ring for thousands of threads that answers Full and Empty without blocking.
 *
 * <p>Bernhard Kerbl, Michael Kenzel, Joerg H. Mueller, Dieter Schmalstieg, Markus Steinberger: <i>The Broker Queue: A
 * Fast, Linearizable FIFO Queue for Fine-Granular Work Distribution on the GPU</i>, ICS 2018, algorithm 1. This class
 * is the paper's form. {@link FusedBrokerQueue} is faster and publishes less.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. Full and Empty are returned only if the queue was full or empty at some instant during
 * the call. A {@code capacity} of N holds N values.
 *
 * <p><b>Not guaranteed.</b> Operations are not lock-free: one may wait for others that have begun on the same slot, or
 * whose outcome decides between Full (Empty) and success. It never waits for an operation that has not begun. So all
 * threads that use the queue must be resident. A slot serves its threads strictly in turn: with many more threads than
 * slots <em>and</em> than processors, which happens on the JVM only, each turn waits until one particular thread is
 * scheduled, and throughput falls by orders of magnitude; choose a capacity of at least the number of threads. A launch
 * that was cancelled or failed may leave the queue in the middle of an operation: {@link #clear} it before it is used
 * again.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>Full and Empty compare two ordered reads instead of one 64-bit read of the pair (Head, Tail). Next to the
 *       32-bit adds that is a race of mixed sizes, which neither PTX nor Java orders. Head and Tail only grow, so if
 *       Tail, read first, is N or more ahead of Head, the queue was full at the second read; likewise for empty.
 *   <li>Distances are signed, so the margin MaxThreads/2 is not needed, nor is MaxThreads.
 *   <li>Tickets are stored with release and read with acquire; the paper does not say what orders element and ticket.
 *   <li>Threads also pause between two attempts to get an assurance, not only while they wait for a ticket.
 * </ul>
 */
public sealed class BrokerQueue extends BrokeredQueue implements SlotQueue permits BrokerWorkDistributor {
    private static final String TICKET = "the ticket of its slot";

    /** RingBuffer and Tickets: the elements, and whose turn it is at each. */
    private final TurnRing ring;

    BrokerQueue(Device device, QueueOptions options, int wordsPerSlot) {
        var empty = TurnRing.on(device, options, wordsPerSlot);
        this(device, Broker.on(device, options.capacity(), options.start()), empty, options.statistics());
    }

    /** A queue of several that share their memory, for {@link BrokerStealingQueue}. */
    BrokerQueue(Device device, Broker broker, TurnRing ring, QueueOptions.Statistics statistics) {
        super(device, broker, statistics);
        this.ring = ring;
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static BrokerQueue ints(Device device, int capacity) {
        return with(device, QueueOptions.capacity(capacity));
    }

    /**
     * {@return an empty queue that lends slots of {@code wordsPerSlot} 32-bit words}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    static SlotQueue slots(Device device, int capacity, int wordsPerSlot) {
        return new BrokerQueue(device, QueueOptions.capacity(capacity), wordsPerSlot);
    }

    static BrokerQueue with(Device device, QueueOptions options) {
        return new BrokerQueue(device, options, 1);
    }

    /** The broker's word first, by itself: a GPU runs that shorter. */
    @Override
    boolean ensureEnqueue() {
        return broker.ensureEnqueue() || ensureEnqueueUnlessFull();
    }

    @Override
    boolean ensureDequeue() {
        return broker.ensureDequeue() || ensureDequeueUnlessEmpty();
    }

    @Override
    final void putData(int position, int value) {
        ring.put(ring.awaitEnqueuesTurn(position, TICKET, statistics), position, value);
    }

    @Override
    final int readData(int position) {
        return ring.take(ring.awaitDequeuesTurn(position, TICKET, statistics), position);
    }

    @Override
    public final Slot beginEnqueue() {
        if (!ensureEnqueue()) {
            return Slot.none();
        }
        int position = broker.nextTail();
        return new Slot(true, ring.awaitEnqueuesTurn(position, TICKET, statistics), position);
    }

    @Override
    public final boolean endEnqueue(Slot slot) {
        ring.handToDequeue(slot.index(), slot.position());
        return true;
    }

    @Override
    public final Slot beginDequeue() {
        if (!ensureDequeue()) {
            return Slot.none();
        }
        int position = broker.nextHead();
        return new Slot(true, ring.awaitDequeuesTurn(position, TICKET, statistics), position);
    }

    @Override
    public final void endDequeue(Slot slot) {
        ring.handToEnqueue(slot.index(), slot.position());
    }

    @Override
    public final Ints words() {
        return ring.words();
    }

    @Override
    public final int wordsPerSlot() {
        return ring.wordsPerSlot();
    }

    @Override
    public final int size() {
        int[] ends = broker.headAndTail();
        return ends[1] - ends[0];
    }

    /**
     * A launch of one lane would need a microsecond for each: the host writes the ring itself, if the queue is empty.
     */
    @Override
    public final int fill(int... values) {
        if (size() != 0) {
            return super.fill(values);
        }
        int[] fitting = Arrays.copyOf(values, Math.min(values.length, capacity()));
        ring.fill(fitting);
        broker.clearTo(fitting.length);
        return fitting.length;
    }

    @Override
    public final int[] drain() {
        int[] ends = broker.headAndTail();
        int[] values = ring.elements(ends[0], ends[1] - ends[0]);
        clear();
        return values;
    }

    @Override
    public final void clear() {
        broker.clear();
        ring.clear();
    }

    @Override
    public final void close() {
        broker.close();
        ring.close();
    }

    final Memory memory() {
        return broker.memory(ring.words(), ring.turns());
    }

    /**
     * Device addresses of the parts of a broker queue.
     *
     * @param ring the elements; with their tickets, where the two are fused
     * @param tickets the tickets; the ring, where the two are fused
     * @param count the broker's Count, an int
     * @param head Head, an int on a line of its own whose other words are not used
     */
    public record Memory(long ring, long tickets, long count, long head) {
        /** {@return where a queue keeps what, for measuring the code of other compilers on the very same memory} */
        public static Memory of(IntQueue queue) {
            return switch (queue) {
                case BrokerQueue broker -> broker.memory();
                case FusedBrokerQueue fused -> fused.memory();
                case OneWordBrokerQueue fused -> fused.memory();
                default ->
                    throw new IllegalArgumentException(queue + " is no broker queue, whose memory others could use");
            };
        }
    }
}
