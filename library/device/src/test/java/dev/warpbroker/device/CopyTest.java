package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.faults.EachDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Copies made by the host: pinned memory, words of the host, refusals. Cases of lab/conformance show the rest. */
class CopyTest {
    @EachDevice
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

    @EachDevice
    void wordsOfTheHostAreCopiedAsSegments(Device device) {
        Ints words = device.hostInts(5);
        words.copyIn(MemorySegment.ofArray(new int[] {1, 2, 3}), 2);
        assertThat(words.copyOut()).containsExactly(0, 0, 1, 2, 3);
        int[] target = new int[2];
        words.copyOut(MemorySegment.ofArray(target), 3);
        assertThat(target).containsExactly(2, 3);
    }

    @EachDevice
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
