package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What only GPUs can do is refused elsewhere, with the way out. */
class MachineCodeTest {
    @Test
    void kernelsOfOtherCompilersAreRefusedWithoutAGpu() {
        try (var device = Device.simulator(1)) {
            assertThatThrownBy(() -> device.foreignKernel(new byte[1], "kernel"))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("kernels of other compilers are for NVIDIA GPUs only, and this device is sim;"
                            + " open one with Device.cuda");
        }
    }

    @Test
    void resourcesAreRefusedWithoutAGpu() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> device.resources(lane -> {}))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("this device is jvm");
        }
    }

    @Test
    void kernelsCanBeTimedAloneOnEveryDevice() {
        try (var device = Device.jvm()) {
            assertThatCode(() -> device.timeKernelsAlone(true)).doesNotThrowAnyException();
        }
    }
}
