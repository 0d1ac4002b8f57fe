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

/**
 * The queues that are measured. All are bounded, except for the two whose titles state otherwise. All are used through
 * {@code offer} and {@code poll} only, which return at once if the queue is full or empty. The operations that wait for
 * room or for an element are not measured.
 */
public enum Contender {
    /** Our queue. */
    RING("RingBlockingQueue"),

    /** A ring with a sequence number per slot, which accesses its memory with {@code Unsafe}. */
    JCTOOLS("JCTools MpmcArrayQueue"),

    /** The same algorithm as {@link #JCTOOLS}, on variable handles in place of {@code Unsafe}. */
    JCTOOLS_VARHANDLE("JCTools MpmcVarHandleArrayQueue"),

    /** An array behind one lock, which is not fair. */
    ARRAY_BLOCKING("ArrayBlockingQueue"),

    /** A linked list with a lock for each end; it allocates a node for every element. */
    LINKED_BLOCKING("LinkedBlockingQueue"),

    /** A lock-free linked list. It is never full, so that producers that are faster than consumers fill the heap. */
    CONCURRENT_LINKED("ConcurrentLinkedQueue (unbounded)"),

    /** Also a lock-free linked list that is never full. Its {@code offer} does not wait for a consumer. */
    LINKED_TRANSFER("LinkedTransferQueue (unbounded)"),

    /** {@link DisruptorWorkQueue}: the only one that gives each thread a port of its own. */
    DISRUPTOR("Disruptor, sharing work");

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    /** {@return the name in tables and records} A change of a title separates new records from old ones. */
    String title() {
        return title;
    }

    /**
     * {@return a supplier of ports, all of which lead to one new queue} Each thread takes a port of its own.
     *
     * @param capacity a power of two, as the Disruptor requires; the unbounded queues ignore it
     */
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
