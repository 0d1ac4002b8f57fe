package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import org.junit.jupiter.api.Test;

/** Characters of a captured text are constants. */
final class ConstantTextTest {
    @Test
    void characterOfATextIsAConstant() {
        try (Device device = Device.simulator(1)) {
            Ints out = device.ints(1);
            String text = "abc";
            device.run(Grid.threads(1), lane -> out.set(0, text.charAt(2)));
            assertThat(out.copyOut()).containsExactly('c');
        }
    }

    @Test
    void indexOutsideATextFailsInTheLaneLikeJava() {
        try (Device device = Device.simulator(1)) {
            Ints out = device.ints(1);
            String text = "abc";
            assertThatThrownBy(() -> device.run(Grid.threads(1), lane -> out.set(0, text.charAt(9))))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining(
                            "java.lang.StringIndexOutOfBoundsException: Index 9 out of bounds for length 3");
        }
    }
}
