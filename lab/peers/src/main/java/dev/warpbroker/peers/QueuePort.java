package dev.warpbroker.peers;

import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What one thread uses a queue through. Made for each thread, because the Disruptor knows its consumers one by one. */
interface QueuePort {
    boolean offer(Object element);

    @Nullable
    Object poll();

    /** {@return a port of a queue that does not tell threads apart} */
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
