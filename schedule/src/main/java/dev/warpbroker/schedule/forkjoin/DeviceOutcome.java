package dev.warpbroker.schedule.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import org.jspecify.annotations.Nullable;

/** What a run of {@link Worker}s leaves behind in device memory. */
record DeviceOutcome<R>(EngineMemory memory, Layout<R> results) implements Outcome<R> {
    @Override
    public R result() {
        int words = results.words();
        try (var jvm = Device.jvm()) {
            var staged = jvm.ints(Math.max(1, words));
            staged.copyIn(memory.root().copyOut(1, words));
            return results.read(staged, 0);
        }
    }

    @Override
    public @Nullable Object failedTask(int lane) {
        return null;
    }

    @Override
    public ForkJoinStatistics statistics() {
        long[] counters = memory.counters().copyOut();
        long[] sums = new long[EngineMemory.COUNTERS];
        for (int i = 0; i < counters.length; i++) {
            sums[i % EngineMemory.COUNTERS] += counters[i];
        }
        return new ForkJoinStatistics(counters.length / EngineMemory.COUNTERS, sums[0], sums[1], sums[2], sums[3]);
    }

    @Override
    public void stop() {}

    @Override
    public void abandon() {
        memory.clear();
    }
}
