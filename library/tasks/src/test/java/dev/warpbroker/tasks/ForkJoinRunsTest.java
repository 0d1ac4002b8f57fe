package dev.warpbroker.tasks;

import static dev.warpbroker.tasks.Fib.FIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.ForkJoin;
import dev.warpbroker.tasks.forkjoin.ForkJoinOptions;
import dev.warpbroker.tasks.forkjoin.Join;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs of one ForkJoin follow one another, whoever starts them and however they end. */
class ForkJoinRunsTest {
    private static final String JVM_FIRST = "dev.warpbroker.tasks.TestDevices#jvmFirst";
    private static final String JVM_AND_SIMULATOR = "dev.warpbroker.tasks.TestDevices#jvmAndSimulator";

    private static final TaskBody<Fib, Fork<Fib, Integer>> FAILING = (fib, fork) -> {
        if (fib.n() == 3) {
            throw new IllegalStateException("must not be 3");
        }
        fork.spawn(new Fib(fib.n() - 1));
    };

    @AfterEach
    void nobodyStaysInterrupted() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private static ForkJoin<Fib, Integer> forkJoin(Device device) {
        return TestDevices.summing(device, Fib.class, TestDevices.scaled(device, 3, 2));
    }

    /** {@return a body that takes years, and says when it has begun} */
    private static TaskBody<Fib, Fork<Fib, Integer>> endless(Ints begun) {
        return (fib, fork) -> {
            begun.setRelease(0, 1);
            if (fib.n() > 0) {
                fork.spawn(new Fib(fib.n() - 1));
                fork.spawn(new Fib(fib.n() - 1));
            }
        };
    }

    private static void awaitSet(Ints begun) {
        while (begun.getAcquire(0) == 0) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_FIRST)
    void startedTogetherEachHasItsOwnResult(Device device) {
        try (var forkJoin = forkJoin(device)) {
            var first = forkJoin.start(new Fib(12), FIB);
            var second = forkJoin.start(new Fib(10), FIB);
            assertThat(forkJoin.compute(new Fib(7), FIB)).isEqualTo(13);
            var third = forkJoin.start(new Fib(1), FIB);
            assertThat(third.join()).isEqualTo(1);
            assertThat(second.join()).isEqualTo(55);
            assertThat(first.join()).isEqualTo(144);
            assertThat(first.join()).as("again").isEqualTo(144);
            assertThat(first.statistics().workers()).isEqualTo(TestDevices.scaled(device, 3, 2));
            assertThat(first.isDone()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_FIRST)
    void severalHostThreadsMayComputeAtOnce(Device device) throws Exception {
        int[] expected = {1, 1, 2, 3, 5, 8, 13, 21};
        try (var forkJoin = forkJoin(device);
                var hosts = Executors.newFixedThreadPool(4)) {
            var results = IntStream.range(0, TestDevices.scaled(device, 200, 12))
                    .mapToObj(i -> hosts.submit(() -> forkJoin.compute(new Fib(1 + i % 8), FIB)))
                    .toList();
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i).get(100, TimeUnit.SECONDS)).isEqualTo(expected[i % 8]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void runAfterThoseThatFailedOrWereCancelledUnheard(Device device) {
        try (var forkJoin = forkJoin(device);
                var begun = device.hostInts(1)) {
            var failing = forkJoin.start(new Fib(6), FAILING);
            assertThat(forkJoin.compute(new Fib(10), FIB)).isEqualTo(55);

            var cancelled = forkJoin.start(new Fib(62), endless(begun));
            awaitSet(begun);
            cancelled.cancel();
            cancelled.cancel();
            assertThat(forkJoin.compute(new Fib(9), FIB)).isEqualTo(34);

            assertThatThrownBy(failing::join)
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContainingAll("Fib[n=3]", "must not be 3");
            assertThatThrownBy(cancelled::join).isInstanceOf(LaunchStoppedException.class);
            cancelled.cancel();
            assertThat(forkJoin.compute(new Fib(8), FIB)).isEqualTo(21);
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void closingCancelsWhatIsUnderWay(Device device) throws Exception {
        try (var begun = device.hostInts(1)) {
            var forkJoin = forkJoin(device);
            var ended = forkJoin.start(new Fib(10), FIB);
            var run = forkJoin.start(new Fib(62), endless(begun));
            var waiting = CompletableFuture.supplyAsync(() -> catchThrowable(run::join));
            awaitSet(begun);
            forkJoin.close();
            forkJoin.close();
            assertThat(waiting.get(60, TimeUnit.SECONDS)).isInstanceOf(LaunchStoppedException.class);
            assertThat(ended.join()).isEqualTo(55);
            assertThatThrownBy(() -> forkJoin.start(new Fib(1), FIB))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was closed; make another one");
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_AND_SIMULATOR)
    void interruptedHostCancelsItsRunAndStaysInterrupted(Device device) {
        try (var forkJoin = forkJoin(device);
                var begun = device.hostInts(1)) {
            var host = Thread.currentThread();
            var interrupter = Thread.ofPlatform().start(() -> {
                awaitSet(begun);
                host.interrupt();
            });
            assertThatThrownBy(() -> forkJoin.compute(new Fib(62), endless(begun)))
                    .isInstanceOf(LaunchStoppedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(interrupter).isNotNull();
            assertThat(forkJoin.compute(new Fib(9), FIB)).isEqualTo(34);
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_FIRST)
    void interruptedThreadMayAskWhetherARunIsDone(Device device) {
        try (var forkJoin = forkJoin(device);
                var hold = device.hostInts(1)) {
            var run = forkJoin.start(new Fib(1), (fib, fork) -> {
                var backoff = new Backoff();
                while (hold.getAcquire(0) == 0) {
                    backoff.pause("the host");
                }
                fork.complete(7);
            });
            Thread.currentThread().interrupt();
            assertThat(run.isDone()).isFalse();
            assertThat(Thread.interrupted()).isTrue();
            hold.setVolatile(0, 1);
            assertThat(run.join()).isEqualTo(7);
        }
    }

    @Test
    void interruptedWhileItWaitsForAnotherRunStartDisturbsNobody() {
        try (var device = Device.simulator(1);
                var forkJoin = forkJoin(device);
                var begun = device.hostInts(1)) {
            var other = forkJoin.start(new Fib(62), endless(begun));
            awaitSet(begun);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> forkJoin.start(new Fib(5), FIB))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("interrupted while");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(other.isDone()).isFalse();
            other.cancel();
            assertThat(forkJoin.compute(new Fib(5), FIB)).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @MethodSource(JVM_FIRST)
    void closingAfterTheDeviceIsHarmless(Device device) {
        var forkJoin = forkJoin(device);
        forkJoin.start(new Fib(5), FIB);
        device.close();
        forkJoin.close();
        assertThatThrownBy(() -> forkJoin.compute(new Fib(5), FIB)).isInstanceOf(IllegalStateException.class);
    }

    private static final int LEAVES = 5_000;

    /** Its leaves never come to a join. All together they would take the better part of a minute. */
    private static TaskBody<Fib, Fork<Fib, Integer>> flat(Ints run) {
        return (fib, fork) -> {
            if (fib.n() < 0) {
                for (int i = 0; i < LEAVES; i++) {
                    fork.spawn(new Fib(i));
                }
            } else {
                run.getAndAdd(0, 1);
                long end = System.nanoTime() + 10_000_000;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
        };
    }

    @Test
    void interruptIsNoticedBetweenLeaves() {
        try (var device = Device.jvm();
                var forkJoin = TestDevices.summing(device, Fib.class, 1);
                var count = device.ints(1)) {
            var host = Thread.currentThread();
            Thread.ofPlatform().start(() -> {
                awaitSet(count);
                host.interrupt();
            });
            assertThatThrownBy(() -> forkJoin.compute(new Fib(-1), flat(count)))
                    .isInstanceOf(LaunchStoppedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(count.get(0)).isLessThan(LEAVES / 4);
        }
    }

    @Test
    void failureOfOneWorkerEndsTheLeavesOfOthers() {
        try (var device = Device.jvm();
                var forkJoin = ForkJoin.on(
                        device,
                        Layout.of(Fib.class),
                        Join.sum(),
                        ForkJoinOptions.defaults().withWorkers(2).withTasks(1 << 13));
                var count = device.ints(1)) {
            assertThatThrownBy(() -> forkJoin.compute(new Fib(-1), (fib, fork) -> {
                        if (fib.n() < 0) {
                            for (int i = 0; i < LEAVES; i++) {
                                fork.spawn(new Fib(i));
                            }
                        } else if (count.getAndAdd(0, 1) == 20) {
                            throw new IllegalStateException("leaf 20");
                        } else {
                            long end = System.nanoTime() + 10_000_000;
                            while (System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                        }
                    }))
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContaining("leaf 20");
            assertThat(count.get(0)).isLessThan(LEAVES / 4);
        }
    }

    @Test
    void flightRecorderGetsRuns(@TempDir Path directory) throws IOException {
        var file = directory.resolve("forkjoin.jfr");
        try (var recording = new Recording();
                var device = Device.jvm();
                var forkJoin = forkJoin(device)) {
            recording.enable("dev.warpbroker.ForkJoin").withoutThreshold();
            recording.start();
            assertThat(forkJoin.compute(new Fib(10), FIB)).isEqualTo(55);
            recording.stop();
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals("dev.warpbroker.ForkJoin")))
                .singleElement()
                .satisfies(event -> assertThat(event.getInt("workers")).isPositive());
    }

    @Test
    void sizesBeyondAllBoundsAreRefused() {
        var options = ForkJoinOptions.defaults();
        assertThatThrownBy(() -> options.withInbox(1 << 30))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("inbox 1073741824; the largest is 262144");
        assertThatThrownBy(() -> options.withTasks(-5)).hasMessageContaining("tasks -5 is not a power of two; take 1");
        assertThatThrownBy(() -> options.withFastTasks(100)).hasMessageContaining("take 64");
        assertThatThrownBy(() -> options.withWorkers(-1)).hasMessageContaining("-1 workers");
        try (var device = Device.simulator(1)) {
            assertThatThrownBy(() -> ForkJoin.on(device, Layout.of(Fib.class), Join.sum(), options.withWorkers(16_000)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("16000 workers; sim holds 128 at once");
        }
        try (var device = Device.simulator(1);
                var forkJoin = ForkJoin.on(
                        device,
                        Layout.of(Fib.class),
                        Join.sum(),
                        options.withWorkers(2).withTasks(1 << 30))) {
            assertThatThrownBy(() -> forkJoin.compute(new Fib(3), FIB))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("option tasks");
        }
    }

    /** Lanes that begin at different times must agree on when their warp looks around. */
    @Test
    void lanesOfAWarpAgreeInEveryOfManyRuns() {
        int nodes = 8;
        try (var device = Device.simulator(0);
                var forkJoin = TestDevices.summing(device, Node.class, 2)) {
            for (int run = 0; run < 250; run++) {
                int sum = forkJoin.compute(
                        new Node(0),
                        (node, fork) -> {
                            if (2 * node.number() + 1 >= nodes) {
                                fork.complete(1);
                            }
                            for (int i = 2 * node.number() + 1; i < Math.min(nodes, 2 * node.number() + 3); i++) {
                                fork.spawn(new Node(i));
                            }
                        },
                        (node, children, fork) -> fork.complete(children + 1));
                assertThat(sum).as("run " + run).isEqualTo(nodes);
            }
        }
    }

    /** A node of a binary heap. */
    record Node(int number) {}
}
