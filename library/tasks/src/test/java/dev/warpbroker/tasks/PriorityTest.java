package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks of several levels of urgency. */
class PriorityTest {
    record Job(int number, int level) {}

    private static final Layout<Job> LAYOUT = Layout.of(Job.class);

    static Stream<Arguments> devicesAndPolicies() {
        return Stream.of(Policy.central(QueueKind.BQ), Policy.stealing(DequeKind.LOCKED, Policy.StealAmount.ONE))
                .flatMap(policy -> TestDevices.jvmAndSimulator().map(device -> arguments(device, policy)));
    }

    /** One worker, so that the order is exact. */
    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void moreUrgentTasksRunFirst(Device device, Policy policy) {
        int jobs = 24;
        var options = SchedulerOptions.defaults()
                .withPolicy(policy)
                .withWorkers(Granularity.THREAD, 1)
                .withCapacity(64)
                .withLevels(3);
        try (var scheduler = Scheduler.on(device, LAYOUT, Job::level, options);
                var order = device.ints(jobs);
                var next = device.ints(1)) {
            scheduler.run(List.of(new Job(-1, 0)), (job, out) -> {
                if (job.number() < 0) {
                    for (int i = 0; i < jobs; i++) {
                        out.spawn(new Job(i, (i * 7) % 3));
                    }
                } else {
                    order.set(next.getAndAddRelaxed(0, 1), job.level());
                }
            });
            int[] sorted = order.copyOut();
            Arrays.sort(sorted);
            assertThat(order.copyOut()).isEqualTo(sorted).contains(0, 1, 2);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void firstTasksBeginInTheOrderOfTheirUrgency(Device device, Policy policy) {
        var options = SchedulerOptions.defaults()
                .withPolicy(policy)
                .withWorkers(Granularity.THREAD, 1)
                .withLevels(4);
        try (var scheduler = Scheduler.on(device, LAYOUT, Job::level, options);
                var order = device.ints(5);
                var next = device.ints(1)) {
            var first = List.of(new Job(0, 9), new Job(1, 0), new Job(2, 2), new Job(3, 1), new Job(4, 0));
            scheduler.run(first, (job, _) -> order.set(next.getAndAddRelaxed(0, 1), job.number()));
            assertThat(order.copyOut()).containsExactly(1, 4, 3, 2, 0);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void manyWorkersLoseNothing(Device device, Policy policy) {
        var first = List.of(Trees.root(1, TestDevices.scaled(device, 12, 5)));
        boolean onEach = TestDevices.DEEP || TestDevices.isJvm(device);
        var one = policy.equals(Policy.central(QueueKind.BQ)) ? Granularity.WARP : Granularity.THREAD;
        for (var workers : onEach ? List.of(Granularity.values()) : List.of(one)) {
            var options = SchedulerOptions.defaults()
                    .withPolicy(policy)
                    .withWorkers(workers, TestDevices.scaled(device, 4, workers == Granularity.THREAD ? 40 : 2))
                    .withCapacity(8)
                    .withLevels(4);
            SchedulerOptions.Priority<Trees.Node> priority =
                    node -> node instanceof Trees.Node.Inner(int hash, var _) ? hash & 3 : 0;
            assertThat(Trees.run(device, priority, options, first)).isEqualTo(Trees.expected(first));
        }
    }

    @Test
    void levelsOutOfRangeAreRefused() {
        var options = SchedulerOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withLevels(5))
                .withMessageContainingAll("5", "4");
    }

    @Test
    void stealingByWarpsHasNoPriorities() {
        try (var device = Device.jvm()) {
            var options =
                    SchedulerOptions.defaults().withPolicy(Policy.stealing()).withLevels(2);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scheduler.on(device, LAYOUT, Job::level, options))
                    .withMessageContaining("Policy.central");
        }
    }
}
