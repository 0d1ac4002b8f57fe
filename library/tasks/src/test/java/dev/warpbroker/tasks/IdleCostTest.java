package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Threads without tasks sleep. On a machine that is busy anyway they get less time than they would take: then this
 * shows less.
 */
class IdleCostTest {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final int MILLIS = 800;

    record Task(int millis) {}

    private static int work(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return millis;
    }

    /** {@return processors that were busy, on average} */
    private static double load(Runnable action) {
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        action.run();
        return (SYSTEM.getProcessCpuTime() - cpu) / (double) (System.nanoTime() - start);
    }

    @Test
    void workersOfForkAndJoinSleepWhileOneTaskIsLong() {
        try (var device = Device.jvm();
                var forkJoin = TestDevices.summing(device, Task.class, 8)) {
            assertThat(load(() ->
                            forkJoin.compute(new Task(MILLIS), (task, fork) -> fork.complete(work(task.millis())))))
                    .isLessThan(1.6);
        }
    }

    @Test
    void workersOfASchedulerSleepWhileOneTaskIsLong() {
        try (var device = Device.jvm();
                var scheduler = Scheduler.on(
                        device,
                        Layout.of(Task.class),
                        SchedulerOptions.defaults().withWorkers(Granularity.WARP, 8))) {
            assertThat(load(() -> scheduler.run(List.of(new Task(MILLIS)), (task, out) -> work(task.millis()))))
                    .isLessThan(1.6);
        }
    }

    @Test
    void schedulerSleepsWhileItWaitsToBeFed() {
        try (var device = Device.jvm();
                var scheduler = Scheduler.on(
                        device,
                        Layout.of(Task.class),
                        SchedulerOptions.defaults().withWorkers(Granularity.WARP, 2))) {
            var run = scheduler.start(List.of(), (task, out) -> work(task.millis()));
            assertThat(load(IdleCostTest::rest)).isLessThan(0.6);
            assertThat(run.feed(new Task(1))).isTrue();
            assertThat(run.join().executed()).isEqualTo(1);
        }
    }

    private static void rest() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
