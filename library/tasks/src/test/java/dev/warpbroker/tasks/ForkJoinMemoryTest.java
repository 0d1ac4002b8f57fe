package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A run leaves nothing behind, whatever its body has captured, and a ForkJoin that is closed neither. */
class ForkJoinMemoryTest {
    record Weights(int leaf, long unused) {}

    /** Captures a number, a record and memory. */
    private static TaskBody<Fib, Fork<Fib, Integer>> worth(int least, Weights weights, Ints table) {
        return (fib, fork) -> {
            if (fib.n() < least) {
                fork.complete(weights.leaf() + table.get(0));
            } else {
                fork.spawn(new Fib(fib.n() - 1));
                fork.spawn(new Fib(fib.n() - 2));
            }
        };
    }

    private static TaskBody<Fib, Fork<Fib, Integer>> counting(int step) {
        return (fib, fork) -> {
            fork.complete(1);
            if (fib.n() > 0) {
                fork.spawn(new Fib(fib.n() - step));
            }
        };
    }

    @Test
    void tenThousandLambdasOnTheJvmInFlatMemory() {
        try (var device = Device.jvm();
                var forkJoin = TestDevices.summing(device, Fib.class, 2)) {
            compute(forkJoin, device, 1_000);
            long heap = usedHeap();
            int classes = loadedClasses();
            compute(forkJoin, device, 10_000);
            awaitTrue(() -> usedHeap() < heap + (8L << 20));
            awaitTrue(() -> loadedClasses() < classes + 100);
        }
    }

    private static void compute(ForkJoin<Fib, Integer> forkJoin, Device device, int rounds) {
        for (int i = 0; i < rounds; i++) {
            var table = device.ints(1);
            table.set(0, i);
            assertThat(forkJoin.compute(new Fib(4), worth(2, new Weights(i, i), table)))
                    .isEqualTo(5 * 2 * i);
            assertThat(forkJoin.compute(new Fib(6), counting(1 + i % 3))).isEqualTo(1 + 6 / (1 + i % 3));
        }
    }

    /**
     * On the simulator, where the device itself knows what is left: a number that changes is compiled a few times only.
     */
    @Test
    void newLambdasTakeNoDeviceMemory() {
        try (var device = Device.simulator(1)) {
            var forkJoin = TestDevices.summing(device, Fib.class, 1);
            long before = bytesLeft(device);
            long left = 0;
            for (int i = 0; i < (TestDevices.DEEP ? 12 : 6); i++) {
                try (var table = device.ints(1)) {
                    table.fill(i);
                    assertThat(forkJoin.compute(new Fib(4), worth(2, new Weights(i, i), table)))
                            .isEqualTo(5 * 2 * i);
                }
                if (i % 4 == 0) {
                    assertThat(forkJoin.compute(new Fib(6), counting(1 + i % 3)))
                            .isEqualTo(1 + 6 / (1 + i % 3));
                }
                left = i == 0 ? bytesLeft(device) : left;
                assertThat(bytesLeft(device)).isEqualTo(left);
            }
            assertThat(left).isLessThan(before);

            assertThat(forkJoin.compute(
                            new Fib(4), worth(2, new Weights(1, 1), device.ints(1)), (fib, sum, fork) -> {}))
                    .isEqualTo(5);
            long withContinuation = bytesLeft(device);
            assertThat(forkJoin.compute(new Fib(6), counting(1))).isEqualTo(7);
            assertThat(bytesLeft(device)).isEqualTo(withContinuation).isLessThan(left);

            forkJoin.close();
            assertThat(bytesLeft(device)).isEqualTo(before - Integer.BYTES);
        }
    }

    /** A join with another identity is another loop for the JVM; old ones are unloaded. */
    @Test
    void loopsForOldJoinsAreUnloaded() {
        try (var device = Device.jvm()) {
            // Whatever the first runs of a JVM load is not counted.
            runs(device, 0, 20);
            int classes = loadedClasses();
            runs(device, 20, 400);
            awaitTrue(() -> loadedClasses() < classes + 200);
        }
    }

    private static void runs(Device device, int from, int to) {
        for (int i = from; i < to; i++) {
            try (var forkJoin = ForkJoin.on(
                    device,
                    Layout.of(Fib.class),
                    Join.ints(-i, Math::max),
                    ForkJoinOptions.defaults().withWorkers(1))) {
                assertThat(forkJoin.compute(new Fib(3), counting(1))).isEqualTo(1);
            }
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static int loadedClasses() {
        System.gc();
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }

    /** The collector takes its time. */
    private static void awaitTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    /** {@return what a simulator says it has left when asked for too much} */
    static long bytesLeft(Device device) {
        try (var tooMuch = device.ints(Integer.MAX_VALUE)) {
            throw new AssertionError("there was room for " + tooMuch);
        } catch (DeviceMemoryException e) {
            return Long.parseLong(String.valueOf(e.getMessage()).replaceAll("(?s).*; (\\d+) of .*", "$1"));
        }
    }
}
