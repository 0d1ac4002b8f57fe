package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.util.function.Function;

/** Runs a kernel as Java and as compiled code. */
final class BothDevices {
    private static final int LENGTH = 8;

    private BothDevices() {}

    /** {@return what eight lanes left in eight ints; the same on the JVM and, compiled, on the simulator} */
    static int[] run(Function<Ints, Kernel> kernel) {
        try (var jvm = Device.jvm();
                var simulator = Device.simulator(1)) {
            int[] expected = run(jvm, kernel);
            assertThat(run(simulator, kernel)).as("compiled").isEqualTo(expected);
            return expected;
        }
    }

    static int[] run(Device device, Function<Ints, Kernel> kernel) {
        Ints out = device.ints(LENGTH);
        device.run(Grid.threads(LENGTH), kernel.apply(out));
        return out.copyOut();
    }
}
