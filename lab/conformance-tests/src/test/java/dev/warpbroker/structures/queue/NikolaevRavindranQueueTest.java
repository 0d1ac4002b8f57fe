package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertConserves;
import static dev.warpbroker.structures.queue.QueueAssertions.assertFilledAndDrained;
import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static dev.warpbroker.structures.queue.QueueAssertions.assertRefusesAThird;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that ask for help at once, in rings that go around often. */
class NikolaevRavindranQueueTest {
    private static final int CAPACITY = 16;

    static NikolaevRavindranQueue impatient(Device device, int threads) {
        return withPatience(0, device, threads);
    }

    private static NikolaevRavindranQueue withPatience(int patience, Device device, int threads) {
        var options = QueueOptions.capacity(CAPACITY)
                .withThreads(threads)
                .withPatience(patience)
                .startingAt(-9);
        return NikolaevRavindranQueue.with(device, options, 8);
    }

    /** {@return what two dequeues get after an enqueue of 8 by a thread that another has asked to enqueue 7} */
    static List<Integer> enqueuedByAnother(Device device) {
        try (var queue = withPatience(1, device, 2)) {
            queue.askToEnqueue(0, 7);
            queue.enqueue(1, 8);
            return List.of(valueOf(queue.dequeue(1)), valueOf(queue.dequeue(1)));
        }
    }

    /** {@return what a thread gets, which does so last, for which another dequeues, and what that gets itself} */
    static List<Integer> dequeuedByAnother(Device device) {
        try (var queue = withPatience(1, device, 2)) {
            queue.enqueue(1, 11);
            queue.enqueue(1, 12);
            queue.askToDequeue(0);
            int own = valueOf(queue.dequeue(1));
            return List.of(valueOf(queue.resultOf(0)), own);
        }
    }

    private static int valueOf(TakenInt taken) {
        return taken.present() ? taken.value() : -1;
    }

    @Test
    void enqueueThatStandsStillIsExecutedByAnother() {
        try (var device = Device.jvm()) {
            assertThat(enqueuedByAnother(device)).containsExactly(7, 8);
        }
    }

    @Test
    void dequeueThatStandsStillIsExecutedByAnother() {
        try (var device = Device.jvm()) {
            assertThat(dequeuedByAnother(device)).containsExactly(11, 12);
        }
    }

    @Test
    void threadThatStandsStillForeverIsHelpedOnceAndThenPassedBy() {
        try (var device = Device.jvm();
                var queue = withPatience(1, device, 3)) {
            queue.askToEnqueue(2, 5);
            for (int i = 0; i < 1_000; i++) {
                assertThat(queue.enqueue(0, i)).isTrue();
                assertThat(queue.dequeue(1).present()).isTrue();
            }
            assertThat(queue.sizeHint()).as("the other's value").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void fullAtItsCapacityAndThenDrainedInOrder(Device device) {
        try (var queue = impatient(device, 1)) {
            assertFilledAndDrained(queue, CAPACITY);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devices")
    void nothingIsLostOrDuplicatedByThreadsWithoutPatience(Device device) {
        int threads = scaled(device, 16, 48);
        try (var queue = impatient(device, threads)) {
            int moreThanARing = 128;
            assertConserves(device, queue, threads, scaled(device, 2_000, 30), moreThanARing);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void historiesOfThreadsWithLittlePatienceAreLinearizable(int patience) {
        int empty = 0;
        for (int seed = 1; seed <= TestDevices.tries(2, 50); seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = withPatience(patience, device, 16)) {
                var grid = Grid.threads(16).withBlockSize(4);
                var history = new Histories(device, grid, 12, seed).recordWithoutFull(QueueKind.G_WFQ, queue);
                empty += history.count(Result.EMPTY);
                assertLinearizable(seed, Linearizability.check(history));
            }
        }
        assertThat(empty).as("Empty results").isPositive();
    }

    @Test
    void laneWithoutAHandleIsRefused() {
        try (var device = Device.jvm();
                var queue = impatient(device, 2)) {
            assertRefusesAThird(device, queue);
        }
    }
}
