package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.ForeignKernel;
import dev.warpbroker.device.Grid;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ForeignKernelTest {
    /** Stores value + index in a word of each lane. */
    private static final String STORE = """
        .version 8.3
        .target sm_70
        .address_size 64
        .visible .entry store(.param .u64 target, .param .u32 value)
        {
            .reg .b32 %r<4>;
            .reg .b64 %rd<3>;
            ld.param.u64 %rd1, [target];
            ld.param.u32 %r1, [value];
            mov.u32 %r2, %tid.x;
            add.u32 %r3, %r1, %r2;
            mul.wide.u32 %rd2, %r2, 4;
            add.u64 %rd1, %rd1, %rd2;
            st.global.u32 [%rd1], %r3;
            ret;
        }
        """;

    @BeforeAll
    static void needsAGpu() {
        assumeTrue(CudaBackend.deviceCount() > 0, "no NVIDIA GPU here");
    }

    private static ForeignKernel load(Device device, String ptx) {
        return device.foreignKernel(ptx.getBytes(StandardCharsets.UTF_8), "store");
    }

    @Test
    void runPassesRawArguments() {
        try (var device = Device.cuda(0)) {
            var target = device.ints(4);

            load(device, STORE)
                    .run(
                            new Grid(4, 4),
                            false,
                            MemorySegment.ofArray(new long[] {target.address()}),
                            MemorySegment.ofArray(new int[] {40}));

            assertThat(target.copyOut()).containsExactly(40, 41, 42, 43);
        }
    }

    @Test
    void timedRunsLeaveOutTheDelay() {
        try (var device = Device.cuda(0)) {
            var target = device.ints(4);
            var kernel = load(device, STORE);
            device.timeKernelsAlone(true);

            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < 20; i++) {
                long nanos = kernel.run(
                        new Grid(4, 4),
                        true,
                        MemorySegment.ofArray(new long[] {target.address()}),
                        MemorySegment.ofArray(new int[] {40}));
                fastest = Math.min(fastest, nanos);
            }

            assertThat(fastest).isBetween(100L, 100_000L);
        }
    }

    @Test
    void refusedTextIsShownWithTheDriversReason() {
        try (var device = Device.cuda(0)) {
            var broken = STORE.replace("mul.wide.u32", "mul.broad.u32");

            assertThatThrownBy(() -> load(device, broken))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContainingAll("CUDA_ERROR_INVALID_PTX", "PTX line 12: mul.broad.u32");
        }
    }
}
