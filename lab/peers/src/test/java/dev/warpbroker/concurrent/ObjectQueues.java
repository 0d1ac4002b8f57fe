package dev.warpbroker.concurrent;

import dev.warpbroker.structures.queue.QueueKind;
import java.util.concurrent.BlockingQueue;

/** The queues under test by name: the ring, or that of an algorithm. */
final class ObjectQueues {
    static final String RING = "ring";

    private ObjectQueues() {}

    static <E> BlockingQueue<E> create(String name, int capacity) {
        return name.equals(RING)
                ? new RingBlockingQueue<>(capacity)
                : AlgorithmBlockingQueue.of(QueueKind.named(name).orElseThrow(), capacity);
    }
}
