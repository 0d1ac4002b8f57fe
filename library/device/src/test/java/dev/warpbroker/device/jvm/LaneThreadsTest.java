package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Lanes;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Threads go from launch to launch, sleep while they wait, and end with their device. */
class LaneThreadsTest {
    @Test
    void launchesShareThreadsThatEndWithTheDevice() throws InterruptedException {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        try (var device = Device.jvm()) {
            for (int i = 0; i < 200; i++) {
                device.run(new Grid(2, 1), lane -> seen.add(Thread.currentThread()));
            }
        }
        assertThat(seen).hasSizeLessThan(20);
        for (var thread : seen) {
            thread.join(30_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void interruptionOfALaneIsNotPassedOn() {
        var interrupted = new AtomicBoolean();
        try (var device = Device.jvm()) {
            for (int i = 0; i < 20; i++) {
                device.run(new Grid(1, 1), lane -> {
                    interrupted.compareAndSet(false, Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                });
            }
        }
        assertThat(interrupted).isFalse();
    }

    @Test
    void laneThatWaitsForLongSleeps() throws InterruptedException {
        var cpuNanos = new AtomicLong();
        var threads = ManagementFactory.getThreadMXBean();
        try (var device = Device.jvm();
                var end = device.hostInts(1)) {
            var launch = device.launch(new Grid(2, 1), lane -> {
                long before = threads.getCurrentThreadCpuTime();
                Lanes.await(end, 0, "the host");
                cpuNanos.addAndGet(threads.getCurrentThreadCpuTime() - before);
            });
            Thread.sleep(1_000);
            end.setVolatile(0, 1);
            launch.join();
        }
        assertThat(cpuNanos.get()).as("of two lanes").isLessThan(600_000_000);
    }
}
