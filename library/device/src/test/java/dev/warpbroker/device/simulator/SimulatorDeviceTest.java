package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.SimulatorOptions;
import org.junit.jupiter.api.Test;

/** Kernels written in Java, compiled and simulated. */
class SimulatorDeviceTest {
    @Test
    void aGridLargerThanTheDeviceRunsBlockAfterBlock() {
        try (Device device = Device.simulator(2)) {
            Ints counter = device.ints(1);
            device.run(Grid.threads(20_000), lane -> counter.getAndAdd(0, 1));
            assertThat(counter.copyOut()).containsExactly(20_000);
        }
    }

    @Test
    void lanesThatWaitForNobodyAreReportedWithTheirJavaPosition() {
        try (Device device = Device.simulator(4)) {
            Ints flag = device.ints(1);
            assertThatThrownBy(() -> device.run(Grid.threads(64), lane -> {
                        var backoff = new Backoff();
                        while (flag.getAcquire(0) == 0) {
                            backoff.pause("the flag");
                        }
                    }))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("dev.warpbroker.device.simulator.Deadlock")
                    .hasMessageContaining("Deadlock: all lanes wait or repeat themselves")
                    .hasMessageMatching("(?s).*\\d+ lanes at"
                            + " \\S+SimulatorDeviceTest\\.lambda\\S+\\(SimulatorDeviceTest\\.java:\\d+\\), first"
                            + " lane \\d+.*");
        }
    }

    @Test
    void forgettingToReleaseIsFoundByAdversarialMemory() {
        int failures = 0;
        for (int seed = 0; seed < 50; seed++) {
            failures += staleReads(seed, false);
        }
        assertThat(failures).isPositive();
    }

    @Test
    void releaseAndAcquireOrderPlainAccesses() {
        for (int seed = 0; seed < 50; seed++) {
            assertThat(staleReads(seed, true)).isZero();
        }
    }

    /** Odd lanes wait for a flag of the lane before them, then read its data. */
    private static int staleReads(long seed, boolean ordered) {
        try (Device device = Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults())) {
            Ints data = device.ints(64);
            Ints flags = device.ints(64);
            Ints stale = device.ints(1);
            device.run(Grid.threads(64), lane -> {
                int pair = lane.id() / 2;
                if (lane.id() % 2 == 0) {
                    data.set(pair, 1);
                    if (ordered) {
                        flags.setRelease(pair, 1);
                    } else {
                        flags.setOpaque(pair, 1);
                    }
                } else {
                    var backoff = new Backoff();
                    while (flags.getAcquire(pair) == 0) {
                        backoff.pause("the flag");
                    }
                    if (data.get(pair) == 0) {
                        stale.getAndAdd(0, 1);
                    }
                }
            });
            return stale.copyOut()[0];
        }
    }
}
