package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.EnumSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class SizeHintTest {
    private static final EnumSet<QueueKind> KNOWING =
            EnumSet.of(QueueKind.BQ, QueueKind.BQ_FUSED, QueueKind.BWD, QueueKind.GQ, QueueKind.HTQ);

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndQueues")
    void hintIsTheSizeWhileNobodyElseUsesTheQueueOrElseTheCapacity(Device device, QueueKind kind) {
        try (var queue = kind.create(device, 8);
                Ints hints = device.ints(4)) {
            device.run(Grid.threads(1), _ -> {
                hints.set(0, queue.sizeHint());
                queue.enqueue(7);
                queue.enqueue(8);
                hints.set(1, queue.sizeHint());
                queue.dequeue();
                hints.set(2, queue.sizeHint());
                queue.dequeue();
                hints.set(3, queue.sizeHint());
            });

            int most = queue.capacity();
            assertThat(hints.copyOut())
                    .containsExactly(
                            KNOWING.contains(kind) ? new int[] {0, 2, 1, 0} : new int[] {most, most, most, most});
        }
    }
}
