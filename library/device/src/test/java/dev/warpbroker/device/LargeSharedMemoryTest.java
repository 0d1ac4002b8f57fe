package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.faults.EachDevice;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Shared memory beyond the 48 KiB that code may declare. */
class LargeSharedMemoryTest {
    /** Pieces of several types, all of them used, none over another. */
    private static Kernel pieces(Longs out, int ints, int longs) {
        return lane -> {
            var block = lane.block();
            Ints a = block.sharedInts(ints);
            Longs b = block.sharedLongs(longs);
            Floats c = block.sharedFloats(3);
            Ints zeroed = Objects.requireNonNull(block.zeroedInts(out, 5));
            int me = block.lane();
            for (int i = me; i < ints; i += block.size()) {
                a.set(i, i + block.index());
            }
            for (int i = me; i < longs; i += block.size()) {
                b.set(i, (long) i << 33);
            }
            if (me < 3) {
                c.set(me, 0.5f);
            }
            zeroed.getAndAdd(4, 1);
            lane.gridBarrier();
            long sum = c.get(0) + c.get(2) == 1f ? 0 : 1;
            for (int i = me; i < ints; i += block.size()) {
                sum += a.get(ints - 1 - i);
            }
            for (int i = me; i < longs; i += block.size()) {
                sum += b.get(longs - 1 - i) >> 33;
            }
            out.getAndAdd(block.index(), sum + zeroed.get(4));
        };
    }

    @EachDevice
    void piecesBeyond48KibibytesAreApart(Device device) {
        int ints = 20_000;
        int longs = 15_000;
        Longs out = device.longs(2);
        device.run(Grid.of(16, 8).withBlock(16, 4), pieces(out, ints, longs));
        long each = (long) ints * (ints - 1) / 2 + (long) longs * (longs - 1) / 2 + 64 * 64;
        assertThat(out.copyOut()).containsExactly(each, each + ints);
    }

    @EachDevice
    void moreThanTheDeviceHasIsRefusedWithBytesAndLimit(Device device) {
        assertThat(device.properties().blockSharedBytes()).isEqualTo(227 << 10);
        Longs out = device.longs(1);
        assertThatThrownBy(() -> device.run(new Grid(64, 32), pieces(out, 20_000, 20_000)))
                .hasMessageContainingAll("bytes in", "232,448 (227 KiB)");
    }

    @Test
    void lengthIsACapturedConstant() {
        try (var device = Device.simulator(1)) {
            for (int length : new int[] {16_000, 30_000, 100}) {
                Ints out = device.ints(1);
                device.run(new Grid(32, 32), lane -> {
                    Ints shared = lane.block().sharedInts(length);
                    if (lane.id() == 31) {
                        shared.set(length - 1, length);
                    }
                    lane.block().barrier();
                    if (lane.id() == 0) {
                        out.set(0, shared.get(length - 1));
                    }
                });
                assertThat(out.copyOut()).containsExactly(length);
            }
        }
    }

    @Test
    void registersAreCappedWithinWhatAGpuHas() {
        assertThat(DeviceOptions.defaults().withMaxRegisters(64).maxRegisters()).isEqualTo(64);
        assertThatThrownBy(() -> DeviceOptions.defaults().withMaxRegisters(300))
                .hasMessageContainingAll("300 registers", "16 to 255");
    }
}
