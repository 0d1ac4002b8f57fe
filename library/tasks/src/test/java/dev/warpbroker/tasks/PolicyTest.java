package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every policy with every kind of workers runs every task of a tree exactly once. */
class PolicyTest {
    static final List<Policy> POLICIES = List.of(
            Policy.central(QueueKind.BQ),
            Policy.central(QueueKind.MSQ),
            Policy.central(StackKind.ROOMS),
            Policy.busyLeaves(QueueKind.BQ),
            Policy.distributed(),
            Policy.distributed(DequeKind.CHASE_LEV),
            Policy.stealing(DequeKind.LOCKED, Policy.StealAmount.ONE),
            Policy.stealing(DequeKind.ABP, Policy.StealAmount.WARP),
            Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.HALF),
            Policy.stealing());

    /**
     * Every policy with one kind of workers, another for the next policy; with the tests tagged {@code long} with every
     * kind. Cases of lab/conformance run policies with every kind, and with pools that are too small.
     */
    static Stream<Arguments> policiesAndWorkers() {
        return POLICIES.stream()
                .flatMap(policy -> Arrays.stream(Granularity.values())
                        .filter(workers -> policy.equals(Policy.stealing())
                                ? workers == Granularity.WARP
                                : TestDevices.DEEP
                                        || workers.ordinal() == POLICIES.indexOf(policy) % Granularity.values().length)
                        .flatMap(workers ->
                                TestDevices.jvmAndAdversary().map(device -> arguments(device, policy, workers))));
    }

    /** Also with more workers than the tree is wide, and with partly filled blocks. */
    private static SchedulerOptions options(Device device, Policy policy, Granularity workers) {
        int count = TestDevices.scaled(device, 4, workers == Granularity.THREAD ? 70 : 2);
        return SchedulerOptions.defaults().withPolicy(policy).withWorkers(workers, count);
    }

    @ParameterizedTest
    @MethodSource("policiesAndWorkers")
    void runsEveryTaskOnce(Device device, Policy policy, Granularity workers) {
        var first = List.of(Trees.root(1, TestDevices.scaled(device, 14, 5)), Trees.root(2, 4));
        var options = options(device, policy, workers).withCapacity(1 << 10);
        assertThat(Trees.run(device, options, first)).isEqualTo(Trees.expected(first));
    }

    /** Cases of lab/conformance do it with a central queue and with stealing by warps. */
    static List<Policy> policiesForMillions() {
        return TestDevices.DEEP
                ? POLICIES
                : List.of(Policy.distributed(), Policy.stealing(DequeKind.ABP, Policy.StealAmount.WARP));
    }

    @ParameterizedTest
    @MethodSource("policiesForMillions")
    void millionTasksPassACapacityOfFour(Policy policy) {
        var first = List.of(Trees.root(1, 23));
        var expected = Trees.expected(first);
        assertThat(expected.tasks()).isGreaterThan(1_000_000);
        try (var device = Device.jvm()) {
            var options = options(device, policy, Granularity.WARP).withCapacity(4);
            assertThat(Trees.run(device, options, first)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(QueueKind.class)
    void centralPoolIsMadeOfAnyQueueThatCanBeOne(QueueKind kind) {
        if (!kind.claims(Claim.PUBLISHES) || !kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Policy.central(kind))
                    .withMessageContaining(kind.toString());
            return;
        }
        var first = List.of(Trees.root(4, 4));
        try (var device = TestDevices.DEEP ? Device.simulator(7) : Device.jvm()) {
            var options =
                    options(device, Policy.central(kind), Granularity.THREAD).withCapacity(64);
            assertThat(Trees.run(device, options, first)).isEqualTo(Trees.expected(first));
        }
    }

    @Test
    void stackOfAWarpThatOverflowsGoesOnElsewhere() {
        var first = List.of(Trees.root(5, 11));
        try (var device = Device.simulator(3)) {
            for (int capacity : new int[] {2, 64}) {
                var options =
                        options(device, Policy.stealing(), Granularity.WARP).withCapacity(capacity);
                assertThat(Trees.run(device, options, first)).isEqualTo(Trees.expected(first));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WARP", "BLOCK"})
    void queueWithLocksIsForThreads(Granularity workers) {
        try (var device = Device.simulator(1)) {
            var options = SchedulerOptions.defaults()
                    .withPolicy(Policy.central(QueueKind.TWO_LOCK))
                    .withWorkers(workers, 2);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scheduler.on(device, Trees.LAYOUT, options))
                    .withMessageContainingAll("2MQ", workers.toString(), "Granularity.THREAD");
        }
    }

    record Burst(int children, int depth) {}

    /** More children in a round than a stack has room for, also in rounds after which tasks are laid out for others. */
    @Test
    void burstsBeyondTheStackOfAWarpRunEveryTaskOnce() {
        int each = 12;
        try (var device = Device.simulator(5);
                var scheduler = Scheduler.on(
                        device,
                        Layout.of(Burst.class),
                        SchedulerOptions.defaults()
                                .withWorkers(Granularity.WARP, 2)
                                .withCapacity(64));
                var leaves = device.ints(1)) {
            scheduler.run(List.of(new Burst(each, 4)), (burst, out) -> {
                if (burst.depth() == 0) {
                    leaves.getAndAddRelaxed(0, 1);
                } else {
                    for (int i = 0; i < burst.children(); i++) {
                        out.spawn(new Burst(burst.children(), burst.depth() - 1));
                    }
                }
            });
            assertThat(leaves.copyOut()).containsExactly((int) Math.pow(each, 4));
        }
    }

    @Test
    void stealingByWarpsTellsWhatItCannotDo() {
        try (var device = Device.simulator(1)) {
            var options = SchedulerOptions.defaults();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scheduler.on(device, Trees.LAYOUT, options.withWorkers(Granularity.BLOCK)))
                    .withMessageContaining("Granularity.WARP");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scheduler.on(device, Trees.LAYOUT, options.withCapacity(48)))
                    .withMessageContaining("64");
        }
    }

    @Test
    void noTasksAreDoneAtOnce() {
        try (var device = Device.jvm()) {
            assertThat(Trees.run(device, SchedulerOptions.defaults(), List.of()))
                    .isEqualTo(new Trees.Sum(0, 0));
        }
    }
}
