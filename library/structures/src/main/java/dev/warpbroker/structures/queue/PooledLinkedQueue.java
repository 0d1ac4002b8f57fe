package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;

/**
 * What lock-free queues of linked nodes have in common: a pool of the nodes that are in no list, with some to spare for
 * threads that hold one while they try.
 */
abstract class PooledLinkedQueue extends LinkedQueue {
    private static final int MIN_SPARE = 64;

    final NodePool pool;

    PooledLinkedQueue(Device device, QueueOptions options, long nodes) {
        super(device, options, nodes);
        pool = new NodePool(device, links.length(), statistics);
        begin(options.start());
    }

    /** {@return how many threads are given nodes to spare} */
    static int spare(QueueOptions options) {
        return Math.min(options.threads(), Math.max(options.capacity(), MIN_SPARE));
    }

    private void begin(int start) {
        beginWith(Link.of(0, start), Link.of(Link.NONE, start + 1));
        pool.begin(1, start);
    }

    @Override
    public final void clear() {
        begin(0);
    }

    @Override
    public final void close() {
        pool.close();
        super.close();
    }
}
