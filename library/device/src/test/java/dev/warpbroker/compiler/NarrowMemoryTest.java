package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Shorts;
import dev.warpbroker.device.faults.EachDevice;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Memory of bytes and of 16-bit numbers: orders, copies; and half floats. Cases of lab/conformance show the rest. */
class NarrowMemoryTest {
    private static final int SEEDS = 400;

    @EachDevice
    void copiesAndFillsOfTheHostTouchNothingElse(Device device) {
        Bytes bytes = device.bytes(13);
        bytes.fill((byte) -7);
        bytes.copyIn(new byte[] {1, 2, 3}, 5);
        assertThat(bytes.copyOut()).containsExactly(-7, -7, -7, -7, -7, 1, 2, 3, -7, -7, -7, -7, -7);
        assertThat(bytes.copyOut(4, 3)).containsExactly(-7, 1, 2);
        assertThat(bytes.bytes()).isEqualTo(13);
        Shorts shorts = device.shorts(5);
        shorts.fill((short) -300);
        shorts.copyIn(new short[] {1, 2}, 1);
        assertThat(shorts.copyOut()).containsExactly((short) -300, (short) 1, (short) 2, (short) -300, (short) -300);
    }

    @Test
    void aNeighbourInTheSameWordSaysNothingAboutAByte() {
        assertThat(outcomes((bytes, result) -> lane -> {
                    if (lane.id() == 0) {
                        bytes.setOpaque(0, (byte) 1);
                        bytes.setOpaque(1, (byte) 1);
                    } else {
                        result.set(1, bytes.getOpaque(1));
                        result.set(0, bytes.getOpaque(0));
                    }
                }))
                .containsKeys("0 0", "0 1", "1 1");
    }

    @Test
    void aReleasedByteCarriesWhatWasWrittenBefore() {
        assertThat(outcomes((bytes, result) -> lane -> {
                    if (lane.id() == 0) {
                        bytes.set(0, (byte) 1);
                        bytes.setRelease(1, (byte) 1);
                    } else {
                        result.set(1, bytes.getAcquire(1));
                        result.set(0, bytes.get(0));
                    }
                }))
                .containsKeys("0 0", "1 1")
                .doesNotContainKey("0 1");
    }

    @Test
    void readingAByteTwiceNeverGoesBack() {
        assertThat(outcomes((bytes, result) -> lane -> {
                    if (lane.id() == 0) {
                        bytes.setOpaque(2, (byte) 1);
                    } else {
                        result.set(0, bytes.getOpaque(2));
                        result.set(1, bytes.getOpaque(2));
                    }
                }))
                .containsOnlyKeys("0 0", "0 1", "1 1");
    }

    @Test
    void halfFloatsAreConvertedAsOnTheJvm() {
        var halves = new short[1 << 16];
        for (int i = 0; i < halves.length; i++) {
            halves[i] = (short) i;
        }
        try (Device device = Device.simulator(1)) {
            Shorts in = device.shorts(halves.length);
            in.copyIn(halves);
            Ints widened = device.ints(halves.length);
            Shorts back = device.shorts(halves.length);
            device.run(Grid.threads(256), lane -> {
                for (int i = lane.id(); i < in.length(); i += lane.count()) {
                    float value = Float.float16ToFloat(in.get(i));
                    widened.set(i, Float.floatToRawIntBits(value));
                    back.set(i, Float.floatToFloat16(value));
                }
            });
            int[] floats = widened.copyOut();
            short[] again = back.copyOut();
            for (int i = 0; i < halves.length; i++) {
                float expected = Float.float16ToFloat((short) i);
                if (Float.isNaN(expected)) {
                    assertThat(floats[i]).isEqualTo((i & 0x8000) << 16 | 0x7fc0_0000 | (i & 0x3ff) << 13);
                    assertThat(again[i]).isEqualTo((short) (i | 0x200));
                } else {
                    assertThat(floats[i]).isEqualTo(Float.floatToRawIntBits(expected));
                    assertThat(again[i]).isEqualTo((short) i);
                }
            }
        }
    }

    @Test
    void floatsAreRoundedToHalvesAsOnTheJvm() {
        var random = new SplittableRandom(16);
        var inputs = new int[20_000];
        for (int i = 0; i < inputs.length; i++) {
            int exponent = random.nextInt(127 - 30, 127 + 20);
            inputs[i] = random.nextInt() & 0x807f_ffff | exponent << 23;
            if (i % 4 == 0) {
                inputs[i] &= 0xffff_f000;
            }
        }
        try (Device device = Device.simulator(1)) {
            Ints in = device.ints(inputs.length);
            in.copyIn(inputs);
            Shorts out = device.shorts(inputs.length);
            device.run(
                    Grid.threads(inputs.length),
                    lane -> out.set(lane.id(), Float.floatToFloat16(Float.intBitsToFloat(in.get(lane.id())))));
            short[] found = out.copyOut();
            for (int i = 0; i < inputs.length; i++) {
                assertThat(found[i]).isEqualTo(Float.floatToFloat16(Float.intBitsToFloat(inputs[i])));
            }
        }
    }

    @Test
    void whatIsEmittedAssembles() {
        try (Device device = Device.simulator(1)) {
            Bytes bytes = device.bytes(8);
            Shorts shorts = device.shorts(8);
            String ptx = device.ptx(lane -> {
                int i = lane.id();
                Bytes shared = lane.block().sharedBytes(8);
                shared.setRelease(i, bytes.getAcquire(i));
                bytes.setVolatile(i, (byte) (shared.getVolatile(i) + bytes.getOpaque(i)));
                bytes.setOpaque(i, (byte) (bytes.getUnsigned(i) >> 1));
                shorts.setRelease(i, Float.floatToFloat16(Float.float16ToFloat(shorts.getAcquire(i)) * 1.5f));
                shorts.setVolatile(i, (short) (shorts.getVolatile(i) + shorts.getOpaque(i) + shorts.getChar(i)));
                shorts.setOpaque(i, shorts.get(i));
            });
            assertThat(ptx).contains("ld.acquire.gpu.global.s8", "st.release.gpu.global.s16", "cvt.f32.f16");
            assertThat(Assembler.onPath().flatMap(assembler -> assembler.rejection(ptx)))
                    .isEmpty();
        }
    }

    private interface Litmus {
        Kernel kernel(Bytes bytes, Ints result);
    }

    private static Map<String, Integer> outcomes(Litmus litmus) {
        return LitmusRuns.outcomes(SEEDS, (device, result) -> litmus.kernel(device.bytes(8), result));
    }
}
