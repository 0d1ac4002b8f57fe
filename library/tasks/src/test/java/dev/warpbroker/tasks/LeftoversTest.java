package dev.warpbroker.tasks;

import static dev.warpbroker.tasks.Fib.FIB;
import static dev.warpbroker.tasks.Fib.fib;
import static dev.warpbroker.tasks.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that are stopped and go on later. */
class LeftoversTest {
    private static final int WORKERS = 2;

    /** Tasks after which a run is stopped. */
    private static final int ENOUGH = 50;

    @Test
    void threadsOfTheJvmNoticeAtOnce() {
        var first = List.of(Trees.root(1, 3), Trees.root(2, 3), Trees.root(3, 3));
        try (var device = Device.jvm();
                var leftovers = Leftovers.on(device, Trees.LAYOUT, 3);
                var scheduler = Scheduler.on(device, Trees.LAYOUT, stealing());
                var sums = device.longs(2)) {
            leftovers.stop();
            scheduler.run(first, leftovers.instead(Trees.body(sums)));

            assertThat(sums.copyOut()).containsExactly(0, 0);
            assertThat(leftovers.take()).containsExactlyInAnyOrderElementsOf(first);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#devices")
    void tasksWithoutRoomAreRun(Device device) {
        var first = List.of(Trees.root(1, 4), Trees.root(2, 4), Trees.root(3, 4));
        try (var leftovers = Leftovers.on(device, Trees.LAYOUT, 2);
                var scheduler = Scheduler.on(device, Trees.LAYOUT, stealing());
                var sums = device.longs(2)) {
            leftovers.stop();
            scheduler.run(first, leftovers.instead(Trees.body(sums)));
            var left = leftovers.take();
            assertThat(left).hasSizeLessThanOrEqualTo(2);
            long[] done = sums.copyOut();
            var rest = Trees.expected(left);

            assertThat(new Trees.Sum(done[0] + rest.tasks(), done[1] + rest.hashes()))
                    .isEqualTo(Trees.expected(first));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#devices")
    void stoppedAgainAndAgainARunOnStealingWarpsIsExact(Device device) {
        runInSlices(device, stealing());
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void stoppedAgainAndAgainARunOnAQueueIsExact(Device device) {
        runInSlices(device, stealing().withPolicy(Policy.central(QueueKind.BQ)));
    }

    private static void runInSlices(Device device, SchedulerOptions options) {
        var root = Trees.root(7, scaled(device, 12, 6));
        try (var leftovers = Leftovers.on(device, Trees.LAYOUT, 1 << 10);
                var scheduler = Scheduler.on(device, Trees.LAYOUT, options);
                var sums = device.longs(2);
                var begun = device.ints(1)) {
            var body = Trees.body(sums);
            var limited = leftovers.<Spawner<Trees.Node>>instead((task, out) -> {
                if (begun.getAndAddRelaxed(0, 1) == ENOUGH) {
                    leftovers.stop();
                }
                body.run(task, out);
            });
            var pool = new ArrayDeque<Trees.Node>(List.of(root));
            int slices = 0;
            while (!pool.isEmpty()) {
                var first = List.copyOf(pool);
                pool.clear();
                begun.fill(0);
                scheduler.run(first, limited);
                pool.addAll(leftovers.take());
                slices++;
            }
            long[] done = sums.copyOut();

            assertThat(new Trees.Sum(done[0], done[1])).isEqualTo(Trees.expected(List.of(root)));
            assertThat(slices).isGreaterThan(scaled(device, 2, 1));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void joinsOfStoppedRunsAddUp(Device device) {
        int n = scaled(device, 20, 9);
        var layout = Layout.of(Fib.class);
        try (var leftovers = Leftovers.on(device, layout, 1 << 10);
                var forkJoin = ForkJoin.on(
                        device, layout, Join.sum(), ForkJoinOptions.defaults().withWorkers(WORKERS));
                var begun = device.ints(1)) {
            var body = leftovers.<Fork<Fib, Integer>>instead((fib, fork) -> {
                if (begun.getAndAddRelaxed(0, 1) == ENOUGH) {
                    leftovers.stop();
                }
                FIB.run(fib, fork);
            });
            var pool = new ArrayDeque<Fib>(List.of(new Fib(n)));
            int sum = 0;
            while (!pool.isEmpty()) {
                begun.fill(0);
                sum += forkJoin.compute(pool.removeFirst(), body);
                pool.addAll(leftovers.take());
            }

            assertThat(sum).isEqualTo(fib(n));
        }
    }

    private static SchedulerOptions stealing() {
        return SchedulerOptions.defaults().withWorkers(Granularity.WARP, WORKERS);
    }

    @Test
    void noRoomIsRefused() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> Leftovers.on(device, Trees.LAYOUT, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("0 leftover tasks", "give at least 1");
        }
    }
}
