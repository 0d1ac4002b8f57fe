package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import org.junit.jupiter.api.Test;

/**
 * Lanes that wait for lanes which cannot start are refused, with how many could. The JVM finds out later:
 * JvmResidencyTest.
 */
class ResidencyTest {
    /** Each lane waits for the last one. */
    private static Kernel waitForTheLast(Ints arrived) {
        return lane -> {
            arrived.getAndAdd(0, 1);
            var backoff = new Backoff();
            while (arrived.getAcquire(0) < lane.count()) {
                backoff.pause("the last lane");
            }
        };
    }

    @EachDevice
    void asManyAsCanBeResidentMayWaitForEachOther(Device device) {
        Ints arrived = device.ints(1);
        int most = device.properties().warpSize() == 1 ? 100 : 512;

        device.run(Grid.threads(most), waitForTheLast(arrived));

        assertThat(arrived.copyOut()).containsExactly(most);
    }

    @Test
    void gridThatDoesNotFitTheSimulatorIsRefused() {
        try (var device = Device.simulator(1)) {
            int resident = device.properties().residentThreads();
            Ints arrived = device.ints(1);

            assertThatThrownBy(() -> device.launch(Grid.threads(resident + 1), waitForTheLast(arrived)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("all must be resident at once", "17 blocks of 256 lanes")
                    .hasMessageContaining(
                            "16 such blocks, " + resident + " lanes; launch fewer lanes and let each do more");
            assertThat(arrived.copyOut()).containsExactly(0);
            TestDevices.assertUsable(device);
        }
    }
}
