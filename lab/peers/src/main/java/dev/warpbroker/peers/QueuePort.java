package dev.warpbroker.peers;

import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The access of one thread to a queue that several threads use. Each thread has a port of its own, because the
 * Disruptor must know each of its consumers. For the other queues a port is stateless and only forwards; since a
 * process measures one queue, the JVM sees one class behind these calls and can inline them.
 */
interface QueuePort {
    /** {@return whether the element was put in; if not, the queue was full} Does not wait for room. */
    boolean offer(Object element);

    /** {@return the element taken out; null if the queue was empty} Does not wait for an element. */
    @Nullable
    Object poll();

    /** {@return a port of a queue that treats all threads alike} */
    static QueuePort of(Queue<Object> queue) {
        return new QueuePort() {
            @Override
            public boolean offer(Object element) {
                return queue.offer(element);
            }

            @Override
            public @Nullable Object poll() {
                return queue.poll();
            }
        };
    }
}
