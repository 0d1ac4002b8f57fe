package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues that keep a record for each thread. */
class HandlesTest {
    @ParameterizedTest
    @EnumSource(
            value = QueueKind.class,
            names = {"WFQ", "G_WFQ"})
    void aLaunchMayHaveMoreThreadsThanTheDeviceAtOnce(QueueKind kind) {
        try (var device = Device.jvm()) {
            int threads = device.properties().residentThreads() + 1_000;
            var grid = Grid.threads(threads).withBlockSize(1);
            try (var queue = kind.create(device, QueueOptions.capacity(1 << 15).withThreads(threads))) {
                device.run(grid, lane -> queue.enqueue(lane.id()));

                assertThat(queue.drain()).hasSize(threads);
            }
            try (var queue = kind.create(device, QueueOptions.capacity(1 << 15).withThreads(threads - 1))) {
                assertThatThrownBy(() -> device.run(grid, lane -> queue.enqueue(lane.id())))
                        .isInstanceOf(DeviceException.class)
                        .hasMessageContainingAll("no handle for lane " + (threads - 1), "withThreads");
            }
        }
    }
}
