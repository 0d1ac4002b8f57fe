package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of any size, by any number of lanes: the counters do not overflow, and nothing is lost. */
class ClaimLimitTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** So much that claims of a whole capacity by 128 lanes at the same time would exceed 2^31. */
    private static final int CAPACITY = 1 << 24;

    private static final int LANES = 2_000;

    @ParameterizedTest
    @CsvSource({"BQ, 24", "BQ, 30", "BQ_FUSED, 25", "BWD, 30", "BSQ, 30"})
    void hugeBatchesTakeWhatIsThere(QueueKind kind, int log) {
        int inside = 300;
        int most = 1 << log;
        try (var device = Device.simulator(1);
                var queue = kind.create(device, QueueOptions.capacity(CAPACITY).withBlocks(2));
                var target = device.ints(CAPACITY);
                var taken = device.ints(1)) {
            assertThat(queue.fill(range(inside))).isEqualTo(inside);

            device.launch(Grid.threads(LANES).withBlockSize(512), _ -> {
                        int count = queue.dequeueAll(target, 0, most);
                        taken.getAndAdd(0, count);
                    })
                    .join(LIMIT);

            assertThat(taken.copyOut()).containsExactly(inside);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BQ", "BQ_FUSED", "BWD"})
    void hugeBatchesFindAFullQueueFull(QueueKind kind) {
        try (var device = Device.simulator(1);
                var queue = kind.create(device, CAPACITY);
                var source = device.ints(CAPACITY);
                var done = device.ints(1)) {
            assertThat(queue.fill(new int[CAPACITY])).isEqualTo(CAPACITY);

            device.launch(
                            Grid.threads(LANES).withBlockSize(512),
                            _ -> done.getAndAdd(0, queue.enqueueAll(source, 0, CAPACITY)))
                    .join(LIMIT);

            assertThat(done.copyOut()).containsExactly(0);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void batchLargerThanTheQueueIsServedAsFarAsItGoes(Device device, QueueKind kind) {
        try (var queue = kind.create(device, 4);
                var source = device.ints(100);
                var target = device.ints(100);
                var counts = device.ints(2)) {
            source.copyIn(range(100));
            device.run(Grid.threads(1), _ -> {
                counts.set(0, queue.enqueueAll(source, 0, 100));
                counts.set(1, queue.dequeueAll(target, 0, Integer.MAX_VALUE));
            });

            assertThat(counts.copyOut()).containsExactly(4, 4);
            assertThat(target.copyOut(0, 4)).containsExactly(0, 1, 2, 3);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void batchOfNothingDoesNothing(Device device, QueueKind kind) {
        try (var queue = kind.create(device, 4);
                var memory = device.ints(3);
                var counts = device.ints(5)) {
            queue.fill(7);
            device.run(Grid.threads(1), _ -> {
                counts.set(0, queue.enqueueAll(memory, 0, 0));
                counts.set(1, queue.enqueueAll(memory, 3, -1));
                counts.set(2, queue.dequeueAll(memory, 0, Integer.MIN_VALUE));
                counts.set(3, queue.dequeueAll(memory, 1, 0));
                counts.set(4, queue.dequeueAll(memory, 3, 1));
            });

            assertThat(counts.copyOut()).containsOnly(0);
            assertThat(queue.drain()).containsExactly(7);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesAndExactQueues")
    void batchThatItsMemoryDoesNotHaveIsRefusedAndNothingIsLost(Device device, QueueKind kind) {
        try (var queue = kind.create(device, 4);
                var memory = device.ints(3)) {
            queue.fill(7);
            assertThatThrownBy(() -> device.run(Grid.threads(1), _ -> queue.enqueueAll(memory, 1, 3)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining(
                            "a batch of 3 values from 1 on in an array of 3; ask for no more than there are");
            assertThatThrownBy(() -> device.run(Grid.threads(1), _ -> queue.dequeueAll(memory, -1, 3)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("a batch from -1 on in an array of 3; it may begin at 0 to 3");

            assertThat(queue.drain()).containsExactly(7);
        }
    }

    /** As if all lanes of the largest GPU were in the middle of a claim in vain. */
    @ParameterizedTest
    @ValueSource(ints = {2, 1_024, 1 << 30})
    void countAtItsExtremesGivesTheRightAssurances(int capacity) {
        int underWay = (1 << 19) * Broker.MAX_CLAIM;
        int most = Math.min(capacity, Broker.MAX_CLAIM);
        try (var device = Device.jvm();
                var counters = device.ints(Broker.LENGTH)) {
            var broker = new Broker(counters, 0, capacity);

            counters.set(Broker.COUNT, -underWay);
            assertThat(broker.claimHead(Integer.MAX_VALUE).granted()).isZero();
            assertThat(broker.ensureDequeueAtOnce()).isFalse();
            assertThat(broker.ensureDequeue()).isFalse();
            assertThat(broker.unpromised()).isZero();
            assertThat(counters.get(Broker.COUNT)).isEqualTo(-underWay);
            assertThat(broker.claimTail(Integer.MAX_VALUE).granted()).isEqualTo(most);
            assertThat(counters.get(Broker.COUNT)).isEqualTo(most - underWay);

            counters.set(Broker.COUNT, capacity + underWay);
            assertThat(broker.claimTail(Integer.MAX_VALUE).granted()).isZero();
            assertThat(broker.ensureEnqueueAtOnce()).isFalse();
            assertThat(broker.ensureEnqueue()).isFalse();
            assertThat(broker.unpromised()).isEqualTo(capacity);
            assertThat(counters.get(Broker.COUNT)).isEqualTo(capacity + underWay);
            assertThat(broker.claimHead(Integer.MAX_VALUE).granted()).isEqualTo(most);
            assertThat(counters.get(Broker.COUNT)).isEqualTo(capacity + underWay - most);
        }
    }

    @Test
    void partsThatCannotBeCountedAreRefused() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> BrokerStealingQueue.ints(device, 1 << 30, 1 << 29))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("536870912 parts", "give fewer blocks");
            assertThatThrownBy(() -> QueueOptions.capacity(2).withSegmentLength((1 << 30) + 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("segment length 1073741825");
        }
    }

    private static int[] range(int count) {
        return IntStream.range(0, count).toArray();
    }
}
