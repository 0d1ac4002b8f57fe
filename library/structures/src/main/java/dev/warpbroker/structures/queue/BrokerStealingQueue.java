package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/**
 * The Broker Stealing Queue (BSQ): a {@link BrokerQueue} for each block, and a block that finds its own empty takes
 * from the others.
 *
 * <p>Kerbl et al., <i>The Broker Queue</i>, ICS 2018, section 6.2.
 *
 * <p><b>Guarantees.</b> Nothing is lost or duplicated. Empty means that each of the queues was found empty once during
 * the call, one after the other; Full likewise. What a thread wrote before it enqueued a value is visible to the thread
 * that dequeued it. Fast where blocks mostly take what they put in themselves; a block that finds nothing looks at
 * every queue.
 *
 * <p><b>Not guaranteed.</b> No order between values of different blocks, so it is not linearizable as a queue; nor
 * between values of one thread once its queue has been full and it has put some elsewhere. The capacity is split
 * evenly. Only lanes of a kernel can use it, on the JVM device too.
 *
 * <p><b>Differences from the paper.</b> The number of queues is chosen when the queue is made; further blocks share. A
 * block whose own queue is full puts its value into the next that has room: the paper does not say what happens then.
 */
final class BrokerStealingQueue implements IntQueue {
    /*
     * Invariants: those of BrokerQueue, for each of the queues. They lie one after the other in the same memory; which
     * one an operation means is known when it runs, so the BrokerQueue that it is made on exists only in the kernel.
     */

    /** With more, their counters would not fit into one array. */
    private static final int MAX_QUEUES = Integer.MAX_VALUE / Broker.LENGTH;

    private final Device device;

    /** Count, Head and Tail of each queue. */
    private final Ints counters;

    private final Ints words;
    private final Ints tickets;

    /** How many queues there are. */
    private final int queues;

    /** Capacity of each. */
    private final int capacityEach;

    private final QueueOptions.Statistics statistics;

    private BrokerStealingQueue(Device device, QueueOptions options) {
        this.device = device;
        int capacity = options.capacity();
        queues = Math.min(options.blocks(), capacity / QueueOptions.MIN_CAPACITY);
        if (queues > MAX_QUEUES) {
            throw new IllegalArgumentException(queues + " parts of a BrokerStealingQueue, for " + options.blocks()
                    + " blocks; the most are " + MAX_QUEUES + ": give fewer blocks, the others share");
        }
        capacityEach = Integer.highestOneBit(capacity / queues);
        counters = device.ints(queues * Broker.LENGTH);
        words = device.ints(queues * capacityEach);
        tickets = device.ints(queues * capacityEach);
        statistics = options.statistics();
        begin(options.start());
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity of all parts together, a power of two between 2 and 2^30
     * @param blocks that are to have a part of their own
     */
    static BrokerStealingQueue ints(Device device, int capacity, int blocks) {
        return with(device, QueueOptions.capacity(capacity).withBlocks(blocks));
    }

    static BrokerStealingQueue with(Device device, QueueOptions options) {
        return new BrokerStealingQueue(device, options);
    }

    private void begin(int start) {
        for (int i = 0; i < queues; i++) {
            Broker.begin(counters, i * Broker.LENGTH, start);
            ring(i).begin(start);
        }
    }

    private Broker broker(int index) {
        return new Broker(counters, index * Broker.LENGTH, capacityEach);
    }

    private TurnRing ring(int index) {
        return new TurnRing(words, tickets, index * capacityEach, capacityEach, 1);
    }

    private BrokerQueue queue(int index) {
        return new BrokerQueue(device, broker(index), ring(index), statistics);
    }

    /** {@return the queue of the caller's block} */
    private int own() {
        return Lane.current().block().index() % queues;
    }

    /** {@return the queue {@code step} after another, less than all of them} */
    private int after(int index, int step) {
        return index + step < queues ? index + step : index + step - queues;
    }

    @Override
    public boolean enqueue(int value) {
        int own = own();
        return queue(own).enqueue(value) || enqueueElsewhere(own, value);
    }

    /** Lanes of a warp are in one block, so they have the same queue. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        int own = own();
        return queue(own).enqueueWarp(lane, value) || enqueueElsewhere(own, value);
    }

    private boolean enqueueElsewhere(int own, int value) {
        boolean done = false;
        for (int step = 1; step < queues && !done; step++) {
            statistics.retried();
            done = queue(after(own, step)).enqueue(value);
        }
        return done;
    }

    @Override
    public TakenInt dequeue() {
        int own = own();
        var dequeued = queue(own).dequeue();
        return dequeued.present() ? dequeued : steal(own);
    }

    @Override
    public TakenInt dequeueWarp(Lane lane) {
        int own = own();
        var dequeued = queue(own).dequeueWarp(lane);
        return dequeued.present() ? dequeued : steal(own);
    }

    private TakenInt steal(int own) {
        var dequeued = TakenInt.empty();
        for (int step = 1; step < queues && !dequeued.present(); step++) {
            statistics.retried();
            dequeued = queue(after(own, step)).dequeue();
        }
        return dequeued;
    }

    /**
     * Lanes look at different queues at once, and go to the first that has something together: only these, for others
     * of the warp that are here as well may have chosen another one. If all of that was taken before they came, they
     * get nothing.
     */
    @Override
    public TakenInt pollWarp(Lane lane) {
        var warp = lane.warp();
        int mask = warp.activeMask();
        int own = own();
        int found = 0;
        int index = own;
        for (int first = 0; first < queues && found == 0; first += Integer.bitCount(mask)) {
            int step = first + warp.rank(mask);
            index = after(own, Math.min(step, queues - 1));
            found = warp.ballot(mask, step < queues && broker(index).unpromised() > 0);
        }
        if (found == 0) {
            return TakenInt.empty();
        }
        return queue(warp.shuffle(mask, index, warp.leader(found))).poll(lane, mask);
    }

    /** {@return the most values that can be inside, all queues together} */
    @Override
    public int capacity() {
        return queues * capacityEach;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public void clear() {
        begin(0);
    }

    @Override
    public void close() {
        counters.close();
        words.close();
        tickets.close();
    }

    @Override
    public String toString() {
        return "BrokerStealingQueue of " + queues + " times " + capacityEach + " ints";
    }
}
