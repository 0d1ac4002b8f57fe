package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/**
 * Long indices and lengths. Memory that is really large is left to machines that have it: on the JVM native memory
 * stands in for it, which large memory consists of there, and what is compiled for large memory is only read.
 */
class LargeMemoryTest {
    private static final long LARGE = 5_000_000_000L;

    @Test
    void indicesBeyondAnIntAreOutOfBounds() {
        for (Device device : new Device[] {Device.jvm(), checked()}) {
            try (device) {
                Ints ints = device.ints(10);
                Longs index = device.longs(1);
                for (long bad : new long[] {1L << 32, -1, 10, 1L << 40 | 3, Long.MIN_VALUE}) {
                    index.fill(bad);
                    assertThatThrownBy(() -> device.run(Grid.threads(1), lane -> ints.set(index.get(0), 7)))
                            .isInstanceOf(DeviceException.class)
                            .hasMessageContaining("ArrayIndexOutOfBoundsException")
                            .hasMessageContaining("Index " + bad + " out of bounds");
                }
                assertThat(ints.copyOut()).containsOnly(0);
            }
        }
    }

    @Test
    void nativeMemoryOfTheJvmDoesWhatArraysDo() {
        try (Device device = Device.jvm()) {
            Bytes bytes = new Bytes(device, far(50));
            Shorts shorts = new Shorts(device, far(100));
            Ints ints = new Ints(device, far(208));
            Longs longs = new Longs(device, far(400));
            Floats floats = new Floats(device, far(200));
            Doubles doubles = new Doubles(device, far(400));
            bytes.fill((byte) 3);
            shorts.fill((short) -3);
            ints.fill(7);
            longs.fill(1L << 40);
            floats.fill(0.5f);
            doubles.fill(-0.5);
            device.run(Grid.threads(50), lane -> {
                int i = lane.id();
                bytes.set(i, (byte) (bytes.get(i) + i));
                bytes.setVolatile(i, (byte) (bytes.getAcquire(i) + 1));
                shorts.setOpaque(i, (short) (shorts.getVolatile(i) + shorts.getOpaque(i)));
                shorts.setRelease(i, (short) (shorts.get(i) + i));
                ints.set(i, ints.get(i) + ints.getOpaque(i) + ints.getAcquire(i) + ints.getVolatile(i));
                ints.getAndAdd(50, 1);
                ints.getAndBitwiseXorRelaxed(i, 1 << 20);
                ints.getAndMax(51, 10_000_000 + i);
                if (!longs.compareAndSet(i, 1L << 40, i)) {
                    throw new IllegalStateException("found something else");
                }
                longs.getAndSetAcqRel(i, longs.get(i) * 3);
                floats.getAndAddRelaxed(0, 1);
                floats.getAndMin(1, -i);
                doubles.compareAndExchange(i, -0.5, i);
                doubles.setRelease(i, doubles.get(i) + 1);
            });
            assertThat(bytes.copyOut(48, 2)).containsExactly(52, 53);
            assertThat(shorts.copyOut(0, 2)).containsExactly((short) -6, (short) -5);
            assertThat(ints.copyOut(0, 2)).containsOnly(28 ^ 1 << 20);
            assertThat(ints.copyOut(50, 2)).containsExactly(57, 10_000_049);
            assertThat(longs.copyOut(48, 2)).containsExactly(144, 147);
            assertThat(floats.copyOut(0, 2)).containsExactly(50.5f, -49f);
            assertThat(doubles.copyOut(48, 2)).containsExactly(49, 50);
            ints.copyIn(new int[] {1, 2, 3}, 47L);
            assertThat(ints.copyOut(47L, 3)).containsExactly(1, 2, 3);
            assertThatThrownBy(() -> ints.get(52))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("Index 52 out of bounds for length 52");
            assertThat(ints.bytes()).isEqualTo(208);
            ints.close();
            assertThatThrownBy(() -> ints.get(0)).hasMessageContaining("after it was closed");
        }
    }

    @Test
    void lengthsThatNoIntCanHoldAreRefused() {
        try (Device device = Device.jvm()) {
            Bytes large = new Bytes(device, 256L, LARGE);
            assertThat(large.longLength()).isEqualTo(LARGE);
            assertThat(large.bytes()).isEqualTo(LARGE);
            assertThat(large.describe()).isEqualTo("Bytes[5000000000]");
            assertThatThrownBy(large::length)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("length() of memory with 5000000000 elements, which no int can hold; use longLength()");
        }
    }

    @Test
    void kernelsForLargeMemoryCountInLongs() {
        try (Device device = Device.jvm()) {
            Bytes small = device.bytes(10);
            Bytes large = new Bytes(device, 256L, LARGE);
            Longs out = device.longs(10);
            assertThat(device.ptx(
                            lane -> out.set(lane.id(), large.get(lane.id() * 1_000_000_000L) + large.longLength())))
                    .contains("add.s64")
                    .doesNotContain("FAIL");
            assertThat(device.ptx(lane -> out.set(0, large.length()))).contains("FAIL", "2147483647");
            assertThat(device.ptx(lane -> out.set(0, small.length()))).doesNotContain("FAIL");
            assertThat(device.ptx(lane -> out.set(0, ((lane.id() & 1) == 0 ? small : large).length())))
                    .contains("FAIL");
            assertThat(device.ptx(lane -> out.set(0, ((lane.id() & 1) == 0 ? small : large).longLength())))
                    .doesNotContain("FAIL");
        }
    }

    @Test
    void moreThanThereIsIsRefusedWithTheBytesThatItTakes() {
        try (Device device = Device.jvm()) {
            assertThatThrownBy(() -> device.doubles(Long.MAX_VALUE / 4))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no device has so much memory");
            assertThatThrownBy(() -> device.doubles(1L << 56))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasMessageContaining("needs " + (1L << 59) + " bytes");
        }
        try (Device device = Device.simulator(1)) {
            assertThatThrownBy(() -> device.bytes(LARGE))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasMessageContaining("Bytes[5000000000] needs 5000000000 bytes");
            assertThatThrownBy(() -> device.doubles(Long.MAX_VALUE / 4)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static MemorySegment far(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    private static Device checked() {
        return Device.simulator(
                SimulatorOptions.seeded(2).adversarial(),
                DeviceOptions.defaults().withBoundsChecks(true));
    }
}
