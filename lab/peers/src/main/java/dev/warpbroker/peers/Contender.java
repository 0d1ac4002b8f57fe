package dev.warpbroker.peers;

import dev.warpbroker.concurrent.RingBlockingQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Supplier;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/** The queues that are measured. All are bounded but the two marked so. */
public enum Contender {
    RING("RingBlockingQueue"),
    JCTOOLS("JCTools MpmcArrayQueue"),
    JCTOOLS_VARHANDLE("JCTools MpmcVarHandleArrayQueue"),
    ARRAY_BLOCKING("ArrayBlockingQueue"),
    LINKED_BLOCKING("LinkedBlockingQueue"),
    CONCURRENT_LINKED("ConcurrentLinkedQueue (unbounded)"),
    LINKED_TRANSFER("LinkedTransferQueue (unbounded)"),
    DISRUPTOR("Disruptor, sharing work");

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    /** {@return its name in tables and records} */
    String title() {
        return title;
    }

    /** {@return what makes the ports of a new queue} */
    Supplier<QueuePort> open(int capacity) {
        return switch (this) {
            case RING -> ports(new RingBlockingQueue<>(capacity));
            case JCTOOLS -> ports(new MpmcArrayQueue<>(capacity));
            case JCTOOLS_VARHANDLE -> ports(new MpmcVarHandleArrayQueue<>(capacity));
            case ARRAY_BLOCKING -> ports(new ArrayBlockingQueue<>(capacity));
            case LINKED_BLOCKING -> ports(new LinkedBlockingQueue<>(capacity));
            case CONCURRENT_LINKED -> ports(new ConcurrentLinkedQueue<>());
            case LINKED_TRANSFER -> ports(new LinkedTransferQueue<>());
            case DISRUPTOR -> new DisruptorWorkQueue(capacity)::port;
        };
    }

    private static Supplier<QueuePort> ports(Queue<Object> queue) {
        return () -> QueuePort.of(queue);
    }
}
