package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.experiments.QueueRecorder;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Verdict;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rings so short that they are closed, drained and used again all the time. */
class LinkedRingQueueTest {
    private static final int HISTORIES = 8;

    /** {@return options for 16 rings of 2 cells, at least} */
    static QueueOptions tinyRings(int capacity) {
        return QueueOptions.capacity(capacity).withSegmentLength(2).withMemoryFactor(1);
    }

    /** A ring that is closed when the queue is full does not serve again before another can follow it. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void fullWhenAllRingsAreInUseAndThenDrainedInOrder(Device device) {
        int[] values = IntStream.range(0, 40).toArray();
        try (var queue = LinkedRingQueue.with(device, tinyRings(16).startingAt(-5))) {
            assertThat(queue.fill(values)).isEqualTo(32);
            assertThat(queue.drain()).isEqualTo(Arrays.copyOf(values, 32));
            for (int round = 0; round < 20; round++) {
                assertThat(queue.fill(values)).as("round %d", round).isEqualTo(30);
                assertThat(queue.drain()).as("round %d", round).isEqualTo(Arrays.copyOf(values, 30));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void nothingIsLostOrDuplicatedWhileRingsServeAgain(Device device) {
        var grid = Grid.threads(scaled(device, 16, 48)).withBlockSize(16);
        for (int capacity : new int[] {2, 64}) {
            try (var queue = LinkedRingQueue.with(device, tinyRings(capacity).startingAt(-9))) {
                var conservation = new Pairs(device, grid, Granularity.THREAD, scaled(device, 2_000, 6)).check(queue);

                assertThat(conservation.holds()).as("%s", conservation).isTrue();
                assertThat(conservation.accepted())
                        .as("more than the rings hold at once")
                        .isGreaterThan(128);
            }
        }
    }

    @Test
    void historiesOnTinyRingsAreLinearizable() {
        int empty = 0;
        for (int seed = 1; seed <= HISTORIES; seed++) {
            try (var device = TestDevices.adversarial(seed)) {
                var history = history(device, seed);
                empty += history.count(Result.EMPTY);
                assertLinearizable(seed, Linearizability.check(history));
            }
        }
        assertThat(empty).as("Empty results").isPositive();
    }

    @Test
    @Tag("long")
    void manyHistoriesOnTinyRingsAreLinearizable() {
        for (int seed = 1; seed <= 300; seed++) {
            try (var device = TestDevices.adversarial(seed)) {
                assertThat(Linearizability.check(history(device, seed)))
                        .as("seed %d", seed)
                        .isEqualTo(new Verdict.Linearizable());
            }
        }
    }

    /** A ring with fewer cells than threads would be closed again and again. */
    @Test
    void ringsHaveACellForEveryThread() {
        try (var device = Device.simulator(1)) {
            int users = device.properties().residentThreads();
            assertThat(LinkedRingQueue.with(
                            device, QueueOptions.capacity(1 << 14).withThreads(users)))
                    .hasToString("LinkedRingQueue of 16 rings of " + Math.max(1024, users) + " ints");
            assertThat(LinkedRingQueue.with(device, QueueOptions.capacity(8).withThreads(users)))
                    .hasToString("LinkedRingQueue of 16 rings of 64 ints");
            assertThat(LinkedRingQueue.with(
                            device,
                            QueueOptions.capacity(64).withSegmentLength(100).withMemoryFactor(32)))
                    .hasToString("LinkedRingQueue of 16 rings of 128 ints");
        }
    }

    /** {@return what lanes do that mostly enqueue to begin with and then mostly dequeue, until nothing is left} */
    static History history(Device device, int seed) {
        int lanes = 16;
        int each = 24;
        try (var queue = LinkedRingQueue.with(device, tinyRings(256));
                var recorder = new QueueRecorder(device, lanes, each)) {
            device.run(Grid.threads(lanes).withBlockSize(4), lane -> {
                for (int i = 0; i < each; i++) {
                    boolean seldom = (7 * lane.id() + 5 * i + seed) % 3 == 0;
                    if (i < each / 3 != seldom) {
                        recorder.enqueue(queue, lane, lane.id() * each + i);
                    } else {
                        recorder.dequeue(queue, lane);
                    }
                }
            });
            return recorder.unboundedHistory("LCRQ with tiny rings");
        }
    }

    @Test
    void tooManyRingsAreRefused() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> LinkedRingQueue.with(
                            device, QueueOptions.capacity(1 << 30).withThreads(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("capacity 1073741824 times memory factor 4 takes 4194304 rings of 1024; the most are"
                            + " 1048576 rings and 1073741824 cells: choose a smaller factor, or split the elements"
                            + " over several queues");
        }
    }
}
