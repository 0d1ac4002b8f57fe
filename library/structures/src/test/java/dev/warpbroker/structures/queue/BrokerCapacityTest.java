package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerCapacityTest {
    @AutoClose
    private final Device device = Device.jvm();

    @ParameterizedTest
    @CsvSource({
        "0, 2",
        "-1, 2",
        "-2147483648, 2",
        "1, 2",
        "3, 4",
        "5, 4",
        "6, 8",
        "3000, 2048",
        "1073741823, 1073741824",
        "1073741825, '1073741824, or split the elements over several queues'",
        "2147483647, '1073741824, or split the elements over several queues'"
    })
    void otherCapacitiesAreRefusedWithTheNearestValidOne(int capacity, String nearest) {
        for (var kind : QueueKind.values()) {
            assertThatThrownBy(() -> kind.create(device, capacity))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("capacity " + capacity
                            + " is not a power of two between 2 and 1073741824 (2^30); the nearest that is: "
                            + nearest);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 1 << 20})
    void powersOfTwoAreAccepted(int capacity) {
        for (var kind : QueueKind.values()) {
            assertThat(kind.create(device, capacity).capacity()).isEqualTo(capacity);
        }
    }
}
