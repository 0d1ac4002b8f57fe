package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertFilledAndDrained;
import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Linearizability;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dequeues that find nothing have moved Head all the same: nobody may notice. */
class OneWordBrokerQueueTest {
    private static final String DEVICES = "dev.warpbroker.structures.queue.TestDevices#devices";

    /** At the beginning, and just before positions wrap at 2^31 and at 2^32. */
    private static final int[] STARTS = {0, Integer.MAX_VALUE - 2, -3};

    @ParameterizedTest
    @MethodSource(DEVICES)
    void fullAndEmptyAndEveryValueHaveTheirInstant(Device device) {
        for (int seed = 1; seed <= scaled(device, 40, 15); seed++) {
            assertLinearizable(seed, Linearizability.search(history(device, seed)));
        }
    }

    /** {@return what five lanes saw of a queue that is empty or full most of the time} */
    static History history(Device device, int seed) {
        var random = new Random(seed);
        int[] script = new int[20];
        Arrays.setAll(script, i -> random.nextInt(5) < 2 + seed % 2 ? i : ScriptedHistory.DEQUEUE);
        try (var queue = tiny(device, 2, STARTS[seed % STARTS.length])) {
            return ScriptedHistory.of(device, queue, 5, script);
        }
    }

    /** Lanes of a warp take back together what they have claimed in vain. */
    @Test
    void nothingIsLostWhereMostFindNothing() {
        for (int seed = 1; seed <= 10; seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = tiny(device, 8, STARTS[seed % STARTS.length]);
                    var inside = device.ints(1);
                    var empty = device.ints(1)) {
                device.run(Grid.threads(64).withBlockSize(16), lane -> {
                    for (int round = 1; round <= 4; round++) {
                        var dequeued = queue.dequeue();
                        if (dequeued.present()) {
                            inside.getAndAdd(0, -dequeued.value());
                        } else {
                            empty.getAndAdd(0, 1);
                        }
                        int value = round * (lane.id() + 1);
                        if ((lane.id() & 3) == 0 && queue.enqueue(value)) {
                            inside.getAndAdd(0, value);
                        }
                    }
                });

                assertThat(empty.copyOut()[0]).as("seed %d", seed).isPositive();
                assertThat(Arrays.stream(queue.drain()).sum())
                        .as("seed %d", seed)
                        .isEqualTo(inside.copyOut()[0]);
                assertFilledAndDrained(queue, 8);
            }
        }
    }

    /** One enqueues for all, and goes through the positions that the others have got in vain. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void whoPollsAnEmptyQueueGetsWhatComes(Device device) {
        int values = scaled(device, 300, 40);
        int lanes = 4;
        try (var queue = tiny(device, 2, -3);
                var sums = device.ints(lanes);
                var taken = device.ints(1)) {
            device.run(Grid.threads(lanes).withBlockSize(1), lane -> {
                if (lane.id() == 0) {
                    int value = 1;
                    while (value <= values) {
                        value += queue.enqueue(value) ? 1 : 0;
                    }
                } else {
                    while (taken.getOpaque(0) < values) {
                        var dequeued = queue.dequeue();
                        if (dequeued.present()) {
                            sums.getAndAdd(lane.id(), dequeued.value());
                            taken.getAndAdd(0, 1);
                        }
                    }
                }
            });

            assertThat(Arrays.stream(sums.copyOut()).sum()).isEqualTo(values * (values + 1) / 2);
            assertThat(isAtRest(queue)).isTrue();
            assertFilledAndDrained(queue, 2);
        }
    }

    @Test
    void onceAllHaveEndedNothingIsLeftOfWhatWasInVain() {
        for (int seed = 1; seed <= 5; seed++) {
            try (var device = TestDevices.adversarial(seed)) {
                assertThat(comesToRest(device)).as("seed %d", seed).isTrue();
            }
        }
    }

    /** {@return whether, after many have found nothing, Head is not beyond Tail, and Tail has left no carry} */
    static boolean comesToRest(Device device) {
        try (var queue = tiny(device, 4, -3)) {
            device.run(Grid.threads(96).withBlockSize(48), lane -> {
                queue.dequeue();
                if (lane.id() % 16 == 0) {
                    queue.enqueue(lane.id());
                }
            });

            return isAtRest(queue);
        }
    }

    private static boolean isAtRest(OneWordBrokerQueue queue) {
        long ends = queue.ends();
        return OneWordBrokerQueue.size(ends) >= 0 && (ends & OneWordBrokerQueue.CARRY) == 0;
    }

    /** Batches of more than fits and more than there is, by lanes that outdo each other. */
    @ParameterizedTest
    @MethodSource(DEVICES)
    void batchesLoseNothing(Device device) {
        int lanes = 6;
        int each = 5;
        for (int start : STARTS) {
            try (var queue = tiny(device, 8, start);
                    var source = device.ints(lanes * each);
                    var target = device.ints(lanes * each);
                    var sums = device.ints(2)) {
                source.copyIn(IntStream.range(1, lanes * each + 1).toArray());
                device.run(Grid.threads(lanes).withBlockSize(1), lane -> {
                    int from = lane.id() * each;
                    int taken = queue.dequeueAll(target, from, each);
                    int put = queue.enqueueAll(source, from, each);
                    taken += queue.dequeueAll(target, from + taken, each - taken);
                    for (int i = 0; i < put; i++) {
                        sums.getAndAdd(0, source.get(from + i));
                    }
                    for (int i = 0; i < taken; i++) {
                        sums.getAndAdd(1, target.get(from + i));
                    }
                });

                int[] left = queue.drain();
                assertThat(Arrays.stream(left).sum() + sums.copyOut()[1]).isEqualTo(sums.copyOut()[0]);
                assertFilledAndDrained(queue, 8);
            }
        }
    }

    @Test
    void batchesKeepTheirOrderAndStopAtFullAndEmpty() {
        try (var device = TestDevices.adversarial(1);
                var queue = tiny(device, 8, -3);
                var source = device.ints(20);
                var target = device.ints(20);
                var counts = device.ints(3)) {
            source.copyIn(IntStream.range(0, 20).toArray());
            device.run(Grid.threads(1), _ -> {
                counts.set(0, queue.enqueueAll(source, 0, 5));
                counts.set(1, queue.enqueueAll(source, 5, 15));
                counts.set(2, queue.dequeueAll(target, 0, 20));
            });

            assertThat(counts.copyOut()).containsExactly(5, 3, 8);
            assertThat(target.copyOut(0, 8)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        }
    }

    @Test
    void queuesForFewThreadsAreMadeSoAndLendTheirMemory() {
        try (var device = Device.simulator(1);
                var few = QueueKind.BQ_FUSED.create(
                        device, QueueOptions.capacity(16).withThreads(1_024));
                var any = QueueKind.BQ_FUSED.create(device, 16)) {
            assertThat(few).isInstanceOf(OneWordBrokerQueue.class);
            assertThat(any).isInstanceOf(FusedBrokerQueue.class);
            var memory = BrokerQueue.Memory.of(few);
            assertThat(memory.ring()).isEqualTo(memory.tickets());
            assertThat(memory.head() - memory.count()).isEqualTo(128);
        }
    }

    @ParameterizedTest
    @MethodSource(DEVICES)
    void holdsItsCapacityInOrder(Device device) {
        for (int start : STARTS) {
            try (var queue = tiny(device, 8, start);
                    var results = device.ints(18)) {
                device.run(Grid.threads(1), _ -> {
                    for (int i = 0; i < 9; i++) {
                        results.set(i, queue.enqueue(i) ? i : -1);
                    }
                    for (int i = 9; i < 18; i++) {
                        var dequeued = queue.dequeue();
                        results.set(i, dequeued.present() ? dequeued.value() : -1);
                    }
                });

                int[] once = IntStream.range(0, 9).map(i -> i < 8 ? i : -1).toArray();
                assertThat(results.copyOut(0, 9)).isEqualTo(once);
                assertThat(results.copyOut(9, 9)).isEqualTo(once);
                assertFilledAndDrained(queue, 8);
            }
        }
    }

    static OneWordBrokerQueue tiny(Device device, int capacity, int start) {
        return OneWordBrokerQueue.with(device, QueueOptions.capacity(capacity).startingAt(start));
    }
}
