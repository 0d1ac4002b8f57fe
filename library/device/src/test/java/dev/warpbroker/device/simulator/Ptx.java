package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;

/** PTX kernels for tests: wraps a body into an entry with one parameter, the address of {@code out}, and runs it. */
final class Ptx {
    private static final long OUT_BYTES = 1 << 16;

    private final SimulatedMemory memory = new SimulatedMemory();
    private final long out = memory.allocate(OUT_BYTES, "out");
    private final String text;
    private int blocks = 1;
    private int blockSize = 1;
    private SimulatorOptions options = SimulatorOptions.seeded(1);

    private Ptx(String text) {
        this.text = text;
    }

    /** A kernel that finds the address of {@code out} in %rd0 and its lane number in %r0. */
    static Ptx body(String body) {
        return new Ptx(module("", body));
    }

    static Ptx withVariables(String variables, String body) {
        return new Ptx(module(variables, body));
    }

    static String module(String variables, String body) {
        return """
            .version 8.3
            .target sm_70
            .address_size 64
            %s
            .visible .entry kernel(
                .param .u64 p0
            )
            {
                .reg .pred %%p<32>;
                .reg .b32 %%r<32>;
                .reg .b64 %%rd<32>;
                .reg .f32 %%f<32>;
                .reg .f64 %%fd<32>;
                ld.param.u64 %%rd0, [p0];
                mov.u32 %%r30, %%ctaid.x;
                mov.u32 %%r31, %%ntid.x;
                mov.u32 %%r0, %%tid.x;
                mad.lo.u32 %%r0, %%r30, %%r31, %%r0;
            %s
                ret;
            }
            """.formatted(variables, body);
    }

    Ptx grid(int ofBlocks, int ofBlockSize) {
        blocks = ofBlocks;
        blockSize = ofBlockSize;
        return this;
    }

    Ptx options(SimulatorOptions with) {
        options = with;
        return this;
    }

    Outcome outcome() {
        return new Simulation(
                        PtxProgram.parse(text),
                        memory,
                        options,
                        GridShape.flat(blocks * blockSize, blockSize),
                        0,
                        new long[] {out},
                        false)
                .run();
    }

    Ptx run() {
        assertThat(outcome()).isEqualTo(new Outcome.Completed());
        return this;
    }

    Fault fault() {
        Outcome outcome = outcome();
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).fault();
    }

    int intAt(int index) {
        return (int) memory.read(out + 4L * index, PtxType.S32);
    }

    long longAt(int index) {
        return memory.read(out + 8L * index, PtxType.S64);
    }

    Ptx put(int index, int value) {
        memory.write(out + 4L * index, PtxType.S32, value);
        return this;
    }
}
