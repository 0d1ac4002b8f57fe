package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import java.util.Arrays;

/**
 * What rings have in common whose operations take a position and wait for its turn, also while the queue is full or
 * empty. From the host, {@link #fill} and {@link #drain} do not wait.
 */
abstract class WaitingQueue extends ArrayQueue {
    /** The next position of a dequeue. */
    static final int HEAD = LINE;

    /** The next position of an enqueue. */
    static final int TAIL = 2 * LINE;

    final TurnRing ring;

    /** @param count of counters, Head and Tail included */
    WaitingQueue(Device device, QueueOptions options, int count) {
        var empty = TurnRing.on(device, options);
        super(device, options, empty, count, HEAD, TAIL);
        ring = empty;
    }

    /**
     * Takes positions whose turn is up, for as many lanes as there are, from the first on and without a gap.
     *
     * @param end Head or Tail
     * @return where a lane may go on at once; if none may, there was an instant at which the next one could not
     */
    final Broker.Claim claimAtOnce(ActiveLanes lanes, int end) {
        int rank = lanes.rank();
        int first = lanes.fromFirst(counters.getAcquire(end));
        while (true) {
            boolean up = end == HEAD ? ring.isDequeuesTurn(first + rank) : ring.isEnqueuesTurn(first + rank);
            int count = lanes.countOfFirst(up);
            int found = lanes.isFirst() ? counters.compareAndExchangeAcqRel(end, first, first + count) : 0;
            found = lanes.fromFirst(found);
            if (found == first) {
                lanes.synchronize();
                return new Broker.Claim(rank < count, first + rank);
            }
            first = found;
        }
    }

    @Override
    public final int fill(int... values) {
        int[] counter = counters.copyOut();
        int room = Math.max(0, capacity() - (counter[TAIL] - counter[HEAD]));
        return super.fill(Arrays.copyOf(values, Math.min(values.length, room)));
    }

    @Override
    public final int[] drain() {
        int[] values = ring.elements(counters.copyOut()[HEAD]);
        clear();
        return values;
    }
}
