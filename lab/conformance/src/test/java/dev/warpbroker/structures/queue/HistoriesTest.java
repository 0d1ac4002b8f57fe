package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static dev.warpbroker.structures.queue.TestDevices.tries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.experiments.QueueRecorder;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Long recorded histories of queues that claim to be linearizable must be. */
class HistoriesTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndLinearizableQueues")
    void recordedHistoriesAreLinearizable(Device device, QueueKind kind) {
        var grid = Grid.threads(scaled(device, 16, 64)).withBlockSize(16);
        int operations = scaled(device, 500, 16);
        for (int seed = 1; seed <= tries(1, 3); seed++) {
            try (var queue = kind.create(device, kind.claims(Claim.EXACT_CAPACITY) ? 8 : 1 << 14)) {
                var history = new Histories(device, grid, operations, seed).record(kind, queue);

                assertThat(history.size()).isEqualTo(grid.threads() * operations);
                if (kind.claims(Claim.EXACT_CAPACITY)) { // a large one may happen to be neither empty nor full
                    assertThat(history.count(Result.EMPTY)).as("Empty results").isPositive();
                    assertThat(history.count(Result.FULL)).as("Full results").isPositive();
                }
                var verdict = Linearizability.check(history);
                assertThat(verdict)
                        .as(() -> verdict instanceof Violation violation ? violation.report() : "")
                        .isNotInstanceOf(Violation.class);
            }
        }
    }

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
