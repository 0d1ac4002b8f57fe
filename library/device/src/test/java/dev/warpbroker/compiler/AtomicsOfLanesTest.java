package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** NVIDIA's assembler may make one of a warp's atomic operations only where all its lanes surely do the same. */
final class AtomicsOfLanesTest {
    private static final String ZERO = "%lanes_zero";

    private final Device device = Device.simulator(1);
    private final Ints words = device.ints(64);

    @Test
    void whereAnIndexWasReadEachLaneHasItsOwnAddress() {
        assertThat(device.ptx(_ -> words.getAndAdd(words.getAcquire(0), 1))).contains(ZERO);
        assertThat(device.ptx(_ -> words.getAndBitwiseOr(words.getAcquire(0), 1)))
                .contains(ZERO);
    }

    @Test
    void whatWasReadIsAddedByEachLane() {
        assertThat(device.ptx(_ -> words.getAndAdd(1, words.getAcquire(0)))).contains(ZERO);
    }

    @Test
    void oneCounterAndOneNumberAreForAllLanes() {
        assertThat(device.ptx(_ -> words.getAndAdd(3, 1))).doesNotContain(ZERO);
    }

    @Test
    void whatAllLanesChooseAlikeIsForAllLanes() {
        assertThat(device.ptx(lane ->
                        words.getAndAdd(lane.count() > 100 ? 3 : lane.block().index() & 31, 1)))
                .doesNotContain(ZERO);
        assertThat(device.ptx(lane -> {
                    int counter = 7;
                    if (lane.count() > 100) {
                        words.setOpaque(0, 1);
                        counter = lane.block().index() & 31;
                    }
                    words.getAndAdd(counter, 1);
                }))
                .doesNotContain(ZERO);
    }

    @Test
    void whatLanesChooseForThemselvesIsForEachLane() {
        assertThat(device.ptx(lane -> words.getAndAdd(lane.id() > 100 ? 3 : 5, 1)))
                .contains(ZERO);
        assertThat(device.ptx(_ -> words.getAndAdd(words.getAcquire(0) > 0 ? 3 : 5, 1)))
                .contains(ZERO);
        assertThat(device.ptx(lane -> {
                    for (int counter = 0; counter < lane.count(); counter++) {
                        words.getAndAdd(counter, 1);
                    }
                }))
                .contains(ZERO);
    }

    /** What is different in a later launch is a parameter in the end. */
    @Test
    void aChoiceByANumberThatKeepsChangingIsForAllLanes() {
        var compiler = new KernelCompiler(DeviceOptions.defaults());
        for (int parts = 1; parts <= 8; parts++) {
            assertThat(compiler.bind(countingIn(parts)).code().ptx())
                    .as("%d parts", parts)
                    .doesNotContain(ZERO);
        }
    }

    private Kernel countingIn(int parts) {
        return lane -> words.getAndAdd(parts == 1 ? 0 : lane.block().index() & (parts - 1), 1);
    }

    /** Of a quotient with signs the assembler does not see that all lanes have the same. */
    @Test
    void whatAllLanesHaveIsDividedWithoutSigns() {
        assertThat(device.ptx(lane -> words.getAndAdd(lane.block().index() % (lane.count() | 1), 1)))
                .doesNotContain(ZERO)
                .contains("rem.u32")
                .doesNotContain("rem.s32");
        assertThat(device.ptx(lane -> words.getAndAdd(lane.block().index() / (lane.count() | 1), 1)))
                .doesNotContain(ZERO)
                .contains("div.u32")
                .doesNotContain("div.s32");
        assertThat(device.ptx(lane -> words.getAndAdd(lane.id() % (lane.count() | 1), 1)))
                .contains("rem.s32");
    }

    @Test
    void whatAllLanesHaveIsDividedAsInJava() {
        int[] numbers = {0, 1, -1, 2, -2, 7, -7, 1000, -1001, Integer.MAX_VALUE, Integer.MIN_VALUE, -Integer.MAX_VALUE};
        for (int dividend : numbers) {
            for (int divisor : numbers) {
                if (divisor != 0) {
                    device.run(Grid.threads(1), _ -> {
                        words.set(0, dividend / divisor);
                        words.set(1, dividend % divisor);
                    });
                    assertThat(Arrays.copyOf(words.copyOut(), 2))
                            .as("%d by %d", dividend, divisor)
                            .containsExactly(dividend / divisor, dividend % divisor);
                }
            }
        }
    }
}
