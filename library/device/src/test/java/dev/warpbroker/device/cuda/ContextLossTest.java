package dev.warpbroker.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A kernel that breaks the context takes down all devices of its process, so it gets a process of its own. */
class ContextLossTest {
    @BeforeAll
    static void needsAGpu() {
        assumeTrue(CudaBackend.deviceCount() > 0, "no NVIDIA GPU here");
    }

    @Test
    void accessOutsideAllMemoryIsReportedAndTheDeviceCanStillBeClosed() throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var process = new ProcessBuilder(
                        java.toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("run: cu", "CUDA_ERROR_ILLEGAL_ADDRESS", "DeviceOptions.withBoundsChecks(true)", "copy: cu")
                .contains("closed");
    }

    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            var device = Device.cuda(0);
            var memory = device.ints(1);
            try {
                device.run(Grid.threads(1), lane -> memory.set(Integer.MAX_VALUE, 1));
            } catch (DeviceException e) {
                System.out.println("run: " + e.getMessage());
            }
            try {
                copy(memory);
            } catch (DeviceException e) {
                System.out.println("copy: " + e.getMessage());
            }
            memory.close();
            device.close();
            System.out.println("closed");
        }

        private static void copy(Ints memory) {
            var _ = memory.copyOut();
        }
    }
}
