package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A kernel that does not end is cancelled, and says what it was waiting for. */
class HangingKernelTest {
    /**
     * Changes memory while it waits: the simulator would end a launch in which nothing changes any more as a deadlock.
     */
    private static Kernel waitForever(Ints memory) {
        return lane -> {
            var backoff = new Backoff();
            while (memory.getAcquire(0) == 0) {
                memory.getAndAddRelaxed(1, 1);
                backoff.pause("something that never happens");
            }
        };
    }

    /** Waits until a lane has counted. */
    private static void awaitCount(Ints memory) {
        while (memory.getOpaque(1) == 0) {
            Thread.onSpinWait();
        }
    }

    @EachDevice
    void joinWithATimeoutCancels(Device device) {
        Ints memory = device.hostInts(2);
        var launch = device.launch(Grid.threads(40), waitForever(memory));
        awaitCount(memory);

        assertThatThrownBy(() -> launch.join(Duration.ofMillis(100)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining("launch on " + device + " did not end within PT0.1S and was cancelled")
                .hasMessageContaining("(the device stays usable)")
                .hasMessageContaining("waiting for something that never happens in lane")
                .hasMessageContaining("(HangingKernelTest.java:");
        assertThat(launch.isDone()).isTrue();
        TestDevices.assertUsable(device);
    }

    @EachDevice
    void cancelEndsTheLaunch(Device device) {
        var launch = device.launch(Grid.threads(40), waitForever(device.ints(2)));

        launch.cancel();

        assertThat(launch.isDone()).isTrue();
        assertThatThrownBy(launch::join)
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining("launch on " + device + " was cancelled (the device stays usable)");
        TestDevices.assertUsable(device);
    }

    @EachDevice
    void cancelOfALaunchThatWaitsForAnother(Device device) {
        Ints ran = device.ints(1);
        var running = device.launch(Grid.threads(1), waitForever(device.ints(2)));
        var queued = device.launch(Grid.threads(1), lane -> ran.set(0, 1));

        running.cancel();
        queued.join();

        assertThat(ran.copyOut()).containsExactly(1);
    }

    @EachDevice
    void joinWithATimeoutOfALaunchThatEndsInTime(Device device) {
        Ints value = device.ints(1);

        device.launch(Grid.threads(1), lane -> value.set(0, 3)).join(Duration.ofSeconds(30));

        assertThat(value.copyOut()).containsExactly(3);
    }

    @Test
    void laneOfTheJvmThatNeverPausesMakesTheDeviceUnusable() {
        var device = Device.jvm();
        Ints end = device.hostInts(2);
        var launch = device.launch(Grid.threads(1), lane -> {
            while (end.getOpaque(0) == 0) {
                end.setOpaque(1, 1);
            }
        });
        awaitCount(end);

        assertThatThrownBy(() -> launch.join(Duration.ofMillis(50)))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining("did not stop within 5 s; the device is not usable any more")
                .hasMessageContaining("Loops that wait must pause with Backoff")
                .hasMessageContaining("lane 0 at dev.warpbroker.device.faults.HangingKernelTest");
        assertThatThrownBy(() -> device.launch(Grid.threads(1), lane -> {}))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("jvm is not usable any more: a cancelled kernel did not stop")
                .hasMessageContaining("open a new device");
        end.setOpaque(0, 1);
        device.close();
    }

    @Test
    void laneOfTheSimulatorThatNeverPausesIsCutOff() {
        try (var device = Device.simulator(1)) {
            Ints end = device.hostInts(2);
            var launch = device.launch(Grid.threads(1), lane -> {
                while (end.getOpaque(0) == 0) {
                    end.getAndAddRelaxed(1, 1);
                }
            });
            awaitCount(end);

            assertThatThrownBy(() -> launch.join(Duration.ofMillis(50)))
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("did not end within PT0.05S and was cancelled (the device stays usable)")
                    .hasMessageContaining("(HangingKernelTest.java:");
            TestDevices.assertUsable(device);
        }
    }
}
