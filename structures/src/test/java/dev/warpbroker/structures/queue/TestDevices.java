package dev.warpbroker.structures;

import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The devices on which every queue is tested: simulators first, which end a launch that hangs at once. JUnit closes a
 * device after the test that it was made for.
 */
final class TestDevices {
    private static final long SEED = 1;

    private TestDevices() {}

    static Stream<Named<Device>> devices() {
        return Stream.of(
                named("simulator, seed " + SEED, Device.simulator(SEED)),
                named("simulator with adversarial memory, seed " + SEED, adversarial(SEED)),
                named("jvm", Device.jvm()));
    }

    static Stream<Arguments> devicesAndQueues() {
        return Arrays.stream(QueueKind.values()).flatMap(kind -> devices().map(device -> arguments(device, kind)));
    }

    static Device adversarial(long seed) {
        return Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults());
    }

    /** {@return a size for a test: a simulator runs thousands of times slower than the machine that it runs on} */
    static int scaled(Device device, int onJvm, int onSimulator) {
        return isSimulator(device) ? onSimulator : onJvm;
    }

    /** {@return sizes for a test: a simulator runs thousands of times slower than the machine that it runs on} */
    static int[] scaled(Device device, int[] onJvm, int[] onSimulator) {
        return isSimulator(device) ? onSimulator : onJvm;
    }

    private static boolean isSimulator(Device device) {
        return device.properties().warpSize() > 1;
    }
}
