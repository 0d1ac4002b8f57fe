package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;

/** Memory of another device, open or closed, is refused before the launch. */
class ForeignHandleTest {
    record Holder(Ints held) {}

    record Increment(Ints counter) implements Kernel {
        private static final long serialVersionUID = 1;

        @Override
        public void run(Lane lane) {
            counter.getAndAdd(0, 1);
        }
    }

    @EachDevice
    void handleOfAnotherDevice(Device device) {
        TestDevices.devices().map(named -> named.getPayload()).forEach(other -> {
            try (other) {
                Ints foreign = other.ints(3);
                var holder = new Holder(foreign);

                var alike = other.toString().equals(device.toString()) ? ", another device that was opened;" : ";";
                assertRefused(device, lane -> foreign.set(0, 1), "captured Ints[3] on " + other + alike);
                assertRefused(device, new Increment(foreign), "captured Ints[3] on " + other + alike);
                assertRefused(
                        device, lane -> holder.held().set(0, 1), "allocate the memory on the device that launches");
                assertThat(foreign.copyOut()).containsOnly(0);
            }
        });
        TestDevices.assertUsable(device);
    }

    @EachDevice
    void handleOfAClosedDevice(Device device) {
        TestDevices.devices().map(named -> named.getPayload()).forEach(other -> {
            Ints orphan = other.ints(3);
            other.close();

            assertRefused(device, lane -> orphan.set(0, 1), "captured Ints[3]");
            assertThatThrownBy(orphan::copyOut)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Ints[3] was used after its device " + other + " was closed")
                    .hasMessageContaining("keep the device and its memory open");
        });
        TestDevices.assertUsable(device);
    }

    private static void assertRefused(Device device, Kernel kernel, String message) {
        assertThatThrownBy(() -> device.launch(Grid.threads(1), kernel))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(message);
    }
}
