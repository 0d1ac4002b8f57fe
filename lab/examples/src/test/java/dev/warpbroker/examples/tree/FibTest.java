package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import org.junit.jupiter.api.Test;

class FibTest {
    @Test
    void loopAndRecursionAgree() {
        try (Device device = Device.jvm()) {
            for (int n = 0; n <= 20; n++) {
                assertThat(new Fib(device, n).sequentially()).isEqualTo(Fib.of(n));
            }
        }
        assertThat(Fib.of(40)).isEqualTo(102_334_155);
        assertThat(Fib.of(Fib.MAX)).isEqualTo(1_836_311_903);
    }

    @Test
    void callsAreThoseOfTheRecursion() {
        assertThat(Fib.calls(0)).isEqualTo(1);
        assertThat(Fib.calls(1)).isEqualTo(1);
        assertThat(Fib.calls(2)).isEqualTo(3);
        assertThat(Fib.calls(40)).isEqualTo(331_160_281);
    }

    @Test
    void argumentsWithoutResultAreRefused() {
        assertThatThrownBy(() -> Fib.of(47)).hasMessageContaining("fib of 47: n is outside 0..46");
        assertThatThrownBy(() -> Fib.calls(-1)).hasMessageContaining("fib of -1");
    }
}
