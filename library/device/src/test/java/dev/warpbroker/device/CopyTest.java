package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies of arrays, parts of them and segments, made by the host. */
class CopyTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void partsOfArraysGoToTheirPlace(Device device) {
        Ints ints = device.ints(6);
        ints.copyIn(new int[] {9, 1, 2, 3, 9}, 1, 3, 2);
        assertThat(ints.copyOut()).containsExactly(0, 0, 1, 2, 3, 0);
        int[] target = {7, 7, 7, 7};
        ints.copyOut(target, 1, 2, 3);
        assertThat(target).containsExactly(7, 2, 3, 7);

        Longs longs = device.longs(3);
        longs.copyIn(new long[] {1, 2, 3}, 2, 1, 0);
        assertThat(longs.copyOut()).containsExactly(3, 0, 0);
        Floats floats = device.floats(3);
        floats.copyIn(new float[] {1, 2, 3}, 0, 2, 1);
        assertThat(floats.copyOut()).containsExactly(0, 1, 2);
        Doubles doubles = device.doubles(3);
        doubles.copyIn(new double[] {1, 2, 3}, 1, 2, 1);
        double[] all = new double[3];
        doubles.copyOut(all, 0, 3, 0);
        assertThat(all).containsExactly(0, 2, 3);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void segmentsOfAllKindsGoInAndOut(Device device, @TempDir Path folder) throws IOException {
        Longs longs = device.longs(100);
        try (var confined = Arena.ofConfined();
                var shared = Arena.ofShared();
                var channel = FileChannel.open(
                        folder.resolve("file"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            var segments = new MemorySegment[] {
                confined.allocate(80),
                device.pinned(80, shared),
                device.pinned(160, confined).asSlice(24, 80),
                MemorySegment.ofArray(new byte[87]).asSlice(3, 80),
                MemorySegment.ofArray(new int[20]),
                channel.map(MapMode.READ_WRITE, 0, 80, shared)
            };
            for (int s = 0; s < segments.length; s++) {
                for (int i = 0; i < 10; i++) {
                    segments[s].set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i, 1000L * s + i);
                }
                longs.copyIn(segments[s], 10L * s);
                segments[s].fill((byte) 0);
            }
            device.run(Grid.threads(100), lane -> longs.set(lane.id(), longs.get(lane.id()) + 1));
            for (int s = 0; s < segments.length; s++) {
                longs.copyOut(segments[s], 10L * s);
                for (int i = 0; i < 10; i++) {
                    assertThat(segments[s].get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i))
                            .isEqualTo(1000L * s + i + 1);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void pinnedMemoryIsZeroedAndOutlivesTheDevice(Device device) {
        try (var arena = Arena.ofShared()) {
            var pinned = device.pinned(100, arena);
            assertThat(pinned.byteSize()).isEqualTo(100);
            assertThat(pinned.mismatch(MemorySegment.ofArray(new byte[100]))).isEqualTo(-1);
            device.close();
            pinned.set(ValueLayout.JAVA_INT, 96, 5);
            assertThat(pinned.get(ValueLayout.JAVA_INT, 96)).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void wordsOfTheHostAreCopiedAsSegments(Device device) {
        Ints words = device.hostInts(5);
        words.copyIn(MemorySegment.ofArray(new int[] {1, 2, 3}), 2);
        assertThat(words.copyOut()).containsExactly(0, 0, 1, 2, 3);
        int[] target = new int[2];
        words.copyOut(MemorySegment.ofArray(target), 3);
        assertThat(target).containsExactly(2, 3);
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void whatDoesNotFitIsRefused(Device device) {
        Ints ints = device.ints(4);
        assertThatThrownBy(() -> ints.copyIn(new int[5])).hasMessageContaining("elements 0 to 5 of Ints[4]");
        assertThatThrownBy(() -> ints.copyIn(new int[5], 3, 2, 3)).hasMessageContaining("elements 3 to 5 of Ints[4]");
        assertThatThrownBy(() -> ints.copyIn(new int[5], 4, 2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ints.copyIn(new int[5], 0, 1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ints.copyOut(MemorySegment.ofArray(new int[1]), 1L << 40))
                .hasMessageContaining("elements 1099511627776 to 1099511627777 of Ints[4]");
        assertThatThrownBy(() -> ints.copyIn(MemorySegment.ofArray(new byte[5])))
                .hasMessageContaining("a segment of 5 bytes for Ints[4], whose elements have 4 bytes");
        assertThatThrownBy(() -> ints.copyOut(MemorySegment.ofArray(new int[4]).asReadOnly()))
                .hasMessageContaining("read-only");
        assertThat(ints.copyOut()).containsOnly(0);
    }

    @Test
    void outOfMemorySaysWhoHoldsIt() {
        try (var device = Device.simulator(1)) {
            device.longs(1 << 24);
            device.ints(1 << 20);
            device.ints(1 << 20);
            device.ints(3).close();
            assertThatThrownBy(() -> device.ints(Integer.MAX_VALUE))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasMessageContaining("Ints[2147483647] needs 8589934588 bytes")
                    .hasMessageContaining(
                            "held: 142.61 MB in 3 pieces (Longs[16777216] 134.22 MB, 2 x Ints[1048576]" + " 8.39 MB)");
        }
    }

    @Test
    void heapOfTheJvmSaysWhoHoldsIt() {
        try (var device = Device.jvm()) {
            Ints held = device.ints(1 << 20);
            device.ints(1 << 19).close();
            assertThatThrownBy(() -> device.longs(Integer.MAX_VALUE - 2))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasMessageContaining("bytes on the heap of this JVM")
                    .hasMessageContaining("of them free; held: 4.19 MB in 1 piece (Ints[1048576] 4.19 MB)");
            assertThat(held.isOpen()).isTrue();
        }
    }
}
