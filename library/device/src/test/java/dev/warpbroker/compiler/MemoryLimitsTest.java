package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.Lane;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class MemoryLimitsTest {
    private static String compiled(Function<Ints, Kernel> kernel) {
        try (var device = Device.simulator(1)) {
            return new KernelCompiler(DeviceOptions.defaults())
                    .compile(kernel.apply(device.ints(8)))
                    .ptx();
        }
    }

    private static Kernel sharing(Ints out, int ints) {
        return lane -> {
            Ints tile = lane.block().sharedInts(ints);
            tile.set(lane.block().lane(), lane.id());
            lane.block().barrier();
            out.set(0, tile.get(0) + lane.block().sharedLongs(1 << 9).length());
        };
    }

    @Test
    void blockMayHaveAllSharedMemoryThatEveryDeviceHas() {
        assertThat(compiled(out -> sharing(out, 12 << 10))).contains(".b8 shared0[49152]");
    }

    @Test
    void moreThanCodeMayDeclareIsLeftToTheLaunch() {
        assertThat(compiled(out -> sharing(out, (12 << 10) + 1)))
                .contains(".extern .shared .align 16 .b8 dynamic_shared[];")
                .doesNotContain("shared0[");
    }

    @Test
    void moreSharedMemoryThanABlockHasIsRefused() {
        assertThatThrownBy(() -> compiled(out -> sharing(out, 58_112 + 1)))
                .isInstanceOf(KernelCompileException.class)
                .hasMessageContaining("232,464 bytes in 1 pieces of shared memory of a block")
                .hasMessageContainingAll("the limit is 232,448 (227 KiB)", "MemoryLimitsTest.java:", "device memory");
    }

    private static int scattered(int x) {
        byte[] bytes = new byte[4096];
        bytes[x & 4095] = 1;
        return bytes[(x + 1) & 4095];
    }

    private static int eight(int x) {
        return scattered(x)
                + scattered(x + 1)
                + scattered(x + 2)
                + scattered(x + 3)
                + scattered(x + 4)
                + scattered(x + 5)
                + scattered(x + 6)
                + scattered(x + 7);
    }

    private static int sixtyFour(int x) {
        return eight(x)
                + eight(x + 1)
                + eight(x + 2)
                + eight(x + 3)
                + eight(x + 4)
                + eight(x + 5)
                + eight(x + 6)
                + eight(x + 7);
    }

    private static Kernel arrays(Ints out, boolean more) {
        return (Lane lane) -> {
            int x = lane.id();
            int sum = sixtyFour(x) + sixtyFour(x + 9);
            out.set(0, more ? sum + scattered(x + 77) : sum);
        };
    }

    @Test
    void moreMemoryForArraysThanALaneHasIsRefused() {
        assertThat(compiled(out -> arrays(out, false)).lines().filter(line -> line.contains(".local .align")))
                .hasSize(128);
        assertThatThrownBy(() -> compiled(out -> arrays(out, true)))
                .isInstanceOf(KernelCompileException.class)
                .hasMessageContaining("528,384 bytes in 129 arrays of a lane")
                .hasMessageContaining("the limit is 524,288 (512 KiB), and the largest, with 4,096, is made here")
                .hasMessageContaining("MemoryLimitsTest.scattered");
    }
}
