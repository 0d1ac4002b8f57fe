package dev.warpbroker.apps.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.schedule.Policy;
import dev.warpbroker.schedule.Scheduler;
import dev.warpbroker.schedule.Workers;
import dev.warpbroker.schedule.forkjoin.ForkJoin;
import dev.warpbroker.schedule.forkjoin.ForkJoinOptions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;

/** What runs the tasks of a tree. */
public sealed interface Engine {
    /** Runs {@code work} on the device that it lives on. */
    <T, R> TreeRun<R> run(Device device, TreeWork<T, R> work);

    /**
     * The scheduler of this library, for tasks that nobody waits for.
     *
     * @param count number of workers; 0 for as many as the device holds
     * @param capacity of the pool, or of each deque; 0 leaves it to the scheduler
     */
    record Tasks(Policy policy, Workers workers, int count, int capacity) implements Engine {
        @Override
        public <T, R> TreeRun<R> run(Device device, TreeWork<T, R> work) {
            work.reset();
            try (var scheduler = Scheduler.of(work.layout())
                    .policy(policy)
                    .workers(workers, count)
                    .capacity(capacity)
                    .on(device)) {
                var report = scheduler.run(List.of(work.root()), work.body());
                return new TreeRun<>(work.collect(), OptionalLong.of(report.executed()), report.elapsed());
            }
        }
    }

    /**
     * The fork-join engine of this library: results are joined on their way up the tree.
     *
     * @param workers number of workers, which are warps on a GPU; 0 for as many as the device holds
     */
    record Forks(int workers) implements Engine {
        @Override
        public <T, R> TreeRun<R> run(Device device, TreeWork<T, R> work) {
            work.reset();
            var options = ForkJoinOptions.defaults().withWorkers(workers);
            try (var forkJoin =
                    ForkJoin.of(work.layout(), work.join()).with(options).on(device)) {
                var run = forkJoin.start(work.root(), work.forkingBody());
                R result = run.join();
                return new TreeRun<>(result, work.tasks(result), run.elapsed());
            }
        }
    }

    /**
     * Java's own fork and join, for comparison; the device does nothing.
     *
     * @param threads of the pool; 0 for one per processor
     */
    record JavaPool(int threads) implements Engine {
        @Override
        public <T, R> TreeRun<R> run(Device device, TreeWork<T, R> work) {
            work.reset();
            try (var pool = new ForkJoinPool(threads == 0 ? Runtime.getRuntime().availableProcessors() : threads)) {
                long start = System.nanoTime();
                R result = work.onJavaPool(pool);
                return new TreeRun<>(result, work.tasks(result), Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    /** The calling thread alone, without tasks; the device does nothing. */
    record Sequential() implements Engine {
        @Override
        public <T, R> TreeRun<R> run(Device device, TreeWork<T, R> work) {
            work.reset();
            long start = System.nanoTime();
            R result = work.sequentially();
            return new TreeRun<>(result, work.tasks(result), Duration.ofNanos(System.nanoTime() - start));
        }
    }
}
