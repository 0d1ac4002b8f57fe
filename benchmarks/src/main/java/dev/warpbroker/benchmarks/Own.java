package dev.warpbroker.benchmarks;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/** What a thread has to itself, and the two operations: each is tried until it succeeds or the iteration ends. */
@State(Scope.Thread)
public class Own {
    private final Object element = new Object();

    @SuppressWarnings("NullAway.Init") // set before every iteration
    private Port port;

    @Setup(Level.Iteration)
    public void attach(Shared shared) {
        port = shared.ports.get();
    }

    void offer(Control control) {
        while (!port.offer(element) && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }

    @Nullable
    Object poll(Control control) {
        while (true) {
            Object polled = port.poll();
            if (polled != null || control.stopMeasurement) {
                return polled;
            }
            Thread.onSpinWait();
        }
    }
}
