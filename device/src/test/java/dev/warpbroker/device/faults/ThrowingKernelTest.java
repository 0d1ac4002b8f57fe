package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.Longs;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A lane that throws ends its launch; the exception has type, message, lane and line, and the device stays usable. */
@Timeout(60)
class ThrowingKernelTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void exception(Device device) {
        var fault = faultOf(device, lane -> {
            if (lane.id() == 7) {
                throw new IllegalStateException("seven");
            }
        });

        assertThat(fault.lane()).isEqualTo(7);
        assertThat(fault.exceptionType()).isEqualTo("java.lang.IllegalStateException");
        assertThat(fault.message()).isEqualTo("seven");
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void exceptionWhoseMessageHasANumber(Device device) {
        var fault = faultOf(device, lane -> {
            if (lane.id() == 7) {
                throw new IllegalStateException("lane {} is number " + lane.id());
            }
        });

        assertThat(fault.message()).isEqualTo("lane {} is number 7");
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void exceptionWhoseMessageHasACharacterOrABoolean(Device device) {
        var character = faultOf(device, lane -> {
            if (lane.id() == 2) {
                throw new IllegalStateException("bad '" + (char) ('a' + lane.id()) + "', not '" + 'x' + "'");
            }
        });
        var truth = faultOf(device, lane -> {
            if (lane.id() == 2) {
                throw new IllegalStateException("even: " + (lane.id() % 2 == 0) + ", " + true + " and " + 1.5f);
            }
        });

        assertThat(character.message()).isEqualTo("bad 'c', not 'x'");
        assertThat(truth.message()).isEqualTo("even: true, true and 1.5");
    }

    private static class QueueException extends RuntimeException {
        private static final long serialVersionUID = 1;

        QueueException(String what, int slot) {
            super(what + " at slot " + slot);
        }
    }

    private static final class FullException extends QueueException {
        private static final long serialVersionUID = 1;

        FullException(int slot) {
            super("full", slot);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void exceptionOfAClassOfTheUser(Device device) {
        var fault = faultOf(device, lane -> {
            if (lane.id() == 3) {
                throw new FullException(lane.id());
            }
        });

        assertThat(fault.exceptionType()).isEqualTo(FullException.class.getName());
        assertThat(fault.message()).isEqualTo("full at slot 3");
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void divisionByZero(Device device) {
        Ints values = device.ints(2);

        var fault = faultOf(device, lane -> values.set(0, 1 / values.get(1)));

        assertThat(fault.exceptionType()).isEqualTo("java.lang.ArithmeticException");
        assertThat(fault.message()).isEqualTo("/ by zero");
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void longRemainderByZero(Device device) {
        Longs values = device.longs(2);

        assertThat(faultOf(device, lane -> values.set(0, 1 % values.get(1))).message())
                .isEqualTo("/ by zero");
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.device.faults.TestDevices#devices")
    void indexOutOfBounds(Device device) {
        Ints values = device.ints(5);

        for (int index : new int[] {5, -1}) {
            assertThatThrownBy(() -> device.run(Grid.threads(1), lane -> values.set(index, 1)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("(which stays usable)")
                    .hasMessageMatching(
                            "(?s).*(Index " + index + " out of bounds for length 5|BadMemoryAccess.*Ints\\[5\\]).*");
        }
        TestDevices.assertUsable(device);
    }

    private static KernelFault faultOf(Device device, Kernel kernel) {
        var failure = Objects.requireNonNull(
                catchThrowableOfType(DeviceException.class, () -> device.run(Grid.threads(64), kernel)));
        assertThat(failure).hasMessageContaining("kernel failed on " + device + " (which stays usable)");
        TestDevices.assertUsable(device);
        var fault = Objects.requireNonNull(failure.fault());
        assertThat(fault.trace().getFirst().getFileName()).isEqualTo("ThrowingKernelTest.java");
        return fault;
    }
}
