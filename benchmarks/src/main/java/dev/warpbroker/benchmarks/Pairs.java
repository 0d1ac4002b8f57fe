package dev.warpbroker.benchmarks;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Control;

/** Every thread puts an element in and takes one out, in turn. */
public class Pairs {
    @Benchmark
    @Threads(1)
    @OperationsPerInvocation(2)
    public @Nullable Object threads1(Own own, Control control) {
        return pair(own, control);
    }

    @Benchmark
    @Threads(2)
    @OperationsPerInvocation(2)
    public @Nullable Object threads2(Own own, Control control) {
        return pair(own, control);
    }

    @Benchmark
    @Threads(4)
    @OperationsPerInvocation(2)
    public @Nullable Object threads4(Own own, Control control) {
        return pair(own, control);
    }

    @Benchmark
    @Threads(8)
    @OperationsPerInvocation(2)
    public @Nullable Object threads8(Own own, Control control) {
        return pair(own, control);
    }

    @Benchmark
    @Threads(16)
    @OperationsPerInvocation(2)
    public @Nullable Object threads16(Own own, Control control) {
        return pair(own, control);
    }

    private static @Nullable Object pair(Own own, Control control) {
        own.offer(control);
        return own.poll(control);
    }
}
