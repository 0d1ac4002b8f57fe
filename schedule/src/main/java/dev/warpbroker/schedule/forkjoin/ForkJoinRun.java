package dev.warpbroker.schedule.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.Layout;
import java.time.Duration;

/**
 * A run of {@link ForkJoin} that was started.
 *
 * @param <R> the results
 */
public final class ForkJoinRun<R> {
    private final Launch launch;
    private final EngineMemory memory;
    private final Layout<R> results;

    ForkJoinRun(Launch launch, EngineMemory memory, Layout<R> results) {
        this.launch = launch;
        this.memory = memory;
        this.results = results;
    }

    /**
     * {@return the result, after waiting for it}
     *
     * @throws DeviceException if a task threw, a capacity was exceeded, or the run was cancelled
     */
    public R join() {
        try {
            launch.join();
        } catch (DeviceException e) {
            memory.clear();
            throw e;
        }
        int words = results.words();
        try (var jvm = Device.jvm()) {
            var staged = jvm.ints(Math.max(1, words));
            staged.copyIn(memory.root().copyOut(1, words));
            return results.read(staged, 0);
        }
    }

    /** Ends the run; {@link #join} then throws. Returns when all workers have stopped. */
    public void cancel() {
        launch.cancel();
    }

    /** {@return whether the run has ended} */
    public boolean isDone() {
        return launch.isDone();
    }

    /** {@return how long the device worked at it; waits for its end} */
    public Duration elapsed() {
        return launch.elapsed();
    }

    /** {@return what the workers did; waits for the end} */
    public ForkJoinStatistics statistics() {
        long[] counters = memory.counters().copyOut();
        long[] sums = new long[EngineMemory.COUNTERS];
        for (int i = 0; i < counters.length; i++) {
            sums[i % EngineMemory.COUNTERS] += counters[i];
        }
        return new ForkJoinStatistics(counters.length / EngineMemory.COUNTERS, sums[0], sums[1], sums[2], sums[3]);
    }
}
