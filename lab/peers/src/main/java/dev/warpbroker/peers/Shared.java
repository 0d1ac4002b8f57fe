package dev.warpbroker.peers;

import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The queue that all threads use; a new one for every iteration, so that no iteration begins with elements that the one
 * before has left.
 */
@State(Scope.Benchmark)
public class Shared {
    /**
     * The capacity of the bounded queues. Pairs by up to 128 threads never fill it, as each thread has at most one
     * element in the queue.
     */
    static final int CAPACITY = 16_384;

    /** Chosen by {@link Matrix}; without a choice JMH measures all. */
    @Param
    @SuppressWarnings("NullAway.Init") // set by JMH
    Contender queue;

    /** Gives each thread a port to the queue of this iteration. */
    @SuppressWarnings("NullAway.Init") // set before every iteration
    Supplier<QueuePort> ports;

    @Setup(Level.Iteration)
    public void open() {
        ports = queue.open(CAPACITY);
    }
}
