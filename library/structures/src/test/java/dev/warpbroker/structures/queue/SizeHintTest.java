package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SizeHintTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndQueues")
    void hintIsWhatALookTellsWhileNobodyElseUsesTheQueue(Device device, QueueKind kind) {
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

            assertThat(hints.copyOut()).containsExactly(expected(kind, queue.capacity()));
        }
    }

    /** {@return hints for an empty queue, then with two values, with one, with none} */
    private static int[] expected(QueueKind kind, int capacity) {
        return switch (kind) {
            case BQ, BQ_FUSED, BWD, GQ, CBQ, HTQ, SFQ, NSFQ, SHCQ, MSQ, CAS_LINKED, LCRQ, WFQ, G_LFQ, G_WFQ, OVQ ->
                new int[] {0, 2, 1, 0};
            case TZQ -> new int[] {1, 3, 3, 1}; // Head and Tail are moved by every second operation
            case TWO_LOCK, LOCKED_LINKED, BAQ -> new int[] {0, capacity, capacity, 0};
            case BSQ -> new int[] {capacity, capacity, capacity, capacity};
        };
    }
}
