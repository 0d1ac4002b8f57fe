package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.SimulatorOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingTest {
    private static final String COUNT = """
        atom.relaxed.gpu.global.add.u32 %r1, [%rd0], 1;
        """;

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33, 100, 256, 1024})
    void everyLaneOfEveryBlockRunsOnce(int blockSize) {
        assertThat(Ptx.body(COUNT).grid(9, blockSize).run().intAt(0)).isEqualTo(9 * blockSize);
    }

    @Test
    void lanesOfADivergedWarpCanWaitForEachOther() {
        String body = """
                rem.u32 %r1, %r0, 2;
                setp.eq.u32 %p0, %r1, 0;
                mul.wide.u32 %rd1, %r0, 4;
                add.u64 %rd1, %rd1, %rd0;
                @%p0 bra PRODUCE;
            AWAIT:
                ld.acquire.gpu.global.u32 %r2, [%rd1-4];
                setp.eq.u32 %p1, %r2, 0;
                @%p1 bra AWAIT;
                add.u32 %r2, %r2, 1;
                st.global.u32 [%rd1], %r2;
                bra DONE;
            PRODUCE:
                add.u32 %r3, %r0, 100;
                st.release.gpu.global.u32 [%rd1], %r3;
            DONE:
            """;
        Ptx run = Ptx.body(body).grid(2, 64).run();
        for (int lane = 0; lane < 128; lane++) {
            assertThat(run.intAt(lane)).isEqualTo(100 + lane);
        }
    }

    @Test
    void theSameSeedGivesTheSameOrderAndAnotherSeedAnother() {
        assertThat(orderOfLanes(7)).isEqualTo(orderOfLanes(7)).isNotEqualTo(orderOfLanes(8));
    }

    private static String orderOfLanes(long seed) {
        String body = """
                atom.relaxed.gpu.global.add.u32 %r1, [%rd0], 1;
                mul.wide.u32 %rd1, %r0, 4;
                add.u64 %rd1, %rd1, %rd0;
                st.global.u32 [%rd1+4], %r1;
            """;
        Ptx run = Ptx.body(body)
                .grid(4, 64)
                .options(SimulatorOptions.seeded(seed))
                .run();
        var order = new StringBuilder();
        for (int lane = 0; lane < 256; lane++) {
            order.append(run.intAt(lane + 1)).append(' ');
        }
        return order.toString();
    }
}
