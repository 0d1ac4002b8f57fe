package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.SimulatorOptions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The litmus tests of the literature, and what distinguishes PTX from stronger models. */
class AdversarialMemoryTest {
    @Test
    void messagePassingFailsOftenWithWeakAccesses() {
        var outcomes = messagePassing("st.weak", "ld.weak").outcomes();
        assertThat(outcomes.getOrDefault("1 0", 0)).isGreaterThan(100);
    }

    /** Unless the store releases and the load acquires, both for the whole device. */
    @ParameterizedTest
    @CsvSource({
        "st.relaxed.gpu, ld.relaxed.gpu",
        "st.release.gpu, ld.relaxed.gpu",
        "st.relaxed.gpu, ld.acquire.gpu",
        "st.release.cta, ld.acquire.cta"
    })
    void messagePassingFailsWithWeakerAccesses(String store, String load) {
        assertThat(messagePassing(store, load).outcomes()).containsKey("1 0");
    }

    @Test
    void messagePassingHoldsWithReleaseAndAcquire() {
        assertThat(messagePassing("st.release.gpu", "ld.acquire.gpu").outcomes())
                .containsOnlyKeys("0 0", "0 1", "1 1");
    }

    @Test
    void messagePassingHoldsWithinABlockIfTheScopeIsTheBlock() {
        assertThat(messagePassing("st.release.cta", "ld.acquire.cta")
                        .inOneBlock()
                        .outcomes())
                .doesNotContainKey("1 0")
                .containsKey("1 1");
    }

    @Test
    void messagePassingHoldsWithFencesAroundRelaxedAccesses() {
        var outcomes = new Litmus().lane("""
            st.global.u32 [x], 1;
            fence.acq_rel.gpu;
            st.relaxed.gpu.global.u32 [y], 1;
            """).lane("""
                ld.relaxed.gpu.global.u32 %r1, [y];
                fence.acq_rel.gpu;
                ld.global.u32 %r2, [x];
                """, "%r1", "%r2").outcomes();
        assertThat(outcomes).doesNotContainKey("1 0").containsKey("1 1");
    }

    @Test
    void fencesDoNotOrderWeakFlags() {
        var outcomes = new Litmus().lane("""
            st.global.u32 [x], 1;
            fence.acq_rel.gpu;
            st.weak.global.u32 [y], 1;
            """).lane("""
                ld.weak.global.u32 %r1, [y];
                fence.acq_rel.gpu;
                ld.global.u32 %r2, [x];
                """, "%r1", "%r2").outcomes();
        assertThat(outcomes).containsKey("1 0");
    }

    @Test
    void messagePassingFailsBetweenTheHalvesOfOneWord() {
        var outcomes = new Litmus().lane("""
            st.global.u32 [x], 1;
            st.global.u32 [neighbour of x], 1;
            """).lane("""
                ld.global.u32 %r1, [neighbour of x];
                ld.global.u32 %r2, [x];
                """, "%r1", "%r2").outcomes();
        assertThat(outcomes).containsKey("1 0");
    }

    @Test
    void aWideLoadNeverSeesHalfOfAWideStore() {
        var outcomes = new Litmus()
                .lane("st.relaxed.gpu.global.u64 [x], 0x0000000100000001;\n")
                .lane("st.relaxed.gpu.global.u64 [x], 0x0000000200000002;\n")
                .lane("""
                    ld.relaxed.gpu.global.u64 %rd1, [x];
                    cvt.u32.u64 %r1, %rd1;
                    shr.u64 %rd1, %rd1, 32;
                    cvt.u32.u64 %r2, %rd1;
                    """, "%r1", "%r2")
                .outcomes();
        assertThat(outcomes).containsOnlyKeys("0 0", "1 1", "2 2");
    }

    @Test
    void aNarrowStoreIsSeenByWideLoadsInOrder() {
        var outcomes = new Litmus().lane("""
            st.relaxed.gpu.global.u32 [x], 1;
            st.relaxed.gpu.global.u32 [neighbour of x], 1;
            """).lane("""
                ld.relaxed.gpu.global.u64 %rd1, [x];
                cvt.u32.u64 %r1, %rd1;
                shr.u64 %rd1, %rd1, 32;
                cvt.u32.u64 %r2, %rd1;
                ld.relaxed.gpu.global.u32 %r3, [x];
                """, "%r1", "%r2", "%r3").outcomes();
        assertThat(outcomes).containsOnlyKeys("0 0 0", "0 0 1", "1 0 1", "1 1 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fence.acq_rel.gpu;\n"})
    void storeBufferingIsAllowedWithReleaseAndAcquire(String fence) {
        assertThat(storeBuffering(fence).outcomes()).containsKey("0 0");
    }

    @Test
    void storeBufferingIsForbiddenWithSequentialFences() {
        assertThat(storeBuffering("fence.sc.gpu;\n").outcomes()).containsOnlyKeys("0 1", "1 0", "1 1");
    }

    @Test
    void readersMayDisagreeOnTheOrderOfIndependentStores() {
        assertThat(independentReads("").outcomes()).containsKey("1 0 1 0");
    }

    @Test
    void readersAgreeOnTheOrderOfIndependentStoresWithSequentialFences() {
        assertThat(independentReads("fence.sc.gpu;\n").outcomes())
                .doesNotContainKey("1 0 1 0")
                .hasSizeGreaterThan(5);
    }

    @Test
    void causalityIsTransitive() {
        var outcomes = new Litmus()
                .lane("st.release.gpu.global.u32 [x], 1;\n")
                .lane("""
                    ld.acquire.gpu.global.u32 %r1, [x];
                    st.release.gpu.global.u32 [y], 1;
                    """, "%r1")
                .lane("""
                    ld.acquire.gpu.global.u32 %r2, [y];
                    ld.relaxed.gpu.global.u32 %r3, [x];
                    """, "%r2", "%r3")
                .outcomes();
        assertThat(outcomes).doesNotContainKey("1 1 0").containsKeys("1 1 1", "0 1 0");
    }

    @Test
    void loadsOfOneLocationNeverGoBack() {
        var outcomes = new Litmus().lane("""
            st.relaxed.gpu.global.u32 [x], 1;
            st.relaxed.gpu.global.u32 [x], 2;
            """).lane("""
                ld.relaxed.gpu.global.u32 %r1, [x];
                ld.relaxed.gpu.global.u32 %r2, [x];
                """, "%r1", "%r2").outcomes();
        assertThat(outcomes).containsOnlyKeys("0 0", "0 1", "0 2", "1 1", "1 2", "2 2");
    }

    @Test
    void aLaneSeesItsOwnStores() {
        var outcomes =
                new Litmus().lane("""
                    st.global.u32 [x], 1;
                    ld.global.u32 %r1, [x];
                    """, "%r1").lane("st.global.u32 [y], 1;\n").outcomes();
        assertThat(outcomes).containsOnlyKeys("1");
    }

    @Test
    void updatesReadTheNewestValue() {
        String add = "atom.relaxed.gpu.global.add.u32 %r1, [x], 1;\n";
        var outcomes = new Litmus().lane(add, "%r1").lane(add, "%r1").outcomes();
        assertThat(outcomes).containsOnlyKeys("0 1", "1 0");
    }

    @Test
    void relaxedUpdatesCarryARelease() {
        assertThat(throughAThirdLane("atom.relaxed.gpu.global.add.u32 %r4, [y], 1;\n")
                        .outcomes())
                .containsKey("2 1")
                .doesNotContainKey("2 0");
    }

    @Test
    void relaxedStoresEndARelease() {
        assertThat(throughAThirdLane("st.relaxed.gpu.global.u32 [y], 2;\n").outcomes())
                .containsKey("2 0");
    }

    @Test
    void aFailedCompareAndSwapReleasesNothing() {
        var outcomes = new Litmus().lane("""
            st.global.u32 [x], 1;
            atom.acq_rel.gpu.global.cas.b32 %r4, [y], 7, 8;
            st.relaxed.gpu.global.u32 [z], 1;
            """).lane("""
                ld.relaxed.gpu.global.u32 %r1, [z];
                atom.acq_rel.gpu.global.add.u32 %r2, [y], 0;
                ld.global.u32 %r3, [x];
                """, "%r1", "%r3").outcomes();
        assertThat(outcomes).containsKey("1 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bar.sync 0;\n", "bar.warp.sync 3;\n"})
    void barriersOrderSharedMemory(String wait) {
        assertThat(barrier(wait)).containsOnlyKeys("1");
    }

    @Test
    void aVoteOrdersNothing() {
        assertThat(barrier("setp.eq.u32 %p1, 0, 0;\nvote.sync.ballot.b32 %r5, %p1, 3;\n"))
                .containsKey("0");
    }

    private static Map<String, Integer> barrier(String wait) {
        String order = """
            setp.ne.u32 %p2, %r0, 0;
            @%p2 bra WAIT;
            st.shared.u32 [shared0], 0;
            WAIT:
            bar.sync 0;
            @%p2 bra MEET;
            st.shared.u32 [shared0], 1;
            MEET:
            """;
        var counts = new TreeMap<String, Integer>();
        for (int seed = 0; seed < 500; seed++) {
            Ptx run = Ptx.withVariables(".shared .align 8 .b8 shared0[256];", order + wait + """
                ld.shared.u32 %r1, [shared0];
                @%p2 st.global.u32 [%rd0], %r1;
                """)
                    .grid(1, 2)
                    .options(SimulatorOptions.seeded(seed).adversarial())
                    .run();
            counts.merge(Integer.toString(run.intAt(0)), 1, Integer::sum);
        }
        return counts;
    }

    private static Litmus messagePassing(String store, String load) {
        return new Litmus()
                .lane("st.global.u32 [x], 1;\n" + store + ".global.u32 [y], 1;\n")
                .lane(load + ".global.u32 %r1, [y];\nld.global.u32 %r2, [x];\n", "%r1", "%r2");
    }

    private static Litmus storeBuffering(String fence) {
        return new Litmus()
                .lane("st.release.gpu.global.u32 [x], 1;\n" + fence + "ld.acquire.gpu.global.u32 %r1, [y];\n", "%r1")
                .lane("st.release.gpu.global.u32 [y], 1;\n" + fence + "ld.acquire.gpu.global.u32 %r1, [x];\n", "%r1");
    }

    private static Litmus independentReads(String fence) {
        return new Litmus()
                .lane("st.release.gpu.global.u32 [x], 1;\n")
                .lane("st.release.gpu.global.u32 [y], 1;\n")
                .lane(
                        "ld.acquire.gpu.global.u32 %r1, [x];\n" + fence + "ld.acquire.gpu.global.u32 %r2, [y];\n",
                        "%r1",
                        "%r2")
                .lane(
                        "ld.acquire.gpu.global.u32 %r1, [y];\n" + fence + "ld.acquire.gpu.global.u32 %r2, [x];\n",
                        "%r1",
                        "%r2");
    }

    /** The second lane overwrites the flag of the first; the third reads the flag and then the data. */
    private static Litmus throughAThirdLane(String second) {
        return new Litmus()
                .lane("st.global.u32 [x], 1;\nst.release.gpu.global.u32 [y], 1;\n")
                .lane("""
                    AWAIT:
                    ld.relaxed.gpu.global.u32 %r3, [y];
                    setp.eq.u32 %p1, %r3, 0;
                    @%p1 bra AWAIT;
                    """ + second)
                .lane("ld.acquire.gpu.global.u32 %r1, [y];\nld.global.u32 %r2, [x];\n", "%r1", "%r2");
    }
}
