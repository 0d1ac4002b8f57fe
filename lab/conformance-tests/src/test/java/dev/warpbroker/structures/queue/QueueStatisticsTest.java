package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QueueStatisticsTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndQueues")
    void oneThreadNeverRetriesOrWaits(Device device, QueueKind kind) {
        var statistics = QueueOptions.Statistics.on(device);
        try (var queue = kind.create(device, QueueOptions.capacity(8).with(statistics))) {
            new Pairs(device, Grid.threads(1), Granularity.THREAD, 5).run(queue);

            assertThat(statistics.retries() + statistics.waits()).isZero();
        }
    }

    @Test
    void crowdOnATinyQueueRetriesAndWaits() {
        try (var device = Device.simulator(1)) {
            var statistics = QueueOptions.Statistics.on(device);
            var queue = BrokerQueue.with(device, QueueOptions.capacity(2).with(statistics));

            new Pairs(device, Grid.threads(64).withBlockSize(32), Granularity.THREAD, 3).run(queue);

            assertThat(statistics.retries()).as("retries").isPositive();
            assertThat(statistics.waits()).as("waits").isPositive();
            statistics.reset();
            assertThat(statistics.retries() + statistics.waits()).isZero();
        }
    }
}
