package dev.warpbroker.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FairnessTest {
    private static final Duration TIME = Duration.ofNanos(200_000);
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Grid GRID = new Grid(128, 32);

    /** A queue that lets the first block have what it wants and the others only now and then. */
    private record Favouring(IntQueue queue) implements IntQueue {
        @Override
        public boolean enqueue(int value) {
            return queue.enqueue(value);
        }

        @Override
        public TakenInt dequeue() {
            var lane = Lane.current();
            return lane.block().index() == 0 || lane.nanoTime() % 64 == 0 ? queue.dequeue() : TakenInt.empty();
        }

        @Override
        public int capacity() {
            return queue.capacity();
        }

        @Override
        public Device device() {
            return queue.device();
        }

        @Override
        public void clear() {
            queue.clear();
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    @Test
    void aQueueThatFavoursSomeHasALowerIndexAndLongerRounds() {
        try (var device = Device.simulator(1);
                var queue = QueueKind.BQ.create(device, 1024);
                var fairness = new Fairness(device, GRID, Users.EVERY_LANE, TIME)) {
            var fair = fairness.run(queue, LIMIT);
            var unfair = fairness.run(new Favouring(queue), LIMIT);

            assertThat(fair.index()).isBetween(0.0, 1.0).isGreaterThan(unfair.index());
            assertThat(fair.fewest()).isPositive();
            assertThat(fair.longestNanos()).isPositive().isLessThan(unfair.longestNanos());
        }
    }

    @Test
    void threadsOfAQueueThatWaitsComeToAnEnd() {
        try (var device = Device.simulator(2);
                var queue = QueueKind.CBQ.create(device, 1024);
                var fairness = new Fairness(device, GRID, Users.EVERY_LANE, TIME)) {
            assertThat(fairness.run(queue, LIMIT).rounds()).isGreaterThanOrEqualTo(GRID.threads());
        }
    }
}
