package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.backend.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads and stores of several elements. */
class VectorAccessTest {
    @Test
    void elementsKeepTheirOrder() {
        Ptx kernel = Ptx.body("""
            ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd0+16];
            st.global.v4.u32 [%rd0+32], {%r4, 7, %r2, %r1};
            ld.global.v2.f32 {%f1, %f2}, [%rd0+24];
            st.global.v2.f32 [%rd0+56], {%f2,%f1};
            ld.global.v2.u64 {%rd1, %rd2}, [%rd0+16];
            st.global.v2.u64 [%rd0+64], { %rd2, -1 };
            """);
        for (int i = 0; i < 4; i++) {
            kernel.put(4 + i, 11 * (i + 1));
        }
        kernel.run();
        assertThat(new int[] {kernel.intAt(8), kernel.intAt(9), kernel.intAt(10), kernel.intAt(11)})
                .containsExactly(44, 7, 22, 11);
        assertThat(new int[] {kernel.intAt(14), kernel.intAt(15)}).containsExactly(44, 33);
        assertThat(new long[] {kernel.longAt(8), kernel.longAt(9)}).containsExactly(33 + (44L << 32), -1);
    }

    @Test
    void sharedAndLocalMemoryHaveThemToo() {
        String variables = ".shared .align 16 .b8 shared0[64];\n.local .align 16 .b8 local0[32];\n";
        Ptx kernel = Ptx.withVariables(variables, """
            st.shared.v2.u64 [shared0+16], {5, 6};
            ld.shared.v2.u64 {%rd1, %rd2}, [shared0+16];
            st.local.v2.u64 [local0], {%rd2, %rd1};
            ld.local.v2.u64 {%rd3, %rd4}, [local0];
            st.global.v2.u64 [%rd0], {%rd3, %rd4};
            """).run();
        assertThat(new long[] {kernel.longAt(0), kernel.longAt(1)}).containsExactly(6, 5);
    }

    @Test
    void onlyTheLanesThatExecuteItHaveTheElements() {
        Fault fault = Ptx.body("""
            setp.eq.u32 %p0, %r0, 5;
            @%p0 ld.global.v2.u32 {%r1, %r2}, [%rd0];
            st.global.u32 [%rd0], %r2;
            """).grid(1, 32).fault();
        assertThat(fault.message()).contains("%r2");
        assertThat(fault.lane()).isNotEqualTo(5);
    }

    @Test
    void eachElementThatIsStoredNeedsAValue() {
        assertThat(Ptx.body("""
            mov.u32 %r1, 1;
            st.global.v4.u32 [%rd0], {%r1, %r1, %r9, %r1};
            """).fault().message()).contains("%r9, which has no value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd0+8] | not a multiple of 16",
                "ld.global.v2.u32 {%r1, %r2}, [%rd0+4] | not a multiple of 8",
                "ld.global.v2.u64 {%rd1, %rd2}, [%rd0+8] | not a multiple of 16",
                "st.global.v2.u32 [%rd0+12], {1, 2} | not a multiple of 8",
                "st.global.v4.f32 [%rd0+65532], {0f00000000, 0f00000000, 0f00000000, 0f00000000} | 16 bytes at global",
                "ld.global.v2.u32 {%r1, %r2}, [%rd0+65536] | where nothing is allocated",
                "ld.global.nc.v2.u32 {%r1, %r2}, [%rd0] | memory that does not change, but is none",
            })
    void accessesMustBeAlignedInsideAndAllowed(String instruction, String problem) {
        assertThat(Ptx.body(instruction + ";\n").fault().message()).contains(problem);
    }

    /** Nothing makes the elements one. */
    @Test
    void othersSeeSomeElementsBeforeOthers() {
        var outcomes = new Litmus()
                .lane("st.global.v2.u32 [x], {1, 1};\n")
                .lane("ld.global.v2.u32 {%r1, %r2}, [x];\n", "%r1", "%r2")
                .outcomes();
        assertThat(outcomes).containsOnlyKeys("0 0", "0 1", "1 0", "1 1");
    }
}
