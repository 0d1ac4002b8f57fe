package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.DeviceUnavailableException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CudaLibraryTest {
    @Test
    void callingAFunctionOfAMissingLibraryNamesTheLibraryAndTheWayOut() {
        var function = CudaLibrary.load("libabsent.so.1").function("cuInit", JAVA_INT);

        assertThatThrownBy(() -> {
                    int _ = (int) function.invokeExact(0);
                })
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll("cuInit", "libabsent.so.1", "install the NVIDIA driver", "Device.jvm()");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void callingAFunctionThatTheLibraryLacksSaysThatItIsTooOld() {
        var function = CudaLibrary.load("libc.so.6").function("cuEventOfTheFuture", ADDRESS, JAVA_INT);

        assertThatThrownBy(() -> {
                    int _ = (int) function.invokeExact(MemorySegment.NULL, 0);
                })
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll("cuEventOfTheFuture", "update the NVIDIA driver");
    }
}
