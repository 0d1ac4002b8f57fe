package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;

import dev.warpbroker.device.faults.EachDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What streams promise: order, failure, and the end. */
class DeviceStreamTest {
    private static final int LANES = 64;
    private static final Grid GRID = Grid.threads(LANES);

    /** A device, and streams of it that one thread serves, or one thread each as on a GPU. */
    record Setting(Device device, Streams streams) implements AutoCloseable {
        static Setting common(Device device) {
            return new Setting(device, new Streams(device, false));
        }

        @Override
        public void close() {
            streams.close();
            device.close();
        }
    }

    static java.util.stream.Stream<Named<Setting>> settings() {
        var jvm = Device.jvm();
        return java.util.stream.Stream.of(
                named("jvm", Setting.common(Device.jvm())),
                named("simulator", Setting.common(Device.simulator(1))),
                named("jvm, with a thread for each stream", new Setting(jvm, new Streams(jvm, true))));
    }

    /** Recursion, which cannot be compiled. */
    static int descended(int steps) {
        return steps == 0 ? 0 : descended(steps - 1) + 1;
    }

    private static MemorySegment numbers(int from) {
        return MemorySegment.ofArray(IntStream.range(from, from + LANES).toArray());
    }

    @ParameterizedTest
    @MethodSource("settings")
    void operationsOfAStreamAreDoneInTheirOrder(Setting setting) {
        Ints memory = setting.device().ints(LANES);
        int[] result = new int[LANES];
        int[] earlier = new int[LANES];
        try (var stream = setting.streams().open()) {
            for (int round = 0; round < 20; round++) {
                int added = round;
                stream.copyIn(memory, numbers(round));
                stream.launch(GRID, lane -> memory.set(lane.id(), memory.get(lane.id()) * 2 + added));
                stream.copyOut(memory, MemorySegment.ofArray(earlier));
                stream.launch(GRID, lane -> memory.set(lane.id(), memory.get(lane.id()) + 1));
                stream.copyOut(memory, 0, MemorySegment.ofArray(result));
                stream.end().join();
                for (int i = 0; i < LANES; i++) {
                    assertThat(earlier[i]).isEqualTo(2 * (round + i) + round);
                    assertThat(result[i]).isEqualTo(earlier[i] + 1);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void streamWaitsForTheOtherThatItIsToldToComeAfter(Setting setting) {
        Ints a = setting.device().ints(LANES);
        Ints b = setting.device().ints(LANES);
        int[] result = new int[LANES];
        try (var first = setting.streams().open();
                var second = setting.streams().open()) {
            for (int round = 0; round < 20; round++) {
                first.copyIn(a, numbers(round));
                first.launch(GRID, lane -> b.set(lane.id(), a.get(lane.id()) + 1));
                second.after(first);
                second.copyOut(b, MemorySegment.ofArray(result));
                first.after(second);
                second.join();
                assertThat(result)
                        .isEqualTo(IntStream.range(round + 1, round + 1 + LANES).toArray());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void streamComesAfterLaunchesOfTheDevice(Setting setting) {
        Ints gate = setting.device().hostInts(1);
        Ints memory = setting.device().ints(LANES);
        int[] result = new int[LANES];
        setting.device().launch(GRID, lane -> {
            Lanes.await(gate, 0, "the gate");
            memory.set(lane.id(), 5);
        });
        try (var stream = setting.streams().open()) {
            stream.copyOut(memory, MemorySegment.ofArray(result));
            var copied = stream.end();
            assertThat(copied.isDone()).isFalse();
            gate.setRelease(0, 1);
            copied.join();
            assertThat(result).containsOnly(5);
        }
    }

    @EachDevice
    void memoryIsClosedAfterWhatAStreamDoesWithIt(Device device) {
        Ints memory = device.ints(LANES);
        try (var stream = device.stream()) {
            stream.copyIn(memory, numbers(7));
            memory.close();
            stream.join();
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void afterAFailureNothingIsDoneAnyMore(Setting setting) {
        Ints memory = setting.device().ints(LANES);
        Ints other = setting.device().ints(LANES);
        int[] untouched = new int[LANES];
        var stream = setting.streams().open();
        var dependent = setting.streams().open();
        stream.copyIn(memory, numbers(1));
        var launch = stream.launch(GRID, lane -> {
            if (lane.id() == 3) {
                throw new IllegalStateException("no three");
            }
        });
        stream.copyOut(memory, MemorySegment.ofArray(untouched));
        var copied = stream.end();
        var later = stream.launch(GRID, lane -> other.set(lane.id(), 1));
        dependent.after(stream);
        dependent.copyOut(memory, MemorySegment.ofArray(untouched));
        var elsewhere = dependent.end();

        assertThatThrownBy(launch::join).isInstanceOf(DeviceException.class).hasMessageContaining("no three");
        assertThatThrownBy(copied::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("copy of 256 bytes from Ints[64]")
                .hasMessageContainingAll("was not done: an operation before it in its stream failed", "no three");
        assertThatThrownBy(later::join).isInstanceOf(DeviceException.class).hasMessageContaining("no three");
        assertThatThrownBy(elsewhere::join).hasMessageContainingAll("it had to wait for", "no three");
        assertThatThrownBy(stream::join)
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("no three")
                .extracting(e -> ((DeviceException) e).fault())
                .isNotNull();
        stream.close();
        assertThatThrownBy(dependent::close).hasMessageContaining("no three");
        assertThat(untouched).containsOnly(0);
        assertThat(other.copyOut()).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void cancelledLaunchThatHasNotBegunDoesNotBegin(Setting setting) {
        Ints gate = setting.device().hostInts(1);
        Ints ran = setting.device().ints(1);
        var stream = setting.streams().open();
        var waiting = stream.launch(Grid.threads(1), lane -> {
            Lanes.await(gate, 0, "the gate");
        });
        var queued = stream.launch(Grid.threads(1), lane -> ran.set(0, 1));
        assertThat(queued.isDone()).isFalse();
        queued.cancel();
        assertThatThrownBy(queued::join).isInstanceOf(LaunchStoppedException.class);
        gate.setRelease(0, 1);
        waiting.join();
        assertThatThrownBy(stream::close).isInstanceOf(DeviceException.class).hasMessageContaining("cancelled");
        assertThat(ran.copyOut()).containsExactly(0);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void joinWithALimitCancelsAKernelOfAStream(Setting setting) {
        Ints never = setting.device().hostInts(1);
        var stream = setting.streams().open();
        var launch = stream.launch(Grid.threads(1), lane -> {
            Lanes.await(never, 0, "something that never happens");
        });
        assertThatThrownBy(() -> launch.join(Duration.ofMillis(200)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining("PT0.2S");
        assertThatThrownBy(stream::close).isInstanceOf(DeviceException.class);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void segmentWhoseArenaIsClosedFailsTheCopy(Setting setting) {
        Ints memory = setting.device().ints(LANES);
        var arena = Arena.ofShared();
        var segment = arena.allocate(4 * LANES);
        arena.close();
        var stream = setting.streams().open();
        stream.copyIn(memory, segment);
        var copy = stream.end();
        assertThatThrownBy(copy::join).hasMessageContaining("closed");
        assertThatThrownBy(stream::close).hasMessageContaining("closed");
    }

    @Test
    void badUseIsRefused() {
        try (var device = Device.jvm();
                var foreign = Device.jvm();
                var confined = Arena.ofConfined();
                var stream = device.stream();
                var other = foreign.stream()) {
            Longs memory = device.longs(4);
            assertThatThrownBy(() -> stream.copyIn(foreign.longs(4), MemorySegment.ofArray(new long[4])))
                    .hasMessageContaining("use a stream of the device that owns the memory");
            assertThatThrownBy(() -> stream.copyIn(memory, confined.allocate(32)))
                    .hasMessageContaining("Arena.ofShared()");
            assertThatThrownBy(() -> stream.copyIn(memory, MemorySegment.ofArray(new int[3])))
                    .hasMessageContaining("a segment of 12 bytes for Longs[4], whose elements have 8 bytes");
            assertThatThrownBy(() -> stream.copyIn(memory, 3, MemorySegment.ofArray(new long[2])))
                    .hasMessageContaining("elements 3 to 5 of Longs[4]");
            assertThatThrownBy(() -> stream.copyOut(
                            memory, MemorySegment.ofArray(new long[4]).asReadOnly()))
                    .hasMessageContaining("read-only");
            assertThatThrownBy(() -> stream.after(other)).hasMessageContaining("join that one");
            memory.close();
            assertThatThrownBy(() -> stream.copyIn(memory, MemorySegment.ofArray(new long[4])))
                    .hasMessageContaining("was used after it was closed");
            var closed = device.stream();
            closed.close();
            assertThatThrownBy(() -> closed.launch(GRID, lane -> {}))
                    .hasMessageContaining("was used after it was closed");
        }
    }

    @Test
    void whatRunsAtTheEndOfACopyMustNotWaitForTheDevice() {
        try (var device = Device.jvm();
                var stream = device.stream()) {
            Ints gate = device.hostInts(1);
            Ints memory = device.ints(LANES);
            stream.launch(Grid.threads(1), lane -> {
                Lanes.await(gate, 0, "the gate");
            });
            var thrown = new AtomicReference<Throwable>();
            stream.copyIn(memory, numbers(0));
            CompletableFuture<Void> attached = stream.end().thenRun(() -> memory.copyOut());
            gate.set(0, 1);
            attached.handle((_, failure) -> {
                        thrown.set(failure);
                        return null;
                    })
                    .join();
            assertThat(thrown.get()).hasMessageContaining("use thenRunAsync");
        }
    }

    @EachDevice
    void closingTheDeviceDoesWhatStreamsWereGiven(Device device) {
        Ints memory = device.ints(LANES);
        int[] result = new int[LANES];
        var stream = device.stream();
        stream.copyIn(memory, numbers(1));
        stream.launch(GRID, lane -> memory.set(lane.id(), -memory.get(lane.id())));
        stream.copyOut(memory, MemorySegment.ofArray(result));
        var copied = stream.end();
        device.close();
        assertThat(result).isEqualTo(IntStream.range(1, 1 + LANES).map(i -> -i).toArray());
        // Those who wait are told by the thread of the stream, after it is known to have nothing left to do.
        assertThat(copied).succeedsWithin(Duration.ofSeconds(30));
        stream.close();
    }

    @EachDevice
    void closingTheDeviceEndsAKernelOfAStreamThatDoesNotEnd(Device device) {
        Ints never = device.hostInts(1);
        Ints memory = device.ints(LANES);
        var stream = device.stream();
        var launch = stream.launch(Grid.threads(1), lane -> {
            Lanes.await(never, 0, "something that never happens");
        });
        stream.copyIn(memory, numbers(1));
        var copied = stream.end();
        device.close(Duration.ofMillis(200), Duration.ofSeconds(40));
        assertThatThrownBy(launch::join).isInstanceOf(LaunchStoppedException.class);
        assertThatThrownBy(copied::join).isInstanceOf(CompletionException.class);
    }

    @Test
    void kernelThatCannotBeCompiledFailsItsStream() {
        try (var device = Device.simulator(1)) {
            Ints memory = device.ints(LANES);
            var stream = device.stream();
            var launch = stream.launch(GRID, lane -> memory.set(lane.id(), descended(lane.id())));
            assertThatThrownBy(launch::join).hasCauseInstanceOf(KernelCompileException.class);
            assertThatThrownBy(stream::close).hasCauseInstanceOf(KernelCompileException.class);
        }
    }
}
