package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.SimulatorOptions;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarpAndBlockTest {
    private static final String OWN_SLOT = "mul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd1, %rd1, %rd0;\n";
    private static final String STORE = "st.global.u32 [%rd1], %r1;\n";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void ballotCollectsThePredicatesOfAllLanes(long seed) {
        String body = OWN_SLOT + """
            and.b32 %r2, %r0, 1;
            setp.eq.u32 %p0, %r2, 1;
            vote.sync.ballot.b32 %r1, %p0, 0xffffffff;
            """ + STORE;
        expect(body, seed, lane -> 0xaaaaaaaa);
    }

    @Test
    void anyAndAllAreOverTheMask() {
        String body = OWN_SLOT + """
            setp.lt.u32 %p0, %r0, 31;
            vote.sync.any.pred %p1, %p0, 0xffffffff;
            vote.sync.all.pred %p2, %p0, 0xffffffff;
            selp.u32 %r1, 10, 0, %p1;
            @%p2 add.u32 %r1, %r1, 1;
            """ + STORE;
        expect(body, 1, lane -> 10);
    }

    @ParameterizedTest
    @CsvSource({"idx, 0x1f", "up, 0", "down, 0x1f", "bfly, 0x1f"})
    void shufflesMoveValuesBetweenLanes(String route, String clamp) {
        String body = OWN_SLOT + """
            mul.lo.u32 %%r2, %%r0, 10;
            shfl.sync.%s.b32 %%r1|%%p0, %%r2, 3, %s, 0xffffffff;
            selp.u32 %%r3, 1000, 0, %%p0;
            add.u32 %%r1, %%r1, %%r3;
            """.formatted(route, clamp) + STORE;
        expect(
                body,
                3,
                switch (route) {
                    case "idx" -> lane -> 1030;
                    case "up" -> lane -> lane < 3 ? 10 * lane : 1000 + 10 * (lane - 3);
                    case "down" -> lane -> lane > 28 ? 10 * lane : 1000 + 10 * (lane + 3);
                    default -> lane -> 1000 + 10 * (lane ^ 3);
                });
    }

    @Test
    void shufflesStayWithinSegments() {
        String body = OWN_SLOT + "shfl.sync.down.b32 %r1, %r0, 1, 0x181f, 0xffffffff;\n" + STORE;
        expect(body, 1, lane -> lane % 8 == 7 ? lane : lane + 1);
    }

    @Test
    void aShuffleFromALaneThatTakesNoPartHasNoValue() {
        String body = OWN_SLOT + """
            setp.ge.u32 %p0, %r0, 16;
            @%p0 exit;
            shfl.sync.idx.b32 %r1, %r0, 20, 0x1f, 0xffffffff;
            """ + STORE;
        assertThat(Ptx.body(body).grid(1, 32).fault().message()).contains("%r1");
    }

    @Test
    void matchNamesTheLanesWithTheSameValue() {
        String body = OWN_SLOT + """
            shr.u32 %r2, %r0, 3;
            match.any.sync.b32 %r1, %r2, 0xffffffff;
            """ + STORE;
        expect(body, 1, lane -> 0xff << (lane & ~7));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void lanesThatWereActiveTogetherCanShuffleAfterTheyDiverge(long seed) {
        String body = OWN_SLOT + """
                activemask.b32 %r2;
                brev.b32 %r3, %r2;
                clz.b32 %r3, %r3;
                mov.u32 %r5, %laneid;
                setp.ne.u32 %p0, %r3, %r5;
                mov.u32 %r4, 0;
                @%p0 bra SHARE;
                popc.b32 %r6, %r2;
                atom.relaxed.gpu.global.add.u32 %r4, [%rd0+512], %r6;
            SHARE:
                shfl.sync.idx.b32 %r4, %r4, %r3, 0x1f, %r2;
                mov.u32 %r7, %lanemask_lt;
                and.b32 %r7, %r7, %r2;
                popc.b32 %r7, %r7;
                add.u32 %r1, %r4, %r7;
            """ + STORE;
        Ptx run = Ptx.body(body)
                .grid(2, 50)
                .options(SimulatorOptions.seeded(seed).adversarial())
                .run();
        boolean[] taken = new boolean[100];
        for (int lane = 0; lane < taken.length; lane++) {
            taken[run.intAt(lane)] = true;
        }
        assertThat(taken).doesNotContain(false);
    }

    @Test
    void lanesThatHaveEndedAreNotWaitedFor() {
        String body = OWN_SLOT + """
            setp.ge.u32 %p0, %r0, 20;
            @%p0 exit;
            bar.sync 0;
            setp.eq.u32 %p1, 0, 0;
            vote.sync.ballot.b32 %r1, %p1, 0xffffffff;
            """ + STORE;
        Ptx run = Ptx.body(body).grid(1, 32).run();
        assertThat(run.intAt(7)).isEqualTo(0xfffff);
        assertThat(run.intAt(25)).isZero();
    }

    @Test
    void warpBarriersMatchWhereverTheyStand() {
        String body = OWN_SLOT + """
                setp.lt.u32 %p0, %r0, 16;
                mov.u32 %r1, 1;
                @%p0 bra LOW;
                bar.warp.sync 0xffffffff;
                bra DONE;
            LOW:
                bar.warp.sync 0xffffffff;
            DONE:
            """ + STORE;
        expect(body, 1, lane -> 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 45, 256})
    void aBlockReversesAnArrayThroughSharedMemory(int size) {
        String body = OWN_SLOT + """
            mov.u32 %r2, %tid.x;
            mov.u64 %rd2, buffer;
            mul.wide.u32 %rd3, %r2, 4;
            add.u64 %rd3, %rd3, %rd2;
            st.shared.u32 [%rd3], %r0;
            bar.sync 0;
            sub.u32 %r3, %r31, %r2;
            mul.wide.u32 %rd3, %r3, 4;
            add.u64 %rd3, %rd3, %rd2;
            ld.shared.u32 %r1, [%rd3-4];
            """ + STORE;
        Ptx run = Ptx.withVariables(".shared .align 16 .b8 buffer[1024];", body)
                .grid(3, size)
                .options(SimulatorOptions.seeded(5).adversarial())
                .run();
        for (int lane = 0; lane < 3 * size; lane++) {
            int block = lane / size;
            assertThat(run.intAt(lane)).isEqualTo(block * size + size - 1 - lane % size);
        }
    }

    @Test
    void localMemoryBelongsToOneLane() {
        String body = OWN_SLOT + """
            st.local.u32 [mine+8], %r0;
            bar.sync 0;
            ld.local.u32 %r1, [mine+8];
            """ + STORE;
        Ptx run = Ptx.withVariables(".local .align 8 .b8 mine[16];", body)
                .grid(1, 64)
                .run();
        for (int lane = 0; lane < 64; lane++) {
            assertThat(run.intAt(lane)).isEqualTo(lane);
        }
    }

    @Test
    void convergedWarpsAreSometimesSplit() {
        String body = OWN_SLOT + "activemask.b32 %r1;\n" + STORE;
        boolean split = false;
        for (int seed = 0; seed < 200 && !split; seed++) {
            split = Ptx.body(body)
                            .grid(1, 32)
                            .options(SimulatorOptions.seeded(seed))
                            .run()
                            .intAt(0)
                    != -1;
        }
        assertThat(split).isTrue();
    }

    @Test
    void theClockNeverGoesBack() {
        String body = OWN_SLOT + """
            mov.u64 %rd2, %globaltimer;
            st.global.u64 [%rd0+1024], %rd2;
            bar.sync 0;
            mov.u64 %rd4, %clock64;
            ld.global.u64 %rd3, [%rd0+1024];
            setp.gt.u64 %p0, %rd4, %rd3;
            selp.u32 %r1, 1, 0, %p0;
            """ + STORE;
        expect(body, 1, lane -> 1);
    }

    private static void expect(String body, long seed, IntUnaryOperator expected) {
        Ptx run = Ptx.body(body)
                .grid(1, 32)
                .options(SimulatorOptions.seeded(seed))
                .run();
        for (int lane = 0; lane < 32; lane++) {
            assertThat(run.intAt(lane)).as("lane " + lane).isEqualTo(expected.applyAsInt(lane));
        }
    }
}
