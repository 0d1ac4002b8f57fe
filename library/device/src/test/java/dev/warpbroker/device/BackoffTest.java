package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    private static Kernel waiting(Ints word, boolean patiently) {
        return lane -> {
            var backoff = patiently ? Backoff.patient() : new Backoff();
            if (lane.id() == lane.count() - 1) {
                word.setRelease(0, 1);
            }
            while (word.getAcquire(0) == 0) {
                backoff.pause("the last lane");
            }
        };
    }

    /** How many bits the number of lanes has decides how long pauses become. */
    @Test
    void onlyPatientPausesDependOnTheNumberOfLanes() {
        try (var device = Device.simulator(1);
                var word = device.ints(1)) {
            assertThat(device.ptx(waiting(word, true))).contains("clz");
            assertThat(device.ptx(waiting(word, false))).doesNotContain("clz");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 2_000})
    void patientWaitsEnd(int lanes) {
        try (var device = Device.simulator(1);
                var jvm = Device.jvm();
                var word = device.ints(1);
                var ofJvm = jvm.ints(1)) {
            device.launch(new Grid(lanes, 64), waiting(word, true)).join(Duration.ofMinutes(1));
            jvm.launch(new Grid(lanes, 1), waiting(ofJvm, true)).join(Duration.ofMinutes(1));
            assertThat(word.copyOut()[0] + ofJvm.copyOut()[0]).isEqualTo(2);
        }
    }
}
