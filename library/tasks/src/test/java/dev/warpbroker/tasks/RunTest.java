package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that fail, overflow, are cancelled, fed and watched. */
class RunTest {
    record Step(int number, int left) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    static Stream<Arguments> devicesAndPolicies() {
        return Stream.of(
                        Policy.central(QueueKind.BQ),
                        Policy.stealing(DequeKind.ABP, Policy.StealAmount.HALF),
                        Policy.stealing())
                .flatMap(policy -> TestDevices.jvmAndAdversary().map(device -> arguments(device, policy)));
    }

    private static SchedulerOptions options(Device device, Policy policy) {
        var options = SchedulerOptions.defaults().withPolicy(policy);
        return policy.equals(Policy.stealing())
                ? options.withWorkers(Granularity.WARP, TestDevices.scaled(device, 4, 2))
                : options.withWorkers(Granularity.THREAD, TestDevices.scaled(device, 4, 40));
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void taskThatThrowsIsNamed(Device device, Policy policy) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy))) {
            var failure = catchThrowableOfType(
                    TaskFailedException.class,
                    () -> scheduler.run(List.of(new Step(100, 5)), (step, out) -> {
                        if (step.number() == 103) {
                            throw new IllegalStateException("must not be 103");
                        }
                        if (step.left() > 0) {
                            out.spawn(new Step(step.number() + 1, step.left() - 1));
                        }
                    }));
            assertThat(failure.task()).isEqualTo(new Step(103, 2));
            assertThat(failure).hasMessageContainingAll("Step[number=103, left=2]", "must not be 103");
            var fault = Objects.requireNonNull(failure.fault());
            assertThat(fault.exceptionType()).isEqualTo(IllegalStateException.class.getName());
            assertThat(fault.trace().getFirst().getFileName()).isEqualTo("RunTest.java");

            // The scheduler is as good as new.
            assertThat(scheduler.run(List.of(new Step(0, 3)), chain()).executed())
                    .isEqualTo(4);
        }
    }

    private static TaskBody<Step, Spawner<Step>> chain() {
        return (step, out) -> {
            if (step.left() > 0) {
                out.spawn(new Step(step.number(), step.left() - 1));
            }
        };
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void tooManyTasksEndTheRunAndAreCounted(Device device, Policy policy) {
        var options = options(device, policy).withCapacity(4).withKeep(2);
        try (var scheduler = Scheduler.on(device, LAYOUT, options);
                var spawned = device.ints(1)) {
            var overflow = catchThrowableOfType(
                    TaskOverflowException.class,
                    () -> scheduler.run(List.of(new Step(0, 2_000)), (step, out) -> {
                        for (int i = 0; i < step.left(); i++) {
                            out.spawn(new Step(i, 0));
                        }
                        if (step.left() > 0) {
                            spawned.setOpaque(0, 1);
                        }
                        // No worker makes room before all have been spawned.
                        var backoff = new Backoff();
                        while (spawned.getOpaque(0) == 0) {
                            backoff.pause("the last spawn");
                        }
                    }));
            assertThat(overflow.missing()).isBetween(1_600, 1_995);
            assertThat(overflow).hasMessageContainingAll(" 4", " 2 tasks", "keep");
            assertThat(scheduler.run(List.of(new Step(0, 3)), chain()).executed())
                    .isEqualTo(4);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void taskCanSpawnMoreThanFitsOnAStack(Device device, Policy policy) {
        int many = 700;
        try (var scheduler =
                        Scheduler.on(device, LAYOUT, options(device, policy).withCapacity(64));
                var seen = device.ints(many)) {
            scheduler.run(List.of(new Step(0, many)), (step, out) -> {
                for (int i = 0; i < step.left(); i++) {
                    out.spawn(new Step(i, 0));
                }
                if (step.left() == 0) {
                    seen.getAndAddRelaxed(step.number(), 1);
                }
            });
            assertThat(seen.copyOut()).containsOnly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void endlessRunIsCancelled(Device device, Policy policy) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy))) {
            var run = scheduler.start(List.of(new Step(0, 0), new Step(1, 0)), (step, out) -> out.spawn(step));
            awaitExecuted(run, 50);
            run.cancel();
            assertThatThrownBy(run::join)
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("the device stays usable");
            assertThat(scheduler.run(List.of(new Step(0, 3)), chain()).executed())
                    .isEqualTo(4);
        }
    }

    private static void awaitExecuted(Run<?> run, long count) {
        while (run.executed() < count) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void tasksAreFedToARunUnderWay(Device device, Policy policy) {
        int fed = TestDevices.scaled(device, 5_000, 300);
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy));
                var seen = device.ints(fed + 1)) {
            var run = scheduler.start(List.of(new Step(0, 1)), (step, out) -> {
                if (step.left() > 0) {
                    out.spawn(new Step(step.number(), step.left() - 1));
                } else {
                    seen.getAndAddRelaxed(step.number(), 1);
                }
            });
            awaitExecuted(run, 2);
            for (int i = 1; i <= fed; i++) {
                assertThat(run.feed(new Step(i, 1))).isTrue();
                if (i == 10) {
                    awaitExecuted(run, 2L * (i + 1));
                }
            }
            assertThat(run.join().executed()).isEqualTo(2 * (fed + 1L));
            assertThat(seen.copyOut()).containsOnly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void progressIsToldWhileTheKernelRuns(Device device, Policy policy) {
        var told = new ArrayList<Long>();
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy));
                var end = device.hostInts(1)) {
            // The last task waits until progress was told: that can only be while the kernel runs.
            var report = scheduler.run(
                    List.of(new Step(0, 200), new Step(-1, 0)),
                    (step, out) -> {
                        if (step.number() < 0 && end.getAcquire(0) == 0) {
                            Backoff.sleep(256);
                            out.spawn(step);
                        }
                        if (step.left() > 0) {
                            out.spawn(new Step(0, step.left() - 1));
                        }
                    },
                    executed -> {
                        told.add(executed);
                        if (executed > 100) {
                            end.setVolatile(0, 1);
                        }
                    });
            assertThat(told).isNotEmpty().isSorted();
            assertThat(told.getLast()).isBetween(101L, report.executed());
        }
    }

    @Test
    void failingProgressCallbackEndsTheRun() {
        try (var device = Device.jvm();
                var scheduler =
                        Scheduler.on(device, LAYOUT, SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2))) {
            assertThatThrownBy(() -> scheduler.run(List.of(new Step(0, 0)), (step, out) -> out.spawn(step), _ -> {
                        throw new UnsupportedOperationException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(scheduler.run(List.of(new Step(0, 3)), chain()).executed())
                    .isEqualTo(4);
        }
    }

    @Test
    void closingASchedulerCancelsItsRun() {
        try (var device = Device.jvm()) {
            try (var scheduler =
                    Scheduler.on(device, LAYOUT, SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2))) {
                scheduler.start(List.of(), chain());
            }
            assertThat(device.ints(1).copyOut()).containsExactly(0);
        }
    }

    @Test
    void taskAfterFinishIsRefused() {
        try (var device = Device.jvm();
                var scheduler =
                        Scheduler.on(device, LAYOUT, SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2))) {
            var run = scheduler.start(List.of(), chain());
            run.finish();
            assertThatThrownBy(() -> run.feed(new Step(5, 0)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Step[number=5");
            assertThat(run.join().executed()).isZero();
        }
    }

    @Test
    void schedulerMakesOneRunAtATime() {
        try (var device = Device.jvm();
                var scheduler =
                        Scheduler.on(device, LAYOUT, SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2))) {
            var run = scheduler.start(List.of(), chain());
            assertThatThrownBy(() -> scheduler.run(List.of(), chain())).isInstanceOf(IllegalStateException.class);
            run.join();
            assertThat(scheduler.run(List.of(new Step(0, 0)), chain()).executed())
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPolicies")
    void sumOfAllTasks(Device device, Policy policy) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options(device, policy));
                var sum = TaskSum.on(device)) {
            for (int i = 1; i <= 2; i++) {
                scheduler.run(List.of(new Step(3, 60), new Step(4, 40)), (step, out) -> {
                    sum.add((long) step.number() << 32);
                    if (step.left() > 0) {
                        out.spawn(new Step(step.number(), step.left() - 1));
                    }
                });
                assertThat(sum.total()).isEqualTo(i * (3L * 61 + 4L * 41) << 32);
            }
            sum.clear();
            assertThat(sum.total()).isZero();
        }
    }

    @Test
    void statisticsAddUp() {
        try (var device = Device.jvm();
                var scheduler = Scheduler.on(
                        device,
                        LAYOUT,
                        SchedulerOptions.defaults()
                                .withPolicy(Policy.stealing())
                                .withWorkers(Granularity.WARP, 3)
                                .withStatistics(true))) {
            var report = scheduler.run(
                    IntStream.range(0, 10).mapToObj(i -> new Step(i, 99)).toList(), chain());
            assertThat(report.executed()).isEqualTo(1_000);
            assertThat(report.workers()).hasSize(3);
            assertThat(report.workers().stream()
                            .mapToLong(Report.Worker::executed)
                            .sum())
                    .isEqualTo(1_000);
        }
    }

    @Test
    void flightRecorderGetsAnEventForEachRun(@TempDir Path directory) throws IOException {
        var file = directory.resolve("run.jfr");
        try (var recording = new Recording();
                var device = Device.jvm();
                var scheduler =
                        Scheduler.on(device, LAYOUT, SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2))) {
            recording.enable("dev.warpbroker.Run");
            recording.start();
            scheduler.run(List.of(new Step(0, 9)), chain());
            recording.stop();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("dev.warpbroker.Run"))
                .toList();
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getLong("executed")).isEqualTo(10);
        assertThat(events.getFirst().getInt("threads")).isEqualTo(2);
    }
}
