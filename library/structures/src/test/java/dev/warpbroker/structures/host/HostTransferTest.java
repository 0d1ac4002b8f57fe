package dev.warpbroker.structures.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import dev.warpbroker.structures.stack.IntStack;
import java.util.Optional;
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

    /** Nor is this. */
    private record DamagedStack(Device device) implements IntStack {
        @Override
        public boolean push(int value) {
            return false;
        }

        @Override
        public TakenInt pop() {
            return TakenInt.of(7);
        }

        @Override
        public Optional<String> damage() {
            return Optional.empty();
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
    void whatNeverBecomesEmptyIsNotDrainedForEver() {
        try (Device device = Device.jvm()) {
            assertThatThrownBy(new Damaged(device)::drain)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("Damaged of capacity 100 has given", "clear() makes it usable again");
            assertThatThrownBy(new DamagedStack(device)::drain)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("DamagedStack of capacity 100 has given");
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
