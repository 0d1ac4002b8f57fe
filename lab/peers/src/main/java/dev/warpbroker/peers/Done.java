package dev.warpbroker.peers;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The number of operations that succeeded in an iteration, by all threads together, and the time that they took. JMH
 * reports the two public fields beside its own score, under their names, and {@link Matrix} divides one by the other.
 *
 * <p>Attempts that found the queue full or empty are not counted. JMH resets both fields before each iteration. It
 * calls the benchmark from a single thread, so the state of that thread holds the totals.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Done {
    public long operations;
    public long nanos;
}
