package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Too much memory: the message has what was wanted, what there is, and the way out. */
class OutOfMemoryTest {
    private static final int LENGTH = Integer.MAX_VALUE - 8;

    @EachDevice
    void moreThanTheDeviceHas(Device device) {
        assertRefused(() -> device.longs(LENGTH), device, "Longs", Long.BYTES);
        assertRefused(() -> device.doubles(LENGTH), device, "Doubles", Double.BYTES);
        assertRefused(() -> device.ints(LENGTH), device, "Ints", Integer.BYTES);
        assertRefused(() -> device.floats(LENGTH), device, "Floats", Float.BYTES);
        TestDevices.assertUsable(device);
    }

    private static void assertRefused(ThrowingCallable allocation, Device device, String kind, int bytesPerElement) {
        String what = kind + "[" + LENGTH + "]";
        assertThatThrownBy(allocation)
                .isInstanceOf(DeviceMemoryException.class)
                .hasMessageContaining(what + " needs " + (long) LENGTH * bytesPerElement + " bytes")
                .hasMessageContaining(Long.toString(device.properties().memoryBytes()))
                .hasMessageContaining("close handles that are no longer needed, or make " + what + " smaller");
    }
}
