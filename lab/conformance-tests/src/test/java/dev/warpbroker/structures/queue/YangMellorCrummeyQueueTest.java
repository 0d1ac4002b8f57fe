package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertConserves;
import static dev.warpbroker.structures.queue.QueueAssertions.assertFilledAndDrained;
import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static dev.warpbroker.structures.queue.QueueAssertions.assertRefusesAThird;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads without patience, which ask for help at once, and few cells. */
class YangMellorCrummeyQueueTest {
    private static final int HISTORIES = 8;

    static YangMellorCrummeyQueue impatient(Device device, int threads) {
        return YangMellorCrummeyQueue.with(
                device,
                QueueOptions.capacity(2).withThreads(threads).withPatience(0).startingAt(-9));
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void fullWhenAllCellsAreInUseAndThenDrainedInOrder(Device device) {
        try (var queue = impatient(device, 1)) {
            assertFilledAndDrained(queue, 510);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void nothingIsLostOrDuplicatedByThreadsWithoutPatience(Device device) {
        int threads = scaled(device, 16, 48);
        try (var queue = impatient(device, threads)) {
            int moreThanCells = 512;
            assertConserves(device, queue, threads, scaled(device, 2_000, 40), moreThanCells);
        }
    }

    @Test
    void historiesOfThreadsWithoutPatienceAreLinearizable() {
        int empty = 0;
        for (int seed = 1; seed <= HISTORIES; seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = impatient(device, 16)) {
                var grid = Grid.threads(16).withBlockSize(4);
                var history = new Histories(device, grid, 24, seed).record(QueueKind.WFQ, queue);
                empty += history.count(Result.EMPTY);
                assertLinearizable(seed, Linearizability.check(history));
            }
        }
        assertThat(empty).as("Empty results").isPositive();
    }

    @Test
    void dequeueHelpsAnEnqueueThatStandsStill() {
        try (var device = Device.jvm();
                var queue = impatient(device, 2)) {
            queue.requestEnqueue(0, 7, queue.nextTail());

            assertThat(queue.dequeue(1)).isEqualTo(TakenInt.of(7));
            assertThat(queue.dequeue(1)).isEqualTo(TakenInt.empty());
        }
    }

    @Test
    void dequeueHelpsADequeueThatStandsStill() {
        try (var device = Device.jvm();
                var queue = impatient(device, 2)) {
            queue.nextTail(); // an enqueue that never puts its value in
            queue.enqueue(1, 11);
            queue.enqueue(1, 12);
            queue.requestDequeue(0, queue.nextHead());

            assertThat(queue.dequeue(1)).isEqualTo(TakenInt.of(11));

            assertThat((int) queue.resultOfRequest(0)).isEqualTo(12);
            assertThat(queue.dequeue(1)).isEqualTo(TakenInt.empty());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void laneWithoutAHandleIsRefused(Device device) {
        try (var queue = impatient(device, 2)) {
            assertRefusesAThird(device, queue);
        }
    }

    @Test
    void tooManyCellsAreRefused() {
        try (var device = Device.jvm()) {
            assertThatThrownBy(() -> YangMellorCrummeyQueue.ints(device, 1 << 30))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("choose a smaller factor, or split the elements over several queues");
        }
    }
}
