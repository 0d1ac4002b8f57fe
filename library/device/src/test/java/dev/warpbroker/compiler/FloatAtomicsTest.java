package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.faults.EachDevice;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Additions to floating-point memory are instructions, and give Java's sums to the bit. */
class FloatAtomicsTest {
    private static final float[] FLOATS = {
        0f,
        -0f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        -Float.MIN_NORMAL,
        0x1p-100f,
        -0x1p-100f,
        Math.nextDown(0x1p-100f),
        0x1.8p-124f,
        0x0.7p-126f,
        0x1p-101f,
        1f,
        -1f,
        0.1f,
        Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN,
        -0x1.fffffep-101f,
        0x1.000002p-100f
    };

    /** Of a block or of the device: it takes two instructions, and a choice between them. */
    @EachDevice
    void additionsAreToWhicheverMemoryIsChosen(Device device) {
        Floats all = device.floats(2);
        Floats found = device.floats(1);
        Doubles doubles = device.doubles(2);
        device.run(new Grid(32, 32), lane -> {
            Floats block = lane.block().sharedFloats(1);
            Doubles wide = lane.block().sharedDoubles(1);
            block.set(0, 0);
            wide.set(0, 0);
            lane.block().barrier();
            Floats either = lane.id() % 4 == 1 ? block : all;
            either.getAndAdd(0, 1.5f);
            either.getAndAddRelaxed(0, 0.25f);
            (lane.id() % 4 == 1 ? wide : doubles).getAndAddAcqRel(0, 0.5);
            lane.block().barrier();
            if (lane.id() == 0) {
                found.set(0, block.get(0));
                doubles.set(1, wide.get(0));
            }
        });
        assertThat(all.copyOut()).as("%s", device).containsExactly(24 * 1.75f, 0);
        assertThat(found.copyOut()).as("%s", device).containsExactly(8 * 1.75f);
        assertThat(doubles.copyOut()).as("%s", device).containsExactly(24 * 0.5, 8 * 0.5);
    }

    @EachDevice
    void sumsOfFloatsAreThoseOfJavaSubnormalNumbersIncluded(Device device) {
        var random = new SplittableRandom(4);
        int lanes = 4096;
        var start = new float[lanes];
        var deltas = new float[lanes];
        for (int i = 0; i < lanes; i++) {
            start[i] = i < 441 ? FLOATS[i / 21] : near(random);
            deltas[i] = i < 441 ? FLOATS[i % 21] : near(random);
            if (i % 5 == 4 && i > 441) {
                deltas[i] = -Math.nextUp(start[i]);
            }
        }
        Floats sums = device.floats(lanes);
        Floats shared = device.floats(lanes);
        Floats added = device.floats(lanes);
        Floats found = device.floats(lanes);
        sums.copyIn(start);
        added.copyIn(deltas);
        device.run(Grid.threads(lanes), lane -> {
            int i = lane.id();
            float delta = added.get(i);
            Floats block = lane.block().sharedFloats(1024);
            block.set(lane.block().lane(), sums.get(i));
            block.getAndAddRelaxed(lane.block().lane(), delta);
            shared.set(i, block.get(lane.block().lane()));
            found.set(
                    i,
                    switch (i % 3) {
                        case 0 -> sums.getAndAdd(i, delta);
                        case 1 -> sums.getAndAddAcqRel(i, delta);
                        default -> sums.getAndAddRelaxed(i, delta);
                    });
        });
        for (int i = 0; i < lanes; i++) {
            int expected = Float.floatToIntBits(start[i] + deltas[i]);
            assertThat(Float.floatToIntBits(sums.copyOut(i, 1)[0]))
                    .as("%s + %s on %s", start[i], deltas[i], device)
                    .isEqualTo(expected);
            assertThat(Float.floatToIntBits(shared.copyOut(i, 1)[0])).isEqualTo(expected);
            assertThat(Float.floatToIntBits(found.copyOut(i, 1)[0])).isEqualTo(Float.floatToIntBits(start[i]));
        }
    }

    /** {@return a number around the boundaries of subnormal numbers and of exact additions} */
    private static float near(SplittableRandom random) {
        int exponent = random.nextInt(3) == 0 ? random.nextInt(0, 3) : random.nextInt(20, 32);
        return Float.intBitsToFloat(random.nextInt() & 0x807f_ffff | exponent << 23);
    }

    @Test
    void additionsAreInstructions() {
        try (Device device = Device.simulator(1)) {
            Floats floats = device.floats(64);
            Doubles doubles = device.doubles(64);
            String constant = device.ptx(lane -> floats.getAndAddRelaxed(lane.id(), 1f));
            assertThat(constant).contains("atom.relaxed.gpu.global.add.f32").doesNotContain("cas");
            String zero = device.ptx(lane -> floats.getAndAddRelaxed(lane.id(), 0f));
            assertThat(zero).contains("cas").doesNotContain("add.f32 %f");
            String wide = device.ptx(lane -> doubles.getAndAddRelaxed(lane.id(), doubles.get(0)));
            assertThat(wide).contains("atom.relaxed.gpu.global.add.f64").doesNotContain("cas");
            String all = device.ptx(lane -> {
                Floats shared = lane.block().sharedFloats(32);
                Doubles sharedDoubles = lane.block().sharedDoubles(32);
                int i = lane.id();
                shared.set(i, shared.getAndAdd(i, floats.get(i)));
                sharedDoubles.getAndAddAcqRel(i, floats.getAndAdd(i, shared.get(i)));
                floats.getAndMin(i, floats.getAndAddAcqRel(i, shared.get(i)));
                doubles.getAndMax(i, floats.getAndAddRelaxed(i, shared.get(i)));
            });
            assertThat(all).contains("atom.acq_rel.cta.shared.add.f32", "fence.sc.gpu");
            for (String ptx : new String[] {constant, zero, wide, all}) {
                assertThat(Assembler.onPath().flatMap(assembler -> assembler.rejection(ptx)))
                        .isEmpty();
            }
        }
    }
}
