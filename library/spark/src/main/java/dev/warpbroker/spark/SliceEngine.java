package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.Leftovers;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs slices on a device, one at a time: tasks until the time is up. */
abstract sealed class SliceEngine<T, R> implements AutoCloseable {
    /** Tasks that can be left over: with more, a slice takes longer. */
    private static final int MAX_LEFT = 1 << 16;

    /** The same on a GPU, whose workers all have some. */
    private static final int MAX_LEFT_ON_GPU = 1 << 18;

    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("warpbroker-slices").factory());

    final Layout<T> layout;
    final Leftovers<T> leftovers;

    SliceEngine(Device device, Layout<T> layout) {
        this.layout = layout;
        leftovers = Leftovers.on(device, layout, isJvm(device) ? MAX_LEFT : MAX_LEFT_ON_GPU);
    }

    static boolean isJvm(Device device) {
        return device.properties().lanesPerWorker() == 1;
    }

    /** How an executor makes an engine. */
    interface Maker<R> extends Serializable {
        SliceEngine<?, R> open(Device device, int threads);
    }

    /**
     * What came of a slice.
     *
     * @param executed how many tasks were run
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes it
    record Done<R>(R result, long executed, int[] leftovers) {}

    Done<R> run(int[] words, long nanos) {
        var stop = CLOCK.schedule(leftovers::stop, nanos, TimeUnit.NANOSECONDS);
        Counted<R> counted;
        try {
            counted = run(layout.decodeAll(words));
        } finally {
            if (!stop.cancel(false)) {
                await(stop);
            }
        }
        var left = leftovers.take();
        return new Done<>(counted.result, counted.executed - left.size(), layout.encode(left));
    }

    /** A stop that came too late for this slice must not be in time for the next. */
    private static void await(Future<?> stop) {
        try {
            stop.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException broken) {
            throw new IllegalStateException("a slice could not be stopped", broken);
        }
    }

    /** @param executed how many tasks were begun, those that were left among them */
    record Counted<R>(R result, long executed) {}

    abstract Counted<R> run(List<T> tasks);

    @Override
    public void close() {
        leftovers.close();
    }

    /** Tasks that leave results in memory. */
    static final class Tasks<T, R> extends SliceEngine<T, R> {
        /** Few threads with much memory: room for tasks with very many children. */
        private static final int KEPT_ON_JVM = 1 << 16;

        private final TaskWork.OnDevice<T, R> work;
        private final TaskBody<T, Spawner<T>> body;
        private final Scheduler<T> scheduler;

        Tasks(Device device, int threads, Layout<T> layout, TaskWork<T, R> work) {
            super(device, layout);
            this.work = work.open(device);
            body = leftovers.instead(this.work.body());
            scheduler = Scheduler.on(device, layout, options(isJvm(device), threads));
        }

        private static SchedulerOptions options(boolean jvm, int threads) {
            var options = SchedulerOptions.defaults();
            return jvm ? options.withWorkers(Granularity.WARP, threads).withKeep(KEPT_ON_JVM) : options;
        }

        @Override
        Counted<R> run(List<T> tasks) {
            work.clear();
            long executed = scheduler.run(tasks, body).executed();
            return new Counted<>(work.result(), executed);
        }

        @Override
        public void close() {
            scheduler.close();
            work.close();
            super.close();
        }
    }

    /** Tasks whose results are joined. */
    static final class Joins<T, R> extends SliceEngine<T, R> {
        private final Device device;
        private final JoinWork.OnDevice<T, R> work;
        private final ForkJoin<T, R> forkJoin;
        private final TaskBody<T, Fork<T, R>> limited;
        private final TaskSum count;
        private final int stride;

        /** Whether the first task has begun, and spawned the others. */
        private final Ints begun;

        /** All tasks of the slice. */
        private Ints seeds;

        Joins(Device device, int threads, Layout<T> layout, JoinWork<T, R> opener) {
            super(device, layout);
            this.device = device;
            work = opener.open(device);
            limited = leftovers.instead(work.body());
            count = TaskSum.on(device);
            stride = Math.max(1, layout.words());
            begun = device.ints(1);
            seeds = device.ints(1);
            var options = ForkJoinOptions.defaults();
            forkJoin = ForkJoin.on(device, layout, work.join(), isJvm(device) ? options.withWorkers(threads) : options);
        }

        /** A tree has one root: the task that begins first spawns the other tasks of the slice as well. */
        @Override
        Counted<R> run(List<T> tasks) {
            int[] words = layout.encode(tasks);
            if (seeds.length() < words.length) {
                seeds.close();
                seeds = device.ints(words.length);
            }
            seeds.copyIn(words);
            begun.fill(0);
            count.clear();
            R result = forkJoin.compute(tasks.getFirst(), body(seeds, tasks.size()));
            return new Counted<>(result, count.total());
        }

        private TaskBody<T, Fork<T, R>> body(Ints all, int number) {
            var spawned = begun;
            var form = layout;
            int words = stride;
            var one = limited;
            var tally = count;
            return (task, fork) -> {
                tally.add(1);
                if (spawned.getOpaque(0) == 0) {
                    spawned.setOpaque(0, 1);
                    for (int i = 1; i < number; i++) {
                        fork.spawn(form.read(all, i * words));
                    }
                }
                one.run(task, fork);
            };
        }

        @Override
        public void close() {
            forkJoin.close();
            work.close();
            count.close();
            begun.close();
            seeds.close();
            super.close();
        }
    }
}
