package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing a device whose launch does not end. */
class CloseTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final AtomicBoolean released = new AtomicBoolean();

    @Test
    void kernelThatCannotBeStoppedIsReportedAndLeftAlone() {
        released.set(false);
        var device = Device.jvm();
        Ints ran = device.ints(1);
        Ints begun = device.ints(1);
        device.launch(Grid.threads(2), lane -> {
            begun.getAndAdd(0, 1);
            while (!released.get()) {
                Thread.onSpinWait();
            }
        });
        while (begun.getAcquire(0) < 2) {
            Thread.onSpinWait();
        }
        var queued = device.launch(Grid.threads(1), lane -> ran.set(0, 1));

        assertThatThrownBy(() -> device.close(SHORT, SHORT))
                .isInstanceOf(LaunchStoppedException.class)
                .hasMessageContaining(
                        "a launch on jvm did not end within PT0.2S, and did not stop when it was cancelled")
                .hasMessageContaining("Loops that wait must pause with Backoff")
                .hasMessageContaining("Lanes running: 2, among them lane 0");
        released.set(true);

        assertThat(device.isOpen()).isFalse();
        device.close();
        assertThatThrownBy(queued::join).isInstanceOf(LaunchStoppedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void kernelThatWaitsForEverIsCancelled(String name) {
        Device device = name.equals("jvm") ? Device.jvm() : Device.simulator(1);
        Ints never = device.hostInts(1);
        var launch = device.launch(Grid.threads(2), lane -> {
            Lanes.await(never, 0, "something that never happens");
        });

        device.close(SHORT, Duration.ofSeconds(30));

        assertThat(device.isOpen()).isFalse();
        assertThat(launch.isDone()).isTrue();
        assertThatThrownBy(launch::join).isInstanceOf(LaunchStoppedException.class);
    }

    @Test
    void simulatedKernelThatNeverPausesIsCutOff() {
        Device device = Device.simulator(1);
        Ints count = device.ints(1);
        var launch = device.launch(Grid.threads(2), lane -> {
            while (count.getOpaque(0) >= 0) {
                count.setOpaque(0, count.getOpaque(0) + 1 & Integer.MAX_VALUE);
            }
        });

        device.close(SHORT, Duration.ofSeconds(40));

        assertThat(launch.isDone()).isTrue();
    }
}
