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

/** A lane that throws ends its launch; the exception has type, message, lane and line, and the device stays usable. */
class ThrowingKernelTest {
    @EachDevice
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

    @EachDevice
    void exceptionWhoseMessageHasANumber(Device device) {
        var fault = faultOf(device, lane -> {
            if (lane.id() == 7) {
                throw new IllegalStateException("lane {} is number " + lane.id());
            }
        });

        assertThat(fault.message()).isEqualTo("lane {} is number 7");
    }

    @EachDevice
    void exceptionWhoseMessageHasValuesOfAnyType(Device device) {
        Ints values = device.ints(64);
        values.fill(7);

        assertThat(faultOf(device, lane -> {
                            char letter = (char) ('a' + values.get(lane.id()));
                            throw new IllegalStateException("letter " + letter + ", small " + (values.get(0) < 9));
                        })
                        .message())
                .isEqualTo("letter h, small true");
        assertThat(faultOf(device, lane -> {
                            throw new IllegalStateException(
                                    "half " + values.get(0) / 2f + " of " + (byte) values.get(1));
                        })
                        .message())
                .isEqualTo("half 3.5 of 7");
        assertThat(faultOf(device, lane -> {
                            throw new IllegalStateException("third " + values.get(0) / 3.0);
                        })
                        .message())
                .isEqualTo("third " + 7 / 3.0);
        assertThat(faultOf(device, lane -> {
                            throw new IllegalStateException("large " + ((long) values.get(0) << 40) + 'c' + false);
                        })
                        .message())
                .isEqualTo("large " + (7L << 40) + "cfalse");
    }

    static final class OutOfRange extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfRange(int value, int limit) {
            super("value " + value + " is over " + limit);
        }
    }

    @EachDevice
    void exceptionOfTheUsersOwnMakesItsMessage(Device device) {
        Ints values = device.ints(64);
        values.fill(7);

        var fault = faultOf(device, lane -> {
            throw new OutOfRange(values.get(0), values.get(1) - 1);
        });

        assertThat(fault.exceptionType()).isEqualTo(OutOfRange.class.getName());
        assertThat(fault.message()).isEqualTo("value 7 is over 6");
    }

    @EachDevice
    void requirementsOfObjects(Device device) {
        Ints values = device.ints(64);

        assertThat(faultOf(device, lane -> values.set(0, Objects.checkIndex(lane.count(), 64)))
                        .message())
                .isEqualTo("Index 64 out of bounds for length 64");
        assertThat(faultOf(device, lane -> {
                            var missing = values.get(0) == 0 ? null : Integer.valueOf(lane.id());
                            values.set(1, Objects.requireNonNull(missing, "nothing there"));
                        })
                        .message())
                .isEqualTo("nothing there");
    }

    @EachDevice
    void divisionByZero(Device device) {
        Ints values = device.ints(2);

        var fault = faultOf(device, lane -> values.set(0, 1 / values.get(1)));

        assertThat(fault.exceptionType()).isEqualTo("java.lang.ArithmeticException");
        assertThat(fault.message()).isEqualTo("/ by zero");
    }

    @EachDevice
    void longRemainderByZero(Device device) {
        Longs values = device.longs(2);

        assertThat(faultOf(device, lane -> values.set(0, 1 % values.get(1))).message())
                .isEqualTo("/ by zero");
    }

    @EachDevice
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
