package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The result, the statistics and the failed task of a run of {@link Worker}s, read from device memory. The next run
 * uses the same memory: {@link ForkJoin} reads all of it before it starts that run.
 *
 * @param memory where the workers wrote
 * @param plan where each part lies there
 * @param workers how many there were
 * @param tasks how a task lies over words
 * @param results how a result lies over words
 * @param traceCollector adds what the workers recorded to the time line, given the time at which the host saw the end
 */
record DeviceOutcome<T, R>(
        EngineMemory memory, Plan plan, int workers, Layout<T> tasks, Layout<R> results, LongConsumer traceCollector)
        implements Outcome<R> {
    /** In the memory of the root the result lies behind the flag by which workers learn that the run has ended. */
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

    /** Sums the counters over all workers. Each worker has its own, one after the other. */
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

    /** Returns at once: only the launch knows whether it has ended. */
    @Override
    public void awaitEnd(BooleanSupplier isDone) {}

    /** Does nothing: workers on a device check for themselves whether the host has cancelled their launch. */
    @Override
    public void stop() {}

    /**
     * Empties deques and inboxes. A run that ends with a result leaves them empty, and the next run goes on at their
     * positions.
     */
    @Override
    public void abandon() {
        memory.clear();
    }
}
