package dev.warpbroker.device.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments and handles that the device must refuse, and stay usable. */
class JvmBadUseTest {
    private final Device device = Device.jvm();

    record Increment(Ints counter) implements Kernel {
        private static final long serialVersionUID = 1;

        @Override
        public void run(Lane lane) {
            counter.getAndAdd(0, 1);
        }
    }

    record Holder(Ints held) {}

    @AfterEach
    void deviceIsUsable() {
        Ints runs = device.ints(1);
        device.run(Grid.threads(10), new Increment(runs));
        assertThat(runs.copyOut()).containsExactly(10);
        device.close();
    }

    @Test
    void handleOfAnotherDevice() {
        try (var other = Device.jvm()) {
            Ints foreign = other.ints(3);
            var holder = new Holder(foreign);

            assertRefused(
                    () -> device.launch(Grid.threads(1), lane -> foreign.set(0, 1)),
                    "captured Ints[3] on jvm, another device");
            assertRefused(
                    () -> device.launch(Grid.threads(1), new Increment(foreign)),
                    "allocate the memory on the device that launches");
            assertRefused(
                    () -> device.launch(Grid.threads(1), lane -> holder.held().set(0, 1)), "captured Ints[3] on jvm");
            assertThat(foreign.copyOut()).containsOnly(0);
        }
    }

    @Test
    void handleOfAClosedDevice() {
        Ints orphan;
        try (var other = Device.jvm()) {
            orphan = other.ints(3);
        }

        assertRefused(() -> device.launch(Grid.threads(1), new Increment(orphan)), "captured Ints[3]");
        assertRefused(orphan::copyOut, "Ints[3] was used after its device jvm was closed; keep the device");
    }

    @Test
    void closedHandle() {
        Ints closed = device.ints(3);
        closed.close();

        assertRefused(
                () -> device.launch(Grid.threads(1), lane -> closed.set(0, 1)),
                "Ints[3] was used after it was closed; keep the device and its memory open");
        assertRefused(closed::copyOut, "Ints[3] was used after it was closed");
        assertRefused(() -> closed.get(0), "Ints[3] was used after it was closed");
        assertThatCode(closed::close).doesNotThrowAnyException();
    }

    @Test
    void closedDevice() {
        var closed = Device.jvm();
        closed.close();

        assertRefused(() -> closed.ints(1), "jvm was used after it was closed; keep it open until the last launch");
        assertRefused(() -> closed.launch(Grid.threads(1), lane -> {}), "jvm was used after it was closed");
        assertThatCode(closed::close).doesNotThrowAnyException();
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

    private static void assertRefused(ThrowingCallable use, String message) {
        assertThatThrownBy(use).isInstanceOf(IllegalStateException.class).hasMessageContaining(message);
    }
}
