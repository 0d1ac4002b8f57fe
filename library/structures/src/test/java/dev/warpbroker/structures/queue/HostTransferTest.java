package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;
import org.junit.jupiter.api.Test;

class HostTransferTest {
    /** Never empty. */
    private record Damaged(Device device) implements IntQueue {
        @Override
        public boolean enqueue(int value) {
            return false;
        }

        @Override
        public TakenInt dequeue() {
            return TakenInt.of(7);
        }

        @Override
        public int capacity() {
            return 100;
        }

        @Override
        public void clear() {}

        @Override
        public void close() {}
    }

    @Test
    void queueThatNeverBecomesEmptyIsNotDrainedForEver() {
        try (Device device = Device.jvm()) {
            assertThatThrownBy(new Damaged(device)::drain)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Damaged of capacity 100 has given")
                    .hasMessageContaining("clear() makes it usable again");
        }
    }

    @Test
    void everyFullQueueIsDrained() {
        try (Device device = Device.jvm()) {
            for (QueueKind kind : QueueKind.values()) {
                try (IntQueue queue = kind.create(device, QueueOptions.capacity(64))) {
                    int filled = queue.fill(new int[64]);
                    assertThat(queue.drain()).as("%s", kind).hasSize(filled);
                }
            }
        }
    }
}
