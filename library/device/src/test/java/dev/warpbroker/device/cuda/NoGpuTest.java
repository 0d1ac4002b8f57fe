package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceUnavailableException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a machine without a usable GPU says. */
class NoGpuTest {
    @BeforeAll
    static void needsAMachineWithoutGpu() {
        assumeTrue(CudaBackend.deviceCount() == 0, "this machine has an NVIDIA GPU");
    }

    @Test
    void openingAGpuSaysWhatIsMissingAndTheWayOut() {
        assertThatThrownBy(() -> Device.cuda(0))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll("cu", "Device.jvm()");
    }
}
