package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.SimulatorOptions;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** {@code assert} in kernels. */
@SuppressWarnings("AssertionFailureIgnored")
final class AssertionTest {
    private static Kernel asserting(Ints out) {
        return lane -> {
            int x = lane.id() * 3;
            assert x != 15 : "x = " + x;
            assert x < 40 : x;
            out.set(lane.id(), x);
        };
    }

    private static Device simulator(DeviceOptions options) {
        return Device.simulator(SimulatorOptions.seeded(1), options);
    }

    private static String failure(Device device) {
        var failure =
                catchThrowableOfType(DeviceException.class, () -> BothDevices.run(device, AssertionTest::asserting));
        var fault = Objects.requireNonNull(failure.fault());
        return fault.exceptionType() + ": " + fault.message() + ", lane " + fault.lane();
    }

    @Test
    void assertionsCheckIfTheyAreSwitchedOn() {
        try (var device = simulator(DeviceOptions.defaults().withAssertions(true))) {
            assertThat(failure(device)).isEqualTo("java.lang.AssertionError: x = 15, lane 5");
        }
    }

    @Test
    void assertionsCostNothingIfTheyAreSwitchedOff() {
        try (var device = simulator(DeviceOptions.defaults().withAssertions(false))) {
            assertThat(BothDevices.run(device, AssertionTest::asserting)).endsWith(15, 18, 21);
            assertThat(device.ptx(asserting(device.ints(8)))).doesNotContain("FAIL");
        }
    }

    @Test
    void assertionsDoWhatTheyDoOnTheJvm() {
        try (var jvm = Device.jvm();
                var device = simulator(DeviceOptions.defaults())) {
            if (AssertionTest.class.desiredAssertionStatus()) {
                assertThat(failure(device)).isEqualTo(failure(jvm));
            } else {
                assertThat(BothDevices.run(AssertionTest::asserting)).endsWith(15, 18, 21);
            }
        }
    }

    @Test
    void failedAssertionIsCaught() {
        try (var device = simulator(DeviceOptions.defaults().withAssertions(true))) {
            int[] result = BothDevices.run(device, out -> lane -> {
                try {
                    assert lane.id() != 3;
                    out.set(lane.id(), 1);
                } catch (AssertionError e) {
                    out.set(lane.id(), 2);
                }
            });
            assertThat(result).containsExactly(1, 1, 1, 2, 1, 1, 1, 1);
        }
    }
}
