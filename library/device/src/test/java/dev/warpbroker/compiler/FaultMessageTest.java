package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.compiler.generated.Assembler;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.faults.EachDevice;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a kernel throws has the same text on every device. */
final class FaultMessageTest {
    private enum Suit {
        CLUBS,
        HEARTS,
        SPADES
    }

    private enum Spoken {
        YES {
            @Override
            public String toString() {
                return "aye";
            }
        },
        NO
    }

    private static String messageOf(Device device, Function<Ints, Kernel> kernel) {
        try (Ints out = device.ints(8)) {
            var failure =
                    catchThrowableOfType(DeviceException.class, () -> device.run(Grid.threads(1), kernel.apply(out)));
            return Objects.requireNonNull(
                    Objects.requireNonNull(failure.fault()).message());
        }
    }

    @EachDevice
    void namesOfEnumConstants(Device device) {
        Suit captured = Suit.CLUBS;
        Suit[] table = {Suit.SPADES, Suit.HEARTS};
        Function<Ints, Kernel> kernel = out -> lane -> {
            if (out.get(0) == 0) {
                throw new IllegalStateException(
                        captured + ", " + Suit.SPADES + ", " + table[out.get(1)] + " and " + table[1 + out.get(0)]);
            }
        };
        assertThat(messageOf(device, kernel)).isEqualTo("CLUBS, SPADES, SPADES and HEARTS");
        String ptx = device.ptx(kernel.apply(device.ints(8)));
        Assembler.onPath()
                .ifPresent(assembler -> assertThat(assembler.rejection(ptx)).isEmpty());
    }

    @Test
    void aTextOfItsOwnIsNotReplacedByTheName() {
        try (var device = Device.simulator(1)) {
            assertThat(messageOf(device, out -> lane -> {
                        throw new IllegalStateException("is " + Spoken.values()[out.get(0)]);
                    }))
                    .isEqualTo("is ?");
        }
    }

    @Test
    void sharedMemoryOfNoLengthIsRefusedOnTheJvmToo() {
        try (var device = Device.jvm()) {
            assertThat(messageOf(
                            device,
                            out -> lane -> out.set(0, lane.block().sharedInts(0).length())))
                    .isEqualTo("shared memory of length 0: use a length of at least 1");
        }
        try (var device = Device.simulator(1);
                var out = device.ints(1)) {
            assertThat(catchThrowableOfType(
                            DeviceException.class,
                            () -> device.run(
                                    Grid.threads(1),
                                    lane -> out.set(
                                            0, lane.block().sharedInts(0).length()))))
                    .hasMessageContainingAll("shared memory of length 0", "use a length of at least 1");
        }
    }
}
