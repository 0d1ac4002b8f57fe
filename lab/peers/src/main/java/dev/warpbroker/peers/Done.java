package dev.warpbroker.peers;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How many operations have succeeded in an iteration, by all threads together, and how long that took. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Done {
    public long operations;
    public long nanos;
}
