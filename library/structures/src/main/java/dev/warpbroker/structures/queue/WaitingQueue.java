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
