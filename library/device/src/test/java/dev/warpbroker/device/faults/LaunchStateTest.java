package dev.warpbroker.device.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lanes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host may do while a launch runs, without ending it. */
class LaunchStateTest {
    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void interruptedThreadMayAskWhetherALaunchIsDone(String name) {
        try (Device device = name.equals("jvm") ? Device.jvm() : Device.simulator(1)) {
            Ints go = device.hostInts(1);
            var launch = device.launch(Grid.threads(2), lane -> {
                Lanes.await(go, 0, "the host");
            });

            Thread.currentThread().interrupt();
            boolean done = launch.isDone();
            boolean interrupted = Thread.interrupted();
            go.setRelease(0, 1);
            launch.join();

            assertThat(done).isFalse();
            assertThat(interrupted).isTrue();
            assertThat(launch.isDone()).isTrue();
        }
    }
}
