package dev.warpbroker.tasks.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.ExecutorOptions.WhenFull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the conformance cases of the executor do not show. */
class DeviceExecutorTest {
    record Item(int value) {}

    record Nothing() {}

    private static final Layout<Item> ITEMS = Layout.of(Item.class);

    static Stream<Named<Device>> devices() {
        return Stream.of(Named.named("jvm", Device.jvm()), Named.named("simulator, seed 1", Device.simulator(1)));
    }

    private static ExecutorOptions few() {
        return ExecutorOptions.defaults()
                .withWorkers(1)
                .withCapacity(32)
                .withSpins(4)
                .withLongestSleep(Duration.ofNanos(1_000));
    }

    /** {@return an executor whose tasks wait until the long is set} */
    private static DeviceExecutor<Item, Integer> gated(Device device, Longs gate, ExecutorOptions options) {
        return DeviceExecutor.on(
                device,
                ITEMS,
                Scalars.INTS,
                number -> {
                    var backoff = new Backoff();
                    while (gate.getAcquire(0) == 0) {
                        backoff.pause("the gate");
                    }
                    return number.value();
                },
                options);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void resultsAreIntsLongsDoublesOrRecords(Device device) {
        try (var executor = DeviceExecutor.ints(device, ITEMS, number -> number.value() + 1)) {
            assertThat(executor.submit(new Item(1)).join()).isEqualTo(2);
        }
        try (var executor = DeviceExecutor.longs(device, ITEMS, number -> (long) number.value() << 40)) {
            assertThat(executor.submit(new Item(-3)).join()).isEqualTo(-3L << 40);
        }
        try (var executor = DeviceExecutor.doubles(device, ITEMS, number -> number.value() / 3.0)) {
            assertThat(executor.submit(new Item(1)).join()).isEqualTo(1 / 3.0);
        }
        try (var executor = DeviceExecutor.on(device, Layout.of(Nothing.class), ITEMS, _ -> new Item(9))) {
            assertThat(executor.submit(new Nothing()).join()).isEqualTo(new Item(9));
        }
        try (var executor = DeviceExecutor.on(device, ITEMS, Layout.of(Nothing.class), _ -> new Nothing())) {
            assertThat(executor.submit(new Item(1)).join()).isEqualTo(new Nothing());
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void futuresAreCompletedWithoutAnyoneWaiting(Device device) throws Exception {
        try (var executor = DeviceExecutor.ints(device, ITEMS, Item::value)) {
            var seen = new CompletableFuture<Integer>();
            assertThat(executor.submit(new Item(5)).thenAccept(seen::complete)).isNotNull();
            assertThat(seen.get(2, TimeUnit.MINUTES)).isEqualTo(5);
            Thread.sleep(200); // the thread of the executor sleeps by now
            var later = new CompletableFuture<Integer>();
            assertThat(executor.submit(new Item(6)).thenAccept(later::complete)).isNotNull();
            assertThat(later.get(2, TimeUnit.MINUTES)).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void withoutOrderResultsAreTheSame(Device device) {
        try (var executor = DeviceExecutor.on(
                device, ITEMS, Scalars.INTS, Item::value, few().withOrder(false).withBatch(1))) {
            for (int i = 0; i < 70; i++) {
                assertThat(executor.submit(new Item(i)).join()).isEqualTo(i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shutdownRunsWhatWasSubmittedAndRefusesMore(Device device) throws InterruptedException {
        try (var gate = device.hostLongs(1);
                var executor = gated(device, gate, few())) {
            var submitted = new ArrayList<CompletableFuture<Integer>>();
            for (int i = 0; i < 10; i++) {
                submitted.add(executor.submit(new Item(i)));
            }
            assertThat(executor.isShutdown()).isFalse();
            executor.shutdown();
            assertThat(executor.isShutdown()).isTrue();
            assertThatThrownBy(() -> executor.submit(new Item(10)))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContainingAll("Item[value=10]", "was shut down");
            assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(executor.isTerminated()).isFalse();
            gate.setRelease(0, 1);
            assertThat(executor.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(submitted.get(i).resultNow()).isEqualTo(i);
            }
            assertThat(executor.shutdownNow()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void cancelledBeforeALaneTookItNeverRuns(Device device) {
        try (var gate = device.hostLongs(1);
                var ran = device.ints(64);
                var executor = DeviceExecutor.on(
                        device,
                        ITEMS,
                        Scalars.INTS,
                        number -> {
                            ran.getAndAddRelaxed(number.value(), 1);
                            var backoff = new Backoff();
                            while (gate.getAcquire(0) == 0) {
                                backoff.pause("the gate");
                            }
                            return number.value();
                        },
                        few())) {
            var first = executor.submit(new Item(0));
            while (ran.copyOut(0, 1)[0] == 0) {
                Thread.onSpinWait();
            }
            var second = executor.submit(new Item(1));
            assertThat(second.cancel(true)).isTrue();
            assertThatThrownBy(second::join).isInstanceOf(CancellationException.class);
            gate.setRelease(0, 1);
            assertThat(first.join()).isEqualTo(0);
            assertThat(executor.submit(new Item(2)).join()).isEqualTo(2);
            assertThat(ran.copyOut(0, 3)).containsExactly(1, 0, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void getGivesUpInTime(Device device) {
        try (var gate = device.hostLongs(1);
                var executor = gated(device, gate, few())) {
            var answer = executor.submit(new Item(1));
            assertThatThrownBy(() -> answer.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            gate.setRelease(0, 1);
            assertThat(answer.join()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void interruptedWhileItWaitsForRoomIsRefused(Device device) throws InterruptedException {
        try (var gate = device.hostLongs(1);
                var executor = gated(device, gate, few())) {
            for (int i = 0; i < 32; i++) {
                assertThat(executor.submit(new Item(i))).isNotNull();
            }
            var thrown = new AtomicReference<Throwable>();
            var thread = Thread.ofPlatform().start(() -> {
                try {
                    assertThat(executor.submit(new Item(32))).isNull();
                } catch (RejectedExecutionException refused) {
                    thrown.set(Thread.currentThread().isInterrupted() ? refused : new AssertionError("flag is gone"));
                }
            });
            thread.interrupt();
            thread.join();
            assertThat(thrown.get())
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("interrupted while it waited for room");
            gate.setRelease(0, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void fullRefusalNamesTheWayOut(Device device) {
        try (var gate = device.hostLongs(1);
                var executor = gated(device, gate, few().withWhenFull(WhenFull.REFUSE))) {
            for (int i = 0; i < 32; i++) {
                assertThat(executor.submit(new Item(i))).isNotNull();
            }
            assertThatThrownBy(() -> executor.submit(new Item(32)))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContainingAll("for 32 requests each", "raise the capacity");
            gate.setRelease(0, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void closingInterruptedStopsTheTasks(Device device) {
        try (var gate = device.hostLongs(1)) {
            var executor = gated(device, gate, few());
            var answer = executor.submit(new Item(1));
            Thread.currentThread().interrupt();
            executor.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(executor.isTerminated()).isTrue();
            assertThat(answer).isDone();
            assertThatThrownBy(answer::join).isInstanceOf(RuntimeException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void closingTheDeviceFailsAllFutures(Device device) {
        var gate = device.hostLongs(1);
        var executor = gated(device, gate, few());
        var answers = new ArrayList<CompletableFuture<Integer>>();
        for (int i = 0; i < 20; i++) {
            answers.add(executor.submit(new Item(i)));
        }
        device.close();
        for (var answer : answers) {
            assertThatThrownBy(() -> answer.get(2, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(DeviceException.class);
        }
        executor.close();
        assertThatThrownBy(() -> executor.submit(new Item(1))).isInstanceOf(RejectedExecutionException.class);
    }

    /** {@return an executor whose tasks wait until the long is greater than their number} */
    private static DeviceExecutor<Item, Integer> inSteps(Device device, Longs step) {
        return DeviceExecutor.on(
                device,
                ITEMS,
                Scalars.INTS,
                number -> {
                    var backoff = new Backoff();
                    while (step.getAcquire(0) <= number.value()) {
                        backoff.pause("the step");
                    }
                    return number.value();
                },
                few());
    }

    /** Only the thread on which it runs could make room. */
    @ParameterizedTest
    @MethodSource("devices")
    void whatIsAttachedToAFutureDoesNotWaitForRoom(Device device) throws Exception {
        try (var step = device.hostLongs(1);
                var executor = inSteps(device, step)) {
            var refused = executor.submit(new Item(0)).thenApply(_ -> {
                for (int i = 0; i < 1_000; i++) {
                    var _ = executor.submit(new Item(1));
                }
                return "none was refused";
            });
            step.setRelease(0, 1);
            assertThatThrownBy(() -> refused.get(2, TimeUnit.MINUTES))
                    .cause()
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("thenComposeAsync");
            step.setRelease(0, 2);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void whatIsAttachedToAFutureCanEndTheExecutorButNotWaitForIt(Device device) throws Exception {
        try (var step = device.hostLongs(1);
                var executor = inSteps(device, step)) {
            var closed = executor.submit(new Item(0)).thenRun(executor::close);
            step.setRelease(0, 1);
            assertThatThrownBy(() -> closed.get(2, TimeUnit.MINUTES))
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("thenRunAsync");
            assertThat(executor.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void aSecondExecutorOnTheDeviceIsRefused() {
        try (var device = Device.jvm();
                var executor = DeviceExecutor.ints(device, ITEMS, Item::value)) {
            assertThatThrownBy(() -> DeviceExecutor.ints(device, ITEMS, Item::value))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("close that first");
            assertThat(executor.submit(new Item(3)).join()).isEqualTo(3);
        }
    }

    @Test
    void wrongOptionsAreRefused() {
        var options = ExecutorOptions.defaults();
        assertThatThrownBy(() -> options.withCapacity(100)).hasMessageContaining("capacity 100");
        assertThatThrownBy(() -> options.withWorkers(-1)).hasMessageContaining("number of workers -1");
        assertThatThrownBy(() -> options.withBatch(-1)).hasMessageContaining("batch -1");
        assertThatThrownBy(() -> options.withSpins(-1)).hasMessageContaining("spins -1");
        assertThatThrownBy(() -> options.withLongestSleep(Duration.ofSeconds(1)))
                .hasMessageContaining("PT1S");
        try (var device = Device.jvm()) {
            assertThatThrownBy(() ->
                            DeviceExecutor.on(device, ITEMS, Scalars.INTS, Item::value, options.withWorkers(1 << 20)))
                    .hasMessageContaining("1048576 workers");
        }
    }
}
