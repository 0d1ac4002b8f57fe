package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;

/**
 * What queues of linked nodes have in common: nodes in an array set aside at the beginning, and the ends of the list.
 */
abstract class LinkedQueue extends DeviceQueue {
    private static final int LINE = Longs.LINE;

    /** Where dequeues take place: the node before the first value. */
    static final int HEAD = LINE;

    /** Where enqueues take place. Far from the head, for the reason given in {@link Broker}. */
    static final int TAIL = 17 * LINE;

    private static final int ENDS_LENGTH = 18 * LINE;

    /** The value of each node. */
    final Ints values;

    /** From each node to the one after it: a {@link Link}. */
    final Longs links;

    /** Head and Tail. */
    final Longs ends;

    LinkedQueue(Device device, QueueOptions options, long nodes) {
        super(device, options);
        if (nodes >= Link.NONE) {
            throw new IllegalArgumentException("a " + getClass().getSimpleName() + " of " + options.capacity()
                    + " ints for " + options.threads() + " threads needs " + nodes + " nodes; the most is "
                    + (Link.NONE - 1) + "; use a smaller capacity or fewer threads");
        }
        values = device.ints((int) nodes);
        links = device.longs((int) nodes);
        ends = device.longs(ENDS_LENGTH);
    }

    /** Makes the list one of a single node, from the host: it is the node before the first value, and the last. */
    final void beginWith(long onlyNode, long noLink) {
        links.fill(noLink);
        ends.copyIn(new long[] {onlyNode}, HEAD);
        ends.copyIn(new long[] {onlyNode}, TAIL);
    }

    /** Whether something is linked behind Head's node is all that a look at it tells. */
    @Override
    public int sizeHint() {
        long first = links.getOpaque(Link.index(ends.getOpaque(HEAD)));
        return Link.index(first) == Link.NONE ? 0 : capacity();
    }

    /** {@return the number of values, if the tags of Head and Tail are positions} Either may move on meanwhile. */
    final int distance() {
        return Math.max(Link.tag(ends.getOpaque(TAIL)) - Link.tag(ends.getOpaque(HEAD)), 0);
    }

    @Override
    public void close() {
        values.close();
        links.close();
        ends.close();
    }
}
