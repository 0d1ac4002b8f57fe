package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A body that catches what spawning a task throws goes on as if it had not tried. */
class UnwritableTaskTest {
    enum Colour {
        RED,
        BLUE
    }

    record Paint(int id, @Nullable Colour colour) implements GroupTask {
        @Override
        public Granularity width() {
            return Granularity.THREAD;
        }
    }

    private static final Layout<Paint> LAYOUT = Layout.of(Paint.class);
    private static final List<Paint> FIRST = List.of(new Paint(2, Colour.RED));

    static Stream<Arguments> devicesAndPolicies() {
        return SchedulerFaultsTest.policies()
                .flatMap(options -> TestDevices.jvmAndSimulator().map(device -> arguments(device, options)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void schedulerRunsWhatCanBeWritten(Device device, SchedulerOptions options) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options.withCapacity(64));
                var ids = device.ints(1)) {
            var report = scheduler.run(FIRST, (paint, out) -> {
                ids.getAndAddRelaxed(0, 1 << 4 * paint.id());
                for (int i = 0; i < paint.id(); i++) {
                    try {
                        out.spawn(new Paint(i, i == 0 ? null : Colour.BLUE));
                    } catch (NullPointerException e) {
                        ids.getAndAddRelaxed(0, 1 << 16);
                    }
                }
            });
            assertThat(ids.copyOut()[0]).isEqualTo(0x20110);
            assertThat(report.executed()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void priorityMayThrow(Device device) {
        var options = SchedulerOptions.defaults()
                .withPolicy(Policy.central(QueueKind.BQ))
                .withWorkers(Granularity.THREAD, 2)
                .withCapacity(64)
                .withLevels(2);
        try (var scheduler = Scheduler.on(device, LAYOUT, paint -> 4 / paint.id(), options);
                var caught = device.ints(1)) {
            var report = scheduler.run(FIRST, (paint, out) -> {
                try {
                    out.spawn(new Paint(paint.id() - 1, Colour.BLUE));
                } catch (ArithmeticException e) {
                    caught.set(0, paint.id());
                }
            });
            assertThat(report.executed()).isEqualTo(2);
            assertThat(caught.copyOut()).containsExactly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void cooperativeSchedulerRunsWhatCanBeWritten(Device device) {
        var options = CooperativeScheduler.defaults()
                .withWorkers(Granularity.BLOCK, 1)
                .withCapacity(64);
        try (var scheduler = CooperativeScheduler.on(device, LAYOUT, options);
                var caught = device.ints(1)) {
            var report = scheduler.run(FIRST, (paint, group) -> {
                try {
                    group.spawn(new Paint(paint.id() - 1, paint.id() == 1 ? null : Colour.BLUE));
                } catch (NullPointerException e) {
                    caught.set(0, paint.id());
                }
            });
            assertThat(report.executed()).isEqualTo(2);
            assertThat(caught.copyOut()).containsExactly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void forkJoinJoinsWhatCanBeWritten(Device device) {
        try (var forkJoin = ForkJoin.on(device, LAYOUT, Join.sum())) {
            int result = forkJoin.compute(new Paint(2, Colour.RED), (paint, fork) -> {
                for (int i = 0; i < paint.id(); i++) {
                    try {
                        fork.spawn(new Paint(i - 1, i == 0 ? null : Colour.BLUE));
                    } catch (NullPointerException e) {
                        fork.complete(100);
                    }
                }
                if (paint.id() == 0) {
                    fork.complete(1);
                }
            });
            assertThat(result).isEqualTo(101);
        }
    }
}
