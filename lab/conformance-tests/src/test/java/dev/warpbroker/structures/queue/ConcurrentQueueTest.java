package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static dev.warpbroker.structures.queue.TestDevices.tries;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many threads: nothing is lost or duplicated, Full and Empty come when they must, and the values of one producer stay
 * in order.
 */
class ConcurrentQueueTest {
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesQueuesAndGranularities")
    void nothingIsLostOrDuplicated(Device device, QueueKind kind, Granularity granularity) {
        int pairs = scaled(device, 20, tries(2, 3));
        for (int threads : scaled(device, new int[] {2, 3, 33, 64}, new int[] {3, 80})) {
            for (int capacity : scaled(device, new int[] {2, 16, 64}, new int[] {2, 128})) {
                var queue = kind.create(device, capacity);

                var conservation = new Pairs(device, blocksOfSeveralSizes(threads), granularity, pairs).check(queue);

                assertThat(conservation.holds())
                        .as("%d threads, capacity %d: %s", threads, capacity, conservation)
                        .isTrue();
                assertThat(conservation.accepted() + conservation.full())
                        .as("enqueues")
                        .isEqualTo((long) threads * pairs);
                if (capacity >= threads && kind.claims(Claim.LINEARIZABLE)) {
                    assertThat(conservation.full() + conservation.empty())
                            .as("%d threads cannot fill or empty %d slots", threads, capacity)
                            .isZero();
                }
            }
        }
    }

    /** Without dequeues exactly as many enqueues succeed as there are slots, and likewise the other way round. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesExactQueuesAndGranularities")
    void exactlyAsManySucceedAsThereIsRoomAndThenAsThereAreElements(
            Device device, QueueKind kind, Granularity granularity) {
        for (int threads : scaled(device, new int[] {1, 8, 33}, new int[] {8, 33, 80})) {
            for (int capacity : new int[] {2, 4, 64}) {
                int each = capacity / threads + 2;
                var grid = blocksOfSeveralSizes(threads);
                var queue = kind.create(device, capacity);
                try (var ledger = new Ledger(device, threads * each)) {
                    device.run(grid, lane -> {
                        for (int i = 0; i < each; i++) {
                            int value = lane.id() * each + i;
                            ledger.enqueued(value, Operations.enqueue(granularity, queue, lane, value));
                        }
                    });
                    var filled = ledger.balance();
                    assertThat(filled.accepted())
                            .as("enqueues by %d threads", threads)
                            .isEqualTo(capacity);

                    device.run(grid, lane -> {
                        for (int i = 0; i < each; i++) {
                            ledger.dequeued(Operations.dequeue(granularity, queue, lane));
                        }
                    });
                    // A queue that is not linearizable may have said Empty although it was not.
                    boolean exact = kind.claims(Claim.LINEARIZABLE);
                    var emptied = exact ? ledger.balance() : ledger.balance(queue.drain());
                    assertThat(emptied.holds())
                            .as("%d threads, capacity %d: %s", threads, capacity, emptied)
                            .isTrue();
                    if (exact) {
                        assertThat(emptied.empty())
                                .as("dequeues that found nothing")
                                .isEqualTo((long) threads * each - capacity);
                    }
                }
            }
        }
    }

    /**
     * All lanes enqueue more than fits before any dequeues, so Full is certain; more dequeues than enqueues: so is
     * Empty.
     */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesReturningQueuesAndGranularities")
    void nothingIsLostOrDuplicatedAtFullAndEmpty(Device device, QueueKind kind, Granularity granularity) {
        int rounds = scaled(device, 5, tries(1, 2));
        for (int threads : scaled(device, new int[] {1, 8, 33}, new int[] {8, 33})) {
            for (int capacity : new int[] {2, 4}) {
                int enqueues = capacity + 1;
                int dequeues = capacity + 3;
                var queue = kind.create(device, capacity);
                Ints arrived = device.ints(1);
                try (var ledger = new Ledger(device, threads * rounds * enqueues)) {
                    device.run(blocksOfSeveralSizes(threads), lane -> {
                        int value = lane.id() * rounds * enqueues;
                        for (int round = 0; round < rounds; round++) {
                            for (int i = 0; i < enqueues; i++) {
                                ledger.enqueued(value, Operations.enqueue(granularity, queue, lane, value));
                                value++;
                            }
                            arrived.getAndAddRelaxed(0, 1);
                            var backoff = new Backoff();
                            while (arrived.getOpaque(0) < threads) {
                                backoff.pause("the other lanes to have enqueued");
                            }
                            for (int i = 0; i < dequeues; i++) {
                                ledger.dequeued(Operations.dequeue(granularity, queue, lane));
                            }
                        }
                    });

                    var conservation = ledger.balance();
                    assertThat(conservation.holds())
                            .as("%d threads, capacity %d: %s", threads, capacity, conservation)
                            .isTrue();
                    if (kind.claims(Claim.EXACT_CAPACITY)) {
                        assertThat(conservation.full())
                                .as("Full results")
                                .isGreaterThanOrEqualTo(threads * enqueues - capacity);
                    }
                    assertThat(conservation.empty()).as("Empty results").isPositive();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.queue.TestDevices#devicesQueuesAndGranularities")
    void nothingIsLostOrDuplicatedWhenCountersWrap(Device device, QueueKind kind, Granularity granularity) {
        int threads = 32;
        int pairs = scaled(device, 20, 2);
        for (int capacity : scaled(device, new int[] {2, 16, 128}, new int[] {2, 32})) {
            for (int start : new int[] {-1, -capacity - 1, -threads * pairs / 2, Integer.MAX_VALUE - threads}) {
                var queue = kind.create(device, QueueOptions.capacity(capacity).startingAt(start));
                var grid = Grid.threads(threads).withBlockSize(16);

                var conservation = new Pairs(device, grid, granularity, pairs).check(queue);

                assertThat(conservation.holds())
                        .as("capacity %d, start %d: %s", capacity, start, conservation)
                        .isTrue();
            }
        }
    }

    /** Blocks of several warps, or of a part of one, of which the last is partly filled if there are enough threads. */
    private static Grid blocksOfSeveralSizes(int threads) {
        return Grid.threads(threads).withBlockSize(Math.min(threads, threads > 64 ? 48 : 16));
    }
}
