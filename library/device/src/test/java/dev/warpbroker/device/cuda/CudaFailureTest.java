package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CudaFailureTest {
    private static final int INVALID_VALUE = 1;
    private static final int OUT_OF_MEMORY = 2;
    private static final int NOT_READY = 600;
    private static final int ILLEGAL_ADDRESS = 700;
    private static final int OUT_OF_RESOURCES = 701;
    private static final int MISALIGNED_ADDRESS = 716;
    private static final int LAUNCH_FAILED = 719;
    private static final int COOPERATIVE_LAUNCH_TOO_LARGE = 720;

    @ParameterizedTest
    @ValueSource(ints = {ILLEGAL_ADDRESS, MISALIGNED_ADDRESS, LAUNCH_FAILED})
    void failureInAKernelSaysThatTheDeviceIsLostAndHowToFindTheLine(int result) {
        assertThat(CudaFailure.losesContext(result)).isTrue();
        assertThat(CudaFailure.consequence(result))
                .contains("not usable any more", "DeviceOptions.withBoundsChecks(true)");
    }

    @Test
    void anIllegalInstructionIsMostlyAWrongMask() {
        int illegalInstruction = 715;

        assertThat(CudaFailure.losesContext(illegalInstruction)).isTrue();
        assertThat(CudaFailure.consequence(illegalInstruction)).contains("mask", "simulator");
    }

    @ParameterizedTest
    @ValueSource(ints = {INVALID_VALUE, OUT_OF_MEMORY, NOT_READY, OUT_OF_RESOURCES, COOPERATIVE_LAUNCH_TOO_LARGE})
    void refusedCallLeavesTheDeviceUsable(int result) {
        assertThat(CudaFailure.losesContext(result)).isFalse();
        assertThat(CudaFailure.consequence(result)).isEmpty();
    }

    @Test
    void hardwareErrorsDoNotBlameTheKernel() {
        int uncorrectableMemoryError = 214;

        assertThat(CudaFailure.consequence(uncorrectableMemoryError))
                .contains("hardware")
                .doesNotContain("withBoundsChecks");
    }
}
