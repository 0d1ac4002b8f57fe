package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arguments that the device must refuse, and stay usable. Handles that every device refuses are in ClosedHandleTest and
 * ForeignHandleTest.
 */
class JvmBadUseTest {
    private final Device device = Device.jvm();

    @AfterEach
    void deviceIsUsable() {
        Ints runs = device.ints(1);
        device.run(Grid.threads(10), lane -> runs.getAndAdd(0, 1));
        assertThat(runs.copyOut()).containsExactly(10);
        device.close();
    }

    @Test
    void closeWaitsForTheRunningLaunch() {
        var closing = Device.jvm();
        Ints value = closing.ints(1);
        var launch = closing.launch(Grid.threads(1), lane -> {
            long end = lane.nanoTime() + 50_000_000;
            while (lane.nanoTime() < end) {
                Thread.onSpinWait();
            }
            value.set(0, 1);
        });

        closing.close();

        assertThat(launch.isDone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void allocationWithoutElements(int length) {
        String message = " of length " + length + "; the smallest is 1";

        assertThatThrownBy(() -> device.ints(length)).hasMessage("Ints" + message);
        assertThatThrownBy(() -> device.longs(length)).hasMessage("Longs" + message);
        assertThatThrownBy(() -> device.floats(length)).hasMessage("Floats" + message);
        assertThatThrownBy(() -> device.doubles(length)).hasMessage("Doubles" + message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -5})
    void gridWithoutThreads(int threads) {
        assertThatThrownBy(() -> Grid.threads(threads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("grid of " + threads + " threads; a launch needs at least 1");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1025"})
    void blockSizeOutsideTheLimits(int size) {
        assertThatThrownBy(() -> Grid.threads(64).withBlockSize(size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("block size " + size + " is outside 1..1024, the limit of every device");
    }
}
