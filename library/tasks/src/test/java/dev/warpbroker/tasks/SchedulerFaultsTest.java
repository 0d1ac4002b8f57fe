package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A scheduler that is used in ways that cannot work says so, and can be used again. */
class SchedulerFaultsTest {
    @AutoClose
    private final Device device = Device.jvm();

    record Step(int number, int left) {}

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    private static final TaskBody<Step, Spawner<Step>> CHAIN = (step, out) -> {
        if (step.left() > 0) {
            out.spawn(new Step(step.number(), step.left() - 1));
        }
    };

    private static Scheduler<Step> scheduler(Device device) {
        return Scheduler.on(device, LAYOUT, SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2));
    }

    @Test
    void endedRunCanStillBeAsked() {
        try (var scheduler = scheduler(device)) {
            var run = scheduler.start(List.of(new Step(0, 9)), CHAIN);
            var report = run.join();
            assertThat(report.executed()).isEqualTo(10);
            assertThat(run.join()).isEqualTo(report);
            assertThat(run.executed()).isEqualTo(10);
            run.finish();
            run.cancel();
            assertThatThrownBy(() -> run.feed(new Step(1, 1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("after finish");
            assertThat(scheduler.run(List.of(new Step(0, 3)), CHAIN).executed()).isEqualTo(4);
        }
    }

    @Test
    void cancelledRunTakesNoTasksAndSaysSoTwice() {
        try (var scheduler = scheduler(device)) {
            var run = scheduler.start(List.of(), CHAIN);
            run.cancel();
            run.cancel();
            assertThatThrownBy(() -> scheduler.start(List.of(), CHAIN))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("join that one first");
            assertThatThrownBy(run::join).isInstanceOf(LaunchStoppedException.class);
            assertThatThrownBy(run::join).isInstanceOf(LaunchStoppedException.class);
            assertThat(scheduler.run(List.of(new Step(0, 3)), CHAIN).executed()).isEqualTo(4);
        }
    }

    @Test
    void failureIsTheSameForAllWhoJoin() {
        try (var scheduler = scheduler(device)) {
            var run = scheduler.start(List.of(new Step(7, 0)), (step, out) -> {
                throw new IllegalStateException("no " + step.number());
            });
            assertThatThrownBy(run::join)
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContaining("Step[number=7");
            assertThatThrownBy(run::join)
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContaining("Step[number=7");
            assertThat(run.executed()).isZero();
        }
    }

    @Test
    void closingEndsARunThatAnotherThreadWaitsFor() throws Exception {
        var scheduler = scheduler(device);
        var run = scheduler.start(List.of(new Step(0, 0)), (step, out) -> out.spawn(step));
        var joining = CompletableFuture.supplyAsync(() -> catchThrowable(run::join));
        while (run.executed() < 100) {
            Thread.onSpinWait();
        }
        scheduler.close();
        scheduler.close();
        assertThat(joining.get(60, TimeUnit.SECONDS)).isInstanceOf(LaunchStoppedException.class);
        assertThat(run.executed()).isGreaterThanOrEqualTo(100);
        run.cancel();
        assertThatThrownBy(() -> scheduler.run(List.of(new Step(0, 3)), CHAIN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was closed; make another one");
    }

    @Test
    void runOfAClosedSchedulerTakesNoTasks() {
        var scheduler = scheduler(device);
        var run = scheduler.start(List.of(), CHAIN);
        scheduler.close();
        assertThat(run.feed(new Step(0, 1))).isFalse();
    }

    @Test
    void interruptedThreadFeedsAndIsStillInterrupted() {
        try (var scheduler = scheduler(device)) {
            var run = scheduler.start(List.of(), CHAIN);
            Thread.currentThread().interrupt();
            for (int i = 0; i < 2_000; i++) {
                assertThat(run.feed(new Step(i, 0))).isTrue();
            }
            assertThat(Thread.interrupted()).isTrue();
            assertThat(run.join().executed()).isEqualTo(2_000);
        }
    }

    @Test
    void interruptedJoinCancelsTheRun() {
        try (var scheduler = scheduler(device)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> scheduler.run(List.of(new Step(0, 0)), (step, out) -> out.spawn(step)))
                    .isInstanceOf(LaunchStoppedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(scheduler.run(List.of(new Step(0, 3)), CHAIN).executed()).isEqualTo(4);
        }
    }

    @Test
    void runThatCannotBeginLeavesNoMemoryBehind() {
        try (var device = Device.simulator(1);
                var scheduler = scheduler(device)) {
            long left = ForkJoinMemoryTest.bytesLeft(device);
            assertThatThrownBy(() -> scheduler.run(Arrays.asList(new Step(0, 0), null), CHAIN))
                    .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> scheduler.start(Arrays.asList(new Step(0, 0), null), CHAIN))
                    .isInstanceOf(NullPointerException.class);
            assertThat(ForkJoinMemoryTest.bytesLeft(device)).isEqualTo(left);
        }
    }

    static Stream<Arguments> optionsBeyondAllBounds() {
        var options = SchedulerOptions.defaults();
        var central = options.withPolicy(Policy.central(QueueKind.BQ)).withWorkers(Granularity.THREAD, 4);
        return Stream.of(
                arguments(options.withWorkers(Granularity.WARP, Integer.MAX_VALUE), "2147483647 workers by THREAD"),
                arguments(central.withWorkers(Granularity.THREAD, 50_000), "jvm holds 16384 at once"),
                arguments(options.withKeep(Integer.MAX_VALUE), "keep 2147483647"),
                arguments(central.withKeep(1 << 30), "keep 1073741824"),
                arguments(options.withCapacity(Integer.MAX_VALUE), "capacity 2147483647"),
                arguments(options.withCapacity(3), "capacity 3"),
                arguments(options.withCapacity(1 << 30), "capacity 1073741824"),
                arguments(central.withCapacity(Integer.MAX_VALUE), "2147483647"),
                arguments(
                        central.withPolicy(Policy.central(StackKind.ROOMS)).withCapacity(Integer.MAX_VALUE),
                        "2147483647"),
                arguments(
                        central.withPolicy(Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.ONE))
                                .withCapacity(Integer.MAX_VALUE),
                        "2147483647"));
    }

    @ParameterizedTest
    @MethodSource("optionsBeyondAllBounds")
    void sizesBeyondAllBoundsAreRefused(SchedulerOptions options, String named) {
        assertThatThrownBy(() -> Scheduler.on(device, LAYOUT, options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    @Test
    void negativeSizesAreRefused() {
        var options = SchedulerOptions.defaults();
        assertThatThrownBy(() -> options.withWorkers(Granularity.WARP, -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> options.withCapacity(-2)).hasMessageContaining("-2");
        assertThatThrownBy(() -> options.withKeep(-3)).hasMessageContaining("-3");
        assertThatThrownBy(() -> options.withLevels(0)).hasMessageContaining("0 levels");
    }

    static Stream<SchedulerOptions> policies() {
        var options = SchedulerOptions.defaults();
        return Stream.of(
                options.withWorkers(Granularity.WARP, 2),
                options.withPolicy(Policy.central(QueueKind.BQ)).withWorkers(Granularity.THREAD, 3),
                options.withPolicy(Policy.central(QueueKind.BQ)).withWorkers(Granularity.WARP, 2),
                options.withPolicy(Policy.central(QueueKind.BQ)).withWorkers(Granularity.BLOCK, 2),
                options.withPolicy(Policy.central(StackKind.ROOMS)).withWorkers(Granularity.WARP, 2),
                options.withPolicy(Policy.busyLeaves(QueueKind.BQ)).withWorkers(Granularity.THREAD, 3),
                options.withPolicy(Policy.distributed()).withWorkers(Granularity.BLOCK, 2),
                options.withPolicy(Policy.distributed(DequeKind.LOCKED)).withWorkers(Granularity.THREAD, 3),
                options.withPolicy(Policy.stealing(DequeKind.CHASE_LEV, Policy.StealAmount.ONE))
                        .withWorkers(Granularity.WARP, 2));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void failedTaskIsNamedByEveryPolicy(SchedulerOptions options) {
        failsAndRunsAgain(options, device);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("policies")
    void failedTaskIsNamedByEveryPolicyOnWarps(SchedulerOptions options) {
        try (var device = Device.simulator(1)) {
            failsAndRunsAgain(options, device);
        }
    }

    private static void failsAndRunsAgain(SchedulerOptions options, Device device) {
        try (var scheduler = Scheduler.on(device, LAYOUT, options.withCapacity(64))) {
            for (int i = 0; i < 2; i++) {
                var failure = catchThrowableOfType(
                        TaskFailedException.class,
                        () -> scheduler.run(List.of(new Step(0, 9), new Step(1, 9)), (step, out) -> {
                            if (step.number() == 1 && step.left() == 2) {
                                throw new IllegalStateException("two left");
                            }
                            if (step.left() > 0) {
                                out.spawn(new Step(step.number(), step.left() - 1));
                            }
                        }));
                assertThat(failure.task()).isEqualTo(new Step(1, 2));
                assertThat(scheduler.run(List.of(new Step(0, 3)), CHAIN).executed())
                        .isEqualTo(4);
            }
        }
    }
}
