package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.GridShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PtxParserTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "frobnicate.u32 %r1, %r2",
                "add.u32 %r1, %r2",
                "add.u32 %r1, %r2, %r99",
                "add.u33 %r1, %r2, %r3",
                "add.ftz.f32 %f1, %f2, %f3",
                "div.full.f32 %f1, %f2, %f3",
                "sqrt.f32 %f1, %f2",
                "cvt.f32.s32 %f1, %r1",
                "cvt.s32.f32 %r1, %f1",
                "ld.acquire.gpu.global.v2.u32 {%r1, %r2}, [%rd0]",
                "ld.global.v2.u32 %r1, [%rd0]",
                "ld.global.v4.u32 {%r1, %r2}, [%rd0]",
                "ld.global.v2.u32 {%r1, %r1}, [%rd0]",
                "ld.global.v2.u32 {%r1, 5}, [%rd0]",
                "ld.global.v4.u64 {%rd1, %rd2, %rd3, %rd4}, [%rd0]",
                "ld.global.u32 {%r1, %r2}, [%rd0]",
                "st.global.v2.u32 [%rd0], {%r1, %r2, %r3}",
                "st.release.gpu.global.v2.u32 [%rd0], {%r1, %r2}",
                "add.v2.u32 %r1, %r2, %r3",
                "ld.release.gpu.global.u32 %r1, [%rd0]",
                "st.acquire.gpu.global.u32 [%rd0], %r1",
                "atom.relaxed.gpu.global.nand.b32 %r1, [%rd0], 1",
                "atom.relaxed.gpu.local.add.u32 %r1, [%rd0], 1",
                "bra NOWHERE",
                "bar.sync 2",
                "mov.u32 5, %r1",
                "setp.almost.u32 %p0, %r1, %r2",
                "fence.proxy.async",
            })
    void textThatCannotBeExecutedIsRefusedWithLineAndText(String instruction) {
        assertThatThrownBy(() -> PtxProgram.parse(Ptx.module("", instruction + ";")))
                .isInstanceOf(PtxSyntaxException.class)
                .hasMessageContaining("PTX line 19")
                .hasMessageContaining(instruction);
    }

    @Test
    void aMissingSemicolonIsReported() {
        assertThatThrownBy(() -> PtxProgram.parse(".visible .entry kernel()\n{\n ret\n}\n"))
                .isInstanceOf(PtxSyntaxException.class)
                .hasMessageContaining("ret");
    }

    @Test
    void textWithoutAnEntryIsReported() {
        assertThatThrownBy(() -> PtxProgram.parse(".version 8.3\n")).hasMessageContaining("no .entry");
    }

    @Test
    void labelsDefinedTwiceAreReported() {
        assertThatThrownBy(() -> PtxProgram.parse(Ptx.module("", "A:\nA:\n"))).hasMessageContaining("label");
    }

    @Test
    void argumentsMustMatchTheParameters() {
        var program = PtxProgram.parse(Ptx.module("", ""));
        assertThatThrownBy(() -> new Simulation(
                        program,
                        new SimulatedMemory(),
                        SimulatorOptions.seeded(1),
                        GridShape.flat(1, 1),
                        0,
                        new long[2],
                        false))
                .hasMessage("kernel has 1 parameters, got 2 arguments");
    }

    @Test
    void parametersKeepTheirOrder() {
        var program = PtxProgram.parse("""
            .version 8.3
            .target sm_70
            .address_size 64
            .visible .entry two(.param .u64 p0, .param .u64 p1)
            {
                .reg .b64 %rd<2>;
                ld.param.u64 %rd0, [p0];
                ld.param.u64 %rd1, [p1];
                st.global.u64 [%rd1], %rd0; // a comment; with { punctuation
                ret;
            }
            """);
        var memory = new SimulatedMemory();
        long target = memory.allocate(8, "target");
        var simulation = new Simulation(
                program, memory, SimulatorOptions.seeded(1), GridShape.flat(1, 1), 0, new long[] {42, target}, false);
        simulation.run();
        assertThat(memory.read(target, PtxType.S64)).isEqualTo(42);
    }
}
