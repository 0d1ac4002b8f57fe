package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.Policy;
import dev.warpbroker.tasks.Report;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.tasks.SchedulerOptions;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** What runs the tasks of a tree. */
public sealed interface Engine {
    /** {@return this engine with all that it needs to run {@code work}, which lives on {@code device}} */
    <T, R> Prepared<R> prepare(Device device, TreeWork<T, R> work);

    /** Runs {@code work} once. */
    default <T, R> TreeRun<R> run(Device device, TreeWork<T, R> work) {
        try (var prepared = prepare(device, work)) {
            return prepared.run();
        }
    }

    /**
     * An engine with its memory, for one work.
     *
     * @param <R> what comes of the work
     */
    interface Prepared<R> extends AutoCloseable {
        /** Runs the work from its beginning. */
        TreeRun<R> run();

        /**
         * Runs the work from its beginning and tells, now and then, how many tasks have been run, if the engine can.
         */
        default TreeRun<R> run(LongConsumer progress) {
            return run();
        }

        /** Frees the memory, but not that of the work. */
        @Override
        void close();
    }

    /**
     * The scheduler of this library, for tasks that nobody waits for.
     *
     * @param count number of workers; 0 for as many as the device holds
     * @param capacity of the pool, or of each deque; 0 leaves it to the scheduler
     */
    record Tasks(Policy policy, Granularity workers, int count, int capacity) implements Engine {
        /** Few threads with much memory: room for a wide root, whatever the capacity. */
        private static final int KEPT_ON_JVM = 1 << 16;

        @Override
        public <T, R> Prepared<R> prepare(Device device, TreeWork<T, R> work) {
            int resident = device.properties().residentThreads();
            if (count > resident) {
                throw new IllegalArgumentException(count + " workers; " + device + " holds " + resident
                        + " threads at once: give that many at most, or none for as many as it holds");
            }
            boolean jvm = device.properties().lanesPerWorker() == 1;
            var scheduler = Scheduler.on(
                    device,
                    work.layout(),
                    SchedulerOptions.defaults()
                            .withPolicy(policy)
                            .withWorkers(workers, count)
                            .withCapacity(capacity)
                            .withKeep(jvm ? KEPT_ON_JVM : 0));
            var body = work.body();
            return new Prepared<>() {
                @Override
                public TreeRun<R> run() {
                    work.reset();
                    return collected(scheduler.run(List.of(work.root()), body));
                }

                @Override
                public TreeRun<R> run(LongConsumer progress) {
                    work.reset();
                    return collected(scheduler.run(List.of(work.root()), body, progress));
                }

                private TreeRun<R> collected(Report report) {
                    return new TreeRun<>(work.collect(), OptionalLong.of(report.executed()), report.elapsed());
                }

                @Override
                public void close() {
                    scheduler.close();
                }
            };
        }
    }

    /**
     * The fork-join engine of this library: results of tasks are joined.
     *
     * @param workers number of workers, which are warps on a GPU; 0 for as many as the device holds
     * @param longTasks whether tasks take more than some ten microseconds
     * @param continued whether each task waits for its children and goes on, to do nothing but pass on what was joined.
     *     Without that, a GPU joins all results as they come
     */
    record Forks(int workers, boolean longTasks, boolean continued) implements Engine {
        /** Room for the tasks of a wide root that is given away whole. */
        private static final int MANY = 1 << 14;

        /** Tasks are not continued. */
        public Forks(int workers, boolean longTasks) {
            this(workers, longTasks, false);
        }

        @Override
        public <T, R> Prepared<R> prepare(Device device, TreeWork<T, R> work) {
            var options = ForkJoinOptions.defaults().withWorkers(workers).withLongTasks(longTasks);
            if (longTasks) {
                options = options.withInbox(MANY).withTasks(4 * MANY);
            }
            var forkJoin = ForkJoin.on(device, work.layout(), work.join(), options);
            var body = work.forkingBody();
            return prepared(work, forkJoin::close, () -> {
                var run = continued
                        ? forkJoin.start(work.root(), body, (_, _, _) -> {})
                        : forkJoin.start(work.root(), body);
                R result = run.join();
                return new TreeRun<>(result, work.tasks(result), run.elapsed());
            });
        }
    }

    /**
     * Java's own fork and join, for comparison; the device does nothing.
     *
     * @param threads of the pool; 0 for one per processor
     */
    record JavaPool(int threads) implements Engine {
        @Override
        public <T, R> Prepared<R> prepare(Device device, TreeWork<T, R> work) {
            var pool = new ForkJoinPool(threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
            return prepared(work, pool::close, () -> timed(work, () -> work.onJavaPool(pool)));
        }
    }

    /** The calling thread alone, without tasks; the device does nothing. */
    record Sequential() implements Engine {
        @Override
        public <T, R> Prepared<R> prepare(Device device, TreeWork<T, R> work) {
            return prepared(work, () -> {}, () -> timed(work, work::sequentially));
        }
    }

    private static <R> TreeRun<R> timed(TreeWork<?, R> work, Supplier<R> run) {
        long start = System.nanoTime();
        R result = run.get();
        return new TreeRun<>(result, work.tasks(result), Duration.ofNanos(System.nanoTime() - start));
    }

    private static <R> Prepared<R> prepared(TreeWork<?, R> work, Runnable close, Supplier<TreeRun<R>> run) {
        return new Prepared<>() {
            @Override
            public TreeRun<R> run() {
                work.reset();
                return run.get();
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }
}
