package dev.warpbroker.benchmarks;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.infra.Control;

/** Half of the threads put elements in, the other half take them out. */
public class ProducersConsumers {
    @Benchmark
    @Group("threads1and1")
    @GroupThreads(1)
    public void produce1(Own own, Control control) {
        own.offer(control);
    }

    @Benchmark
    @Group("threads1and1")
    @GroupThreads(1)
    public @Nullable Object consume1(Own own, Control control) {
        return own.poll(control);
    }

    @Benchmark
    @Group("threads2and2")
    @GroupThreads(2)
    public void produce2(Own own, Control control) {
        own.offer(control);
    }

    @Benchmark
    @Group("threads2and2")
    @GroupThreads(2)
    public @Nullable Object consume2(Own own, Control control) {
        return own.poll(control);
    }

    @Benchmark
    @Group("threads4and4")
    @GroupThreads(4)
    public void produce4(Own own, Control control) {
        own.offer(control);
    }

    @Benchmark
    @Group("threads4and4")
    @GroupThreads(4)
    public @Nullable Object consume4(Own own, Control control) {
        return own.poll(control);
    }

    @Benchmark
    @Group("threads8and8")
    @GroupThreads(8)
    public void produce8(Own own, Control control) {
        own.offer(control);
    }

    @Benchmark
    @Group("threads8and8")
    @GroupThreads(8)
    public @Nullable Object consume8(Own own, Control control) {
        return own.poll(control);
    }
}
