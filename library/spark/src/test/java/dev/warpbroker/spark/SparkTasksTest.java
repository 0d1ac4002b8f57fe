package dev.warpbroker.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks on two executors, with speculative execution of whatever takes a little longer than others. */
@Tag("cluster")
class SparkTasksTest {
    private static final Duration SLICE = Duration.ofMillis(40);

    /** A call of fib; {@code spin} rounds make it take longer. */
    record Fib(int n, int spin) {}

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static JavaSparkContext spark;

    @BeforeAll
    static void startCluster() {
        spark = TestCluster.shared();
    }

    /** Counts calls and adds up leaves. */
    private static final class Sums implements TaskWork.OnDevice<Fib, long[]> {
        private final TaskSum calls;
        private final TaskSum leaves;

        Sums(Device device) {
            calls = TaskSum.on(device);
            leaves = TaskSum.on(device);
        }

        @Override
        public TaskBody<Fib, Spawner<Fib>> body() {
            var count = calls;
            var sum = leaves;
            return (fib, out) -> {
                count.add(1);
                int value = fib.n();
                for (int i = 0; i < fib.spin(); i++) {
                    value = value * 31 + i;
                }
                if (fib.n() < 2) {
                    sum.add(value == 1 << 30 ? 0 : fib.n());
                } else {
                    out.spawn(new Fib(fib.n() - 1, fib.spin()));
                    out.spawn(new Fib(fib.n() - 2, fib.spin()));
                }
            };
        }

        @Override
        public void clear() {
            calls.clear();
            leaves.clear();
        }

        @Override
        public long[] result() {
            return new long[] {calls.total(), leaves.total()};
        }

        @Override
        public void close() {
            calls.close();
            leaves.close();
        }
    }

    private static long[] add(long[] one, long[] other) {
        return new long[] {one[0] + other[0], one[1] + other[1]};
    }

    private static SparkTasks<Fib> tasks() {
        return SparkTasks.on(spark, Fib.class).withSlice(SLICE);
    }

    private static long fib(int n) {
        long one = 0;
        long next = 1;
        for (int i = 0; i < n; i++) {
            long both = one + next;
            one = next;
            next = both;
        }
        return one;
    }

    private static void assertFib(int n, SparkTasks.Outcome<long[]> outcome) {
        long calls = 2 * fib(n + 1) - 1;
        assertThat(outcome.result()).containsExactly(calls, fib(n));
        assertThat(outcome.executed()).isEqualTo(calls);
    }

    @Test
    void everyTaskCountsOnce() {
        var outcome = tasks().run(List.of(new Fib(25, 200)), Sums::new, SparkTasksTest::add);

        assertFib(25, outcome);
        assertThat(outcome.slices()).hasSizeGreaterThan(4);
    }

    @Test
    void joinsAddUp() {
        var outcome = tasks().compute(new Fib(27, 0), Join::sum, (fib, fork) -> {
            if (fib.n() < 2) {
                fork.complete(fib.n());
            } else {
                fork.spawn(new Fib(fib.n() - 1, 0));
                fork.spawn(new Fib(fib.n() - 2, 0));
            }
        });

        assertThat(outcome.result()).isEqualTo((int) fib(27));
        assertThat(outcome.executed()).isEqualTo(2 * fib(28) - 1);
    }

    @Test
    void taskThatThrowsIsNamedAndTheClusterStaysUsable() {
        assertThatThrownBy(() -> tasks().compute(new Fib(6, 0), Join::sum, (fib, fork) -> {
                    if (fib.n() == 3) {
                        throw new IllegalStateException("three is too much");
                    }
                    fork.spawn(new Fib(fib.n() - 1, 0));
                }))
                .isInstanceOf(ClusterException.class)
                .hasMessageContainingAll("task Fib[n=3, spin=0] failed", "three is too much", "on executor");

        assertFib(10, tasks().run(List.of(new Fib(10, 0)), Sums::new, SparkTasksTest::add));
    }

    @Test
    void interruptedDriverCancelsAndStaysInterrupted() throws Exception {
        var begun = new CompletableFuture<Void>();
        var thrown = new AtomicReference<Throwable>();
        var driver = Thread.ofPlatform().start(() -> {
            try {
                tasks().withProgress(_ -> begun.complete(null))
                        .run(List.of(new Fib(46, 1000)), Sums::new, SparkTasksTest::add);
            } catch (ClusterException failure) {
                thrown.set(Thread.currentThread().isInterrupted() ? failure : new AssertionError("not interrupted"));
            }
        });
        begun.get();
        driver.interrupt();
        driver.join();

        assertThat(thrown.get()).isInstanceOf(ClusterException.class).hasMessageContaining("interrupted with");
        assertFib(10, tasks().run(List.of(new Fib(10, 0)), Sums::new, SparkTasksTest::add));
    }

    @Test
    void killedExecutorChangesNothing() throws Exception {
        killWhile(1);
    }

    @Tag("long")
    @Test
    void tenExecutorsKilledAtRandomMomentsChangeNothing() throws Exception {
        killWhile(10);
    }

    private static void killWhile(int times) throws InterruptedException, ExecutionException {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int i = 0; i < times; i++) {
            var victims = TestCluster.executors(spark);
            long victim = victims.get(random.nextInt(victims.size()));
            int after = 1 + random.nextInt(6);
            var seen = new ArrayList<Integer>();
            var outcome = tasks().withProgress(progress -> {
                        if (progress.slices() >= after && seen.isEmpty()) {
                            seen.add(progress.slices());
                            ProcessHandle.of(victim).ifPresent(ProcessHandle::destroyForcibly);
                        }
                    })
                    .run(List.of(new Fib(26, 400)), Sums::new, SparkTasksTest::add);

            assertThat(seen).as("killed in the middle, seed " + seed).isNotEmpty();
            assertFib(26, outcome);
        }
    }

    @Test
    void whatCannotBeSentIsNamed() {
        try (var device = Device.jvm()) {
            var here = device.ints(1);
            assertThatThrownBy(() -> tasks().compute(new Fib(3, 0), Join::sum, (_, fork) -> fork.complete(here.get(0))))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContainingAll("dev.warpbroker.device.Ints", "in the function that gets the device");
        }
    }

    @Test
    void nothingToBeginWithIsRefused() {
        assertThatThrownBy(() -> tasks().run(List.of(), Sums::new, SparkTasksTest::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give at least one");
    }

    @Test
    void slicesOfNoTimeAreRefused() {
        assertThatThrownBy(() -> tasks().withSlice(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("some hundred");
    }
}
