package dev.warpbroker.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole programs, with parsers, exceptions, matrices and backtracking in their kernels. */
final class ProgramsTest {
    private static Stream<Arguments> programs() {
        return Stream.of(
                arguments(named("JSON", new JsonReader()), 2_000, 64),
                arguments(named("stack machine", new StackMachine()), 5_000, 128),
                arguments(named("LZ4 blocks", new Lz4Blocks()), 3_000, 64),
                arguments(named("rigid bodies", new RigidBodies()), 2_000, 32),
                arguments(named("Sudoku", new Sudoku()), 200, 8));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programComputesOnTheJvmWhatPlainJavaDoes(Program program, int size, int sizeOnSimulator) {
        try (Device device = Device.jvm()) {
            assertComputesWhatPlainJavaDoes(program, device, size);
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programComputesOnTheSimulatorWhatPlainJavaDoes(Program program, int size, int sizeOnSimulator) {
        try (Device device = Device.simulator(SimulatorOptions.seeded(1).adversarial(), DeviceOptions.defaults())) {
            assertComputesWhatPlainJavaDoes(program, device, sizeOnSimulator);
        }
    }

    private static void assertComputesWhatPlainJavaDoes(Program program, Device device, int size) {
        assertThat(program.run(device, size)).isEqualTo(program.expected(size));
    }
}
