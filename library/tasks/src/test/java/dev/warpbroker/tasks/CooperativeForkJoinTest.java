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
import dev.warpbroker.tasks.forkjoin.GroupFork;
import dev.warpbroker.tasks.forkjoin.Join;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks of lanes and of warps whose results are joined, as users see them; cases of lab/conformance show more. */
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

    /** Ranges of warps have five parts, of which lanes spawn every second one as a task of a lane. */
    private static final TaskBody<Range, GroupFork<Range, Long>> COUNT = (range, group) -> {
        switch (range) {
            case Range.OfWarp(int from, int to) -> {
                int part = (to - from + 4) / 5;
                long mine = 0;
                for (int i = group.lane(); i < 5; i += group.size()) {
                    int begin = Math.min(to, from + i * part);
                    int end = Math.min(to, begin + part);
                    if (end - begin == 1) {
                        mine += begin + 1;
                    } else if (end > begin) {
                        group.spawn(i % 2 == 0 ? new Range.OfWarp(begin, end) : new Range.OfLane(begin, end));
                    }
                }
                group.complete(mine);
            }
            case Range.OfLane(int from, int to) -> {
                group.complete(from + 1L);
                if (to - from > 1) {
                    int middle = from + 1 + to >>> 1;
                    if (from + 1 < middle) {
                        group.spawn(new Range.OfLane(from + 1, middle));
                    }
                    if (middle < to) {
                        group.spawn(new Range.OfWarp(middle, to));
                    }
                }
            }
            case Range.OfBlock() -> {}
        }
    };

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmFirst")
    void partsOfLanesAndResultsOfChildrenAreJoined(Device device) {
        int length = TestDevices.scaled(device, 100_000, 120);
        long sum = length * (length + 1L) / 2;
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.longs(0, Long::sum), TWO)) {
            for (int run = 0; run < 2; run++) {
                assertThat(forkJoin.compute(new Range.OfWarp(0, length), COUNT)).isEqualTo(sum);
                assertThat(forkJoin.compute(new Range.OfWarp(0, length), COUNT, (_, _, _) -> {}))
                        .as("by frames")
                        .isEqualTo(sum);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmFirst")
    void littleFastMemorySuffices(Device device) {
        int length = TestDevices.scaled(device, 10_000, 100);
        var options = TWO.withFastTasks(1).withFastFrames(1).withInbox(1);
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.longs(0, Long::sum), options)) {
            long sum = length * (length + 1L) / 2;
            assertThat(forkJoin.compute(new Range.OfLane(0, length), COUNT)).isEqualTo(sum);
            assertThat(forkJoin.compute(new Range.OfLane(0, length), COUNT, (_, _, _) -> {}))
                    .isEqualTo(sum);
        }
    }

    /** What lanes of a group wrote is seen by children, and what those wrote by all lanes of the continuation. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#devices")
    void continuationsOfGroupsSeeWhatChildrenWrote(Device device) {
        int length = TestDevices.scaled(device, 20_000, 250);
        int small = 50;
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), TWO);
                var marks = device.ints(length)) {
            int wrong = forkJoin.compute(
                    new Range.OfWarp(0, length),
                    (range, group) -> {
                        if (range instanceof Range.OfWarp(int from, int to)) {
                            for (int i = from + group.lane(); i < to; i += group.size()) {
                                marks.set(i, marks.get(i) + 1);
                            }
                            group.barrier();
                            if (group.lane() == group.size() - 1 && to - from > small) {
                                int middle = from + to >>> 1;
                                group.spawn(new Range.OfWarp(from, middle));
                                group.spawn(new Range.OfWarp(middle, to));
                            }
                        }
                    },
                    (range, joined, group) -> {
                        if (range instanceof Range.OfWarp(int from, int to)) {
                            int differing = 0;
                            int first = marks.get(from);
                            for (int i = from + group.lane(); i < (from + to >>> 1); i += group.size()) {
                                differing += marks.get(i) < 2 || marks.get(i) > first ? 1 : 0;
                            }
                            group.complete(differing + (group.isFirst() ? joined : 0));
                        }
                    });
            assertThat(wrong).isZero();
            int[] found = marks.copyOut();
            assertThat(found[0]).isEqualTo(depth(length, small));
        }
    }

    private static int depth(int length, int small) {
        return length > small ? 1 + depth(length / 2, small) : 1;
    }

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
    void failedTaskOfAWarpIsNamed(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), TWO)) {
            var run = forkJoin.start(new Range.OfWarp(0, 9), (range, group) -> {
                if (range instanceof Range.OfWarp(int from, int to)) {
                    if (from == 3 && group.lane() == group.size() - 1) {
                        throw new IllegalStateException("three");
                    }
                    group.barrier();
                    if (group.isFirst() && from < 5) {
                        group.spawn(new Range.OfWarp(from + 1, to));
                    }
                }
            });
            assertThatThrownBy(run::join)
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContaining(new Range.OfWarp(3, 9).toString());
            assertThat(forkJoin.compute(new Range.OfLane(0, 1), (_, group) -> group.complete(4)))
                    .as("the next run")
                    .isEqualTo(4);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmFirst")
    void tasksOfBlocksAreRefusedWithAReason(Device device) {
        try (var forkJoin = CooperativeForkJoin.on(device, LAYOUT, Join.sum(), TWO)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> forkJoin.compute(new Range.OfBlock(), (_, _) -> {}))
                    .withMessageContaining("workers of fork and join are warps")
                    .withMessageContaining("use CooperativeScheduler");
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
