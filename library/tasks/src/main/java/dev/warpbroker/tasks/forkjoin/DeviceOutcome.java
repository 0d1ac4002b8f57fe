package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What a run of {@link Worker}s leaves behind in device memory. */
record DeviceOutcome<T, R>(
        EngineMemory memory, Plan plan, int workers, Layout<T> tasks, Layout<R> results, LongConsumer traceCollector)
        implements Outcome<R> {
    @Override
    public R result() {
        return read(results, memory.root(), 1);
    }

    private static <E> E read(Layout<E> layout, Ints from, int at) {
        return layout.decode(from.copyOut(at, layout.words()), 0);
    }

    @Override
    public @Nullable Object failedTask(int lane) {
        return plan.traces() ? read(tasks, memory.running(), lane * plan.taskWords()) : null;
    }

    @Override
    public ForkJoin.Run.Statistics statistics() {
        long[] counters = memory.counters().copyOut();
        long[] sums = new long[EngineMemory.COUNTERS];
        for (int i = 0; i < counters.length; i++) {
            sums[i % EngineMemory.COUNTERS] += counters[i];
        }
        return new ForkJoin.Run.Statistics(workers, sums[0], sums[1], sums[2], sums[3]);
    }

    @Override
    public void collectTrace(long ended) {
        traceCollector.accept(ended);
    }

    @Override
    public void awaitEnd(BooleanSupplier isDone) {}

    @Override
    public void stop() {}

    @Override
    public void abandon() {
        memory.clear();
    }
}
