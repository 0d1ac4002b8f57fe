package dev.warpbroker.peers;

import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The queue that all threads use; a new one for every iteration. */
@State(Scope.Benchmark)
public class Shared {
    /** Of the bounded queues. */
    static final int CAPACITY = 16_384;

    @Param
    @SuppressWarnings("NullAway.Init") // set by JMH
    Contender queue;

    @SuppressWarnings("NullAway.Init") // set before every iteration
    Supplier<QueuePort> ports;

    @Setup(Level.Iteration)
    public void open() {
        ports = queue.open(CAPACITY);
    }
}
