package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What was closed is refused by name; closing twice does nothing. */
class ClosedHandleTest {
    @EachDevice
    void closedHandle(Device device) {
        Ints closed = device.ints(3);
        closed.close();

        String message = "Ints[3] was used after it was closed; keep the device and its memory open";
        assertRefused(() -> device.launch(Grid.threads(1), lane -> closed.set(0, 1)), message);
        assertRefused(closed::copyOut, message);
        assertRefused(() -> closed.copyIn(new int[3]), message);
        assertRefused(() -> closed.fill(1), message);
        assertThatCode(closed::close).doesNotThrowAnyException();
        TestDevices.assertUsable(device);
    }

    @EachDevice
    void closedDevice(Device device) {
        device.close();

        String message = device + " was used after it was closed; keep it open until the last launch";
        assertRefused(() -> device.ints(1), message);
        assertRefused(() -> device.launch(Grid.threads(1), lane -> {}), message);
        assertThatCode(device::close).doesNotThrowAnyException();
    }

    private static void assertRefused(ThrowingCallable use, String message) {
        assertThatThrownBy(use).isInstanceOf(IllegalStateException.class).hasMessageContaining(message);
    }
}
