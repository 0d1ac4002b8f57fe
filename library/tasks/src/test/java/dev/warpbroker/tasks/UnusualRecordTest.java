package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.Join;
import dev.warpbroker.tasks.host.DeviceExecutor;
import dev.warpbroker.tasks.host.QueueToDevice;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that refuse zeros, or have no text. */
class UnusualRecordTest {
    record Size(int n) {
        Size {
            if (n <= 0) {
                throw new IllegalArgumentException("a size must be positive");
            }
        }
    }

    record Silent(int n) {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    private static final Layout<Size> SIZES = Layout.of(Size.class);

    private static SchedulerOptions with(Policy policy) {
        return SchedulerOptions.defaults()
                .withPolicy(policy)
                .withWorkers(Granularity.WARP, 1)
                .withCapacity(64);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void recordThatRefusesZerosIsRefusedAtOnce(Device device) {
        refuses(() -> ElementQueue.of(QueueKind.BQ, device, 8, SIZES));
        refuses(() -> DequeKind.LOCKED.create(device, 1, 8, SIZES));
        refuses(() -> Scheduler.on(device, SIZES, with(Policy.central(QueueKind.BQ))));
        refuses(() -> Scheduler.on(device, SIZES, with(Policy.central(StackKind.ROOMS))));
        refuses(() -> Scheduler.on(device, SIZES, with(Policy.distributed(DequeKind.LOCKED))));
        refuses(() -> ForkJoin.on(device, SIZES, Join.sum()));
        refuses(() -> QueueToDevice.on(device, SIZES));
    }

    private static void refuses(ThrowingCallable making) {
        assertThatIllegalArgumentException()
                .isThrownBy(making)
                .withMessageContainingAll("UnusualRecordTest$Size cannot be made of zeros", "factory method")
                .withStackTraceContaining("a size must be positive");
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void whereNoZeroIsNeededSuchARecordIsATask(Device device) {
        try (var scheduler = Scheduler.on(device, SIZES, with(Policy.stealing()))) {
            var report = scheduler.run(List.of(new Size(8)), (size, out) -> {
                if (size.n() > 1) {
                    out.spawn(new Size(size.n() / 2));
                }
            });
            assertThat(report.executed()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.tasks.TestDevices#jvmAndSimulator")
    void failedTaskWithoutATextIsNamedByItsClass(Device device) {
        try (var scheduler = Scheduler.on(device, Layout.of(Silent.class), with(Policy.stealing()))) {
            assertThatThrownBy(() -> scheduler.run(List.of(new Silent(0)), (silent, out) -> {
                        if (1 / silent.n() == 0) {
                            out.spawn(silent);
                        }
                    }))
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageStartingWith("task Silent@")
                    .hasMessageContainingAll("its toString threw java.lang.IllegalStateException", "/ by zero");
        }
    }

    @Test
    void executorOutlivesAFailedTaskWithoutAText() {
        try (var device = Device.jvm();
                var executor = DeviceExecutor.ints(device, Layout.of(Silent.class), silent -> 1 / silent.n())) {
            var failed = executor.submit(new Silent(0));
            assertThatThrownBy(failed::join).hasCauseInstanceOf(TaskFailedException.class);
            assertThat(executor.submit(new Silent(1)).join()).isEqualTo(1);
        }
    }

    @Test
    void laneThatHasNoTaskBlamesNone() {
        var limited = SimulatorOptions.seeded(1).withStepLimit(300_000);
        try (var device = Device.simulator(limited, DeviceOptions.defaults());
                var scheduler =
                        Scheduler.on(device, SIZES, with(Policy.stealing()).withWorkers(Granularity.WARP, 2));
                var out = device.ints(1)) {
            var failure = catchThrowableOfType(
                    DeviceException.class,
                    () -> scheduler.run(List.of(new Size(7)), (size, _) -> {
                        for (int i = 0; i < 1_000_000; i++) {
                            out.setOpaque(0, i);
                        }
                    }));
            assertThat(failure).hasMessageContaining("300000");
            if (failure instanceof TaskFailedException named) {
                assertThat(named.task()).isEqualTo(new Size(7));
            }
        }
    }
}
