package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.forkjoin.CooperativeForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks of lanes and of warps whose results are joined: what the cases of lab/conformance do not show. */
class CooperativeForkJoinTest {
    /** A range of numbers, whatever is done with it. */
    sealed interface Range extends GroupTask {
        record OfWarp(int from, int to) implements Range {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }

        record OfLane(int from, int to) implements Range {
            @Override
            public Granularity width() {
                return Granularity.THREAD;
            }
        }

        record OfBlock() implements Range {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }
    }

    private static final Layout<Range> LAYOUT = Layout.of(Range.class);
    private static final ForkJoinOptions TWO = ForkJoinOptions.defaults().withWorkers(2);

    /** Phase after phase, each of which the first lane names. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#devices")
    void firstLaneNamesWhatTheContinuationSees(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), TWO)) {
            int result = forkJoin.compute(
                    new Range.OfWarp(0, 5),
                    (range, group) -> {
                        if (range instanceof Range.OfWarp(int from, int to)) {
                            group.resumeAs(new Range.OfWarp(group.isFirst() ? from + 1 : 100, to));
                            if (group.isFirst()) {
                                group.spawn(new Range.OfLane(1, 1));
                            }
                        } else {
                            group.complete(1);
                        }
                    },
                    (range, joined, group) -> {
                        if (range instanceof Range.OfWarp(int from, int to)) {
                            if (from < to && group.isFirst()) {
                                group.resumeAs(new Range.OfWarp(from + 1, to));
                                group.complete(joined * 10);
                                group.spawn(new Range.OfLane(1, 1));
                            }
                        }
                    });
            assertThat(result).isEqualTo(11_111);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#devices")
    void groupsKnowTheirLanes(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.ints(0, Math::max), TWO)) {
            int lanes = device.properties().lanesPerWorker();
            int wrong = forkJoin.compute(new Range.OfWarp(0, 40), (range, group) -> {
                switch (range) {
                    case Range.OfWarp(int from, int to) -> {
                        int size = group.size();
                        boolean right = size == lanes
                                && group.width() == Granularity.WARP
                                && group.sum(group.lane()) == size * (size - 1) / 2
                                && group.prefix(2) == 2 * group.lane()
                                && group.fromFirst(7 + group.lane()) == 7
                                && group.any(group.lane() == size - 1)
                                && !group.any(false)
                                && group.number() < group.mostInBlock();
                        group.complete(right ? 0 : 1);
                        for (int i = from + group.lane(); i < to; i += size) {
                            group.spawn(new Range.OfLane(i, to));
                        }
                    }
                    case Range.OfLane(int from, int to) -> {
                        boolean right = group.size() == 1
                                && group.lane() == 0
                                && group.width() == Granularity.THREAD
                                && group.sum(from) == from
                                && group.prefix(from) == 0
                                && group.fromFirst(from) == from
                                && group.any(from < to)
                                && group.number() < group.mostInBlock();
                        group.complete(right ? 0 : 2);
                    }
                    case Range.OfBlock() -> {}
                }
            });
            assertThat(wrong).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmFirst")
    void tasksOfBlocksAreRefusedWithAReason(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), TWO)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> forkJoin.compute(new Range.OfBlock(), (_, _) -> {}))
                    .withMessageContainingAll("workers of fork and join are warps", "use CooperativeScheduler");
            var run = forkJoin.start(new Range.OfLane(0, 1), (_, group) -> group.spawn(new Range.OfBlock()));
            assertThatThrownBy(run::join)
                    .isInstanceOf(DeviceException.class)
                    .hasStackTraceContaining("workers of fork and join are warps");
        }
    }

    /** A worker runs one task of its width at a time, and others take the rest. */
    @Test
    void tasksOfWarpsAreShared() {
        try (var device = TestDevices.adversarial();
                var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), TWO)) {
            var run = forkJoin.start(new Range.OfWarp(0, 24), (range, group) -> {
                if (range instanceof Range.OfWarp(int from, int to)) {
                    if (group.isFirst()) {
                        group.complete(1);
                    }
                    for (int i = from + group.lane(); i < to; i += group.size()) {
                        group.spawn(new Range.OfWarp(0, 0));
                    }
                }
            });
            assertThat(run.join()).isEqualTo(25);
            assertThat(run.statistics().stolen()).isPositive();
        }
    }
}
