package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks of lanes, warps and blocks, as users see them. */
class CooperativeSchedulerTest {
    /** A range of numbers, halved by blocks until a warp adds it up. */
    sealed interface Range extends GroupTask {
        record Wide(int from, int to) implements Range {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }

        record Narrow(int from, int to) implements Range {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }
    }

    private static final Layout<Range> LAYOUT = Layout.of(Range.class);

    /** What a whole block wrote is seen by the task that one of its lanes spawns, also on weak memory. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#devices")
    void tasksSeeWhatTheGroupOfTheirParentWrote(Device device) {
        int length = TestDevices.scaled(device, 100_000, 600);
        int small = TestDevices.scaled(device, 1_000, 80);
        var options = CooperativeScheduler.defaults()
                .withWorkers(Granularity.BLOCK, 2)
                .withCapacity(256);
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options);
                var marks = device.ints(length);
                var sum = device.longs(1)) {
            for (int run = 1; run <= 2; run++) {
                marks.fill(0);
                sum.fill(0);
                scheduler.run(List.of(new Range.Wide(0, length)), (range, group) -> {
                    switch (range) {
                        case Range.Wide(int from, int to) -> {
                            for (int i = from + group.lane(); i < to; i += group.size()) {
                                marks.set(i, marks.get(i) + 1);
                            }
                            group.barrier();
                            int middle = from + to >>> 1;
                            if (group.lane() == group.size() - 1) {
                                group.spawn(
                                        to - from > small
                                                ? new Range.Wide(from, middle)
                                                : new Range.Narrow(from, middle));
                                group.spawn(
                                        to - from > small ? new Range.Wide(middle, to) : new Range.Narrow(middle, to));
                            }
                        }
                        case Range.Narrow(int from, int to) -> {
                            int mine = 0;
                            for (int i = from + group.lane(); i < to; i += group.size()) {
                                mine += marks.get(i);
                            }
                            int all = group.sum(mine);
                            if (group.isFirst()) {
                                sum.getAndAddRelaxed(0, all);
                            }
                        }
                    }
                });
                assertThat(sum.copyOut()[0]).isEqualTo(marked(0, length, small));
            }
        }
    }

    private static long marked(int from, int to, int small) {
        int middle = from + to >>> 1;
        return to - from + (to - from > small ? marked(from, middle, small) + marked(middle, to, small) : 0);
    }

    @Test
    void policiesThatCannotSayWhy() {
        try (var device = Device.jvm()) {
            refused(device, Policy.stealing(), "stacks of warps");
            refused(device, Policy.stealing(DequeKind.ABP, Policy.StealAmount.ONE), "a deque belongs to one worker");
            refused(device, Policy.central(StackKind.ROOMS), "a stack hands out tasks by lane");
            refused(device, Policy.busyLeaves(QueueKind.BQ), "goes on with its child");
            refused(device, Policy.distributed(), "the queue of a block");
            refused(device, Policy.central(QueueKind.TWO_LOCK), "a lock that another of them holds");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CooperativeScheduler.on(
                            device, LAYOUT, CooperativeScheduler.defaults().withWorkers(Granularity.WARP)))
                    .withMessageContaining("cannot run tasks of a whole block; use Granularity.BLOCK");
        }
    }

    private static void refused(Device device, Policy policy, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CooperativeScheduler.on(
                        device, LAYOUT, CooperativeScheduler.defaults().withPolicy(policy)))
                .withMessageContaining(policy.toString())
                .withMessageContaining(reason)
                .withMessageContaining("use Policy.central(QueueKind.BQ)");
    }

    @Test
    void oneRunAtATime() {
        try (var device = Device.jvm()) {
            var scheduler = CooperativeScheduler.on(device, LAYOUT);
            var run = scheduler.start(List.of(), (_, _) -> {});
            assertThatIllegalStateException()
                    .isThrownBy(() -> scheduler.run(List.of(), (_, _) -> {}))
                    .withMessageContaining("in the middle of a run");
            assertThat(run.join().executed()).isZero();
            scheduler.close();
            assertThatIllegalStateException()
                    .isThrownBy(() -> scheduler.run(List.of(), (_, _) -> {}))
                    .withMessageContaining("was closed");
        }
    }
}
