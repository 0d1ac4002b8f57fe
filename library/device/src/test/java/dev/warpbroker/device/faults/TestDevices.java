package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.SimulatorOptions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** The devices that every machine has. JUnit closes a device after the test that it was made for. */
final class TestDevices {
    private TestDevices() {}

    static Stream<Named<Device>> devices() {
        return Stream.of(
                named("jvm", Device.jvm()),
                named("simulator", Device.simulator(1)),
                named(
                        "simulator with adversarial memory and bounds checks",
                        Device.simulator(
                                SimulatorOptions.seeded(1).adversarial(),
                                DeviceOptions.defaults().withBoundsChecks(true))));
    }

    /** Checks that the device still does what it should. */
    static void assertUsable(Device device) {
        Ints sum = device.ints(1);
        device.run(Grid.threads(100), lane -> sum.getAndAdd(0, lane.id()));
        assertThat(sum.copyOut()).as("a launch afterwards").containsExactly(4_950);
    }
}
