package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.Claim;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements of more than one word: no queue may hand over half of one and half of another. */
class LongQueueTest {
    static Stream<Arguments> devicesAndPublishingQueues() {
        return TestDevices.devicesAndQueuesThatClaim(Claim.PUBLISHES);
    }

    static Stream<Arguments> devicesAndReturningQueues() {
        return TestDevices.devicesAndQueuesThatClaim(Claim.PUBLISHES, Claim.RETURNS_WHEN_FULL_OR_EMPTY);
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingQueues")
    void everyLongComesOutWholeAndOnce(Device device, QueueKind kind) {
        int threads = scaled(device, 32, 64);
        int rounds = scaled(device, 100, 3);
        long[] values = new Random(7).longs((long) threads * rounds).toArray();
        try (var queue = LongQueue.of(kind, device, 64)) {
            var in = device.longs(values.length);
            in.copyIn(values);
            var out = device.longs(values.length);

            device.run(Grid.threads(threads).withBlockSize(16), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int i = lane.id() * rounds + round;
                    var backoff = new Backoff();
                    // Full may come early, while another thread stands still.
                    while (!queue.enqueue(in.get(i))) {
                        backoff.pause("room, of which there is more than all threads need");
                    }
                    var taken = queue.dequeue();
                    while (!taken.present()) {
                        backoff.pause("what it has put in, or another's");
                        taken = queue.dequeue();
                    }
                    out.set(i, taken.value());
                }
            });

            assertThat(sorted(out.copyOut())).isEqualTo(sorted(values));
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndReturningQueues")
    void fullIsAResult(Device device, QueueKind kind) {
        try (var queue = LongQueue.of(kind, device, 4)) {
            var accepted = device.ints(1);

            device.run(Grid.threads(1), _ -> {
                int count = 0;
                for (int i = 0; i < 9; i++) {
                    count += queue.enqueue(i) ? 1 : 0;
                }
                accepted.set(0, count);
            });

            assertThat(accepted.copyOut()[0]).isBetween(1, queue.capacity());
        }
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingQueues")
    void hostFillsAndDrains(Device device, QueueKind kind) {
        long[] values = {0, -1, Long.MIN_VALUE, 1L << 32};
        try (var queue = LongQueue.of(kind, device, 8)) {
            assertThat(queue.fill(values)).isEqualTo(4);
            assertThat(queue.drain()).containsExactlyInAnyOrder(values);
            assertThat(queue.drain()).isEmpty();
        }
    }

    @Test
    void queueThatPublishesNothingIsRefused() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> LongQueue.of(QueueKind.BQ_FUSED, device, 16))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("BQ-fused hands over ints and nothing else", "use BQ");
        }
    }

    private static long[] sorted(long[] values) {
        long[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }
}
