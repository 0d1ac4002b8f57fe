package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.QueueRecorder;
import org.junit.jupiter.api.Test;

/** What a recorder of histories refuses; that recorded ones are linearizable is a case of the self-test. */
class HistoriesTest {
    @Test
    void logThatIsTooShortIsRefusedByName() {
        try (var device = Device.jvm();
                var queue = BrokerQueue.ints(device, 4);
                var recorder = new QueueRecorder(device, 1, 1)) {
            assertThatThrownBy(() -> device.run(Grid.threads(1), lane -> {
                        recorder.enqueue(queue, lane, 1);
                        recorder.dequeue(queue, lane);
                    }))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("make the recorder for more operations");
        }
    }
}
