package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/**
 * What queues in an array have in common: a ring, the positions of the next dequeue and enqueue, and further counters.
 */
abstract class ArrayQueue extends DeviceQueue {
    /** From one counter to the next; the first is at {@code LINE}. */
    static final int LINE = Ints.LINE;

    /** Positions and other counters, each on a line of its own. */
    final Ints counters;

    private final Ring ring;
    private final int head;
    private final int tail;

    /**
     * @param count of counters
     * @param head where the position of the next dequeue is
     * @param tail where the position of the next enqueue is
     */
    ArrayQueue(Device device, QueueOptions options, Ring ring, int count, int head, int tail) {
        super(device, options);
        this.ring = ring;
        this.head = head;
        this.tail = tail;
        counters = device.ints((1 + count) * LINE);
        begin(options.start());
    }

    /** Sets the counters from the host: no elements, and {@code start} operations of either kind have been made. */
    void begin(int start) {
        int[] first = new int[counters.length()];
        first[head] = start;
        first[tail] = start;
        counters.copyIn(first);
    }

    /** One add for positions of as many lanes as the first of them got {@code admitted}; they are the first ones. */
    final Broker.Claim claim(ActiveLanes lanes, int admitted, int end) {
        int position = lanes.isFirst() ? counters.getAndAddRelaxed(end, admitted) : 0;
        int rank = lanes.rank();
        return new Broker.Claim(rank < lanes.fromFirst(admitted), lanes.fromFirst(position) + rank);
    }

    /** Adds {@code step} for each of the lanes that have {@code done} something: the first ones. */
    final void addTogether(ActiveLanes lanes, boolean done, int counter, int step) {
        int count = lanes.countOfFirst(done);
        if (lanes.isFirst()) {
            counters.getAndAddRelaxed(counter, step * count);
        }
    }

    @Override
    public void clear() {
        begin(0);
        ring.clear();
    }

    @Override
    public void close() {
        ring.close();
        counters.close();
    }
}
