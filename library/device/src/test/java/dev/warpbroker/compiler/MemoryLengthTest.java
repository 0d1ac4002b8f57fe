package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.SimulatorOptions;
import java.util.Collections;
import java.util.IdentityHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The length of a memory is part of a launch, not of the code. */
final class MemoryLengthTest {
    private static Kernel sum(Ints numbers, Ints out) {
        return lane -> {
            int sum = 0;
            for (int i = 0; i < numbers.length(); i++) {
                sum += numbers.get(i);
            }
            out.set(0, sum);
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void codeIsUsedAgainForEveryLength(boolean boundsChecks) {
        var options = DeviceOptions.defaults().withBoundsChecks(boundsChecks);
        var compiler = new KernelCompiler(options);
        var codes = Collections.newSetFromMap(new IdentityHashMap<CompiledKernel, Boolean>());
        try (var device = Device.simulator(SimulatorOptions.seeded(1), options)) {
            Ints out = device.ints(1);
            for (int length = 100; length < 120; length++) {
                Ints numbers = device.ints(length);
                numbers.fill(3);
                var kernel = sum(numbers, out);
                codes.add(compiler.bind(kernel).code());
                device.run(Grid.threads(1), kernel);
                assertThat(out.copyOut()).containsExactly(3 * length);
            }
        }
        assertThat(codes).hasSize(1);
    }
}
