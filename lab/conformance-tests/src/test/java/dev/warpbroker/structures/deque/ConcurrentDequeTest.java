package dev.warpbroker.structures.deque;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static dev.warpbroker.structures.queue.TestDevices.tries;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Ledger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Owners and thieves at once: every element that was pushed is taken once, whole, and nothing else is. */
class ConcurrentDequeTest {
    /** Where positions of 32 and of 64 bits begin, change their sign and come round. */
    private static final long[] STARTS = {0, -9, Integer.MAX_VALUE - 9L, (1L << 32) - 9, Long.MAX_VALUE - 9};

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.deque.DequeDevices#devicesAndDeques")
    void nothingIsLostOrDuplicated(Device device, DequeKind kind) {
        int rounds = scaled(device, tries(5_000, 20_000), tries(24, 40));
        for (int capacity : new int[] {2, 4, 16}) {
            for (int threads : scaled(device, new int[] {2, 4}, new int[] {5, 40})) {
                for (long start : STARTS) {
                    check(device, kind, DequeOptions.of(threads, capacity).startingAt(start), Traffic.mixed(rounds));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.deque.DequeDevices#devicesAndDeques")
    void nothingIsLostOrDuplicatedWhenThievesTakeHalf(Device device, DequeKind kind) {
        int rounds = scaled(device, tries(5_000, 20_000), 80);
        for (int capacity : scaled(device, new int[] {2, 16, 256}, new int[] {4, 256})) {
            for (int threads : scaled(device, new int[] {2, 4}, new int[] {3, 9})) {
                for (long start : new long[] {0, -99}) {
                    var options = DequeOptions.of(threads, capacity).startingAt(start);
                    check(device, kind, options, Traffic.halves(rounds));
                }
            }
        }
    }

    private static void check(Device device, DequeKind kind, DequeOptions options, Traffic traffic) {
        try (var deques = kind.create(device, options, Stamped.LAYOUT)) {
            var conservation = traffic.run(deques, 7);
            assertThat(conservation.holds())
                    .as("%s with %s: %s", options, traffic, conservation)
                    .isTrue();
            assertThat(conservation.accepted()).as("pushes").isPositive();
        }
    }

    /** An owner that runs down a deep deque one by one, into the reach of thieves that saw it full. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.deque.DequeDevices#devicesAndDeques")
    void nothingIsLostOrDuplicatedWhenTheOwnerRunsDownADeepDeque(Device device, DequeKind kind) {
        int rounds = scaled(device, tries(200, 500), 3);
        int depth = 90;
        int workers = 3;
        for (long start : new long[] {0, -300}) {
            try (var deques = kind.create(device, DequeOptions.of(workers, 128).startingAt(start), Stamped.LAYOUT);
                    var ledger = new Ledger(device, rounds * depth)) {
                device.run(Grid.threads(workers).withBlockSize(1), lane -> {
                    int own = lane.id();
                    for (int round = 0; round < rounds; round++) {
                        for (int i = 0; i < depth; i++) {
                            int value = round * depth + i;
                            if (own == 0) {
                                ledger.enqueued(value, deques.push(own, Stamped.of(value)));
                            } else if (i % 8 == 0) {
                                Traffic.taken(ledger, deques.stealHalf(0, own, 32));
                            }
                        }
                        var taken = deques.pop(own);
                        while (taken.present()) {
                            Traffic.taken(ledger, taken);
                            taken = deques.pop(own);
                        }
                    }
                });

                var conservation = ledger.balance();
                assertThat(conservation.holds())
                        .as("start %d: %s", start, conservation)
                        .isTrue();
            }
        }
    }

    /** Warps that own a deque each, which thieves empty in large and small bites while it runs full and dry. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.deque.DequeDevices#devicesAndDeques")
    void nothingIsLostOrDuplicatedByWarps(Device device, DequeKind kind) {
        int lanesPerWarp = device.properties().lanesPerWorker();
        int rounds = scaled(device, tries(500, 2_000), tries(5, 8));
        int most = 100;
        for (int capacity : new int[] {4, 64, 128}) {
            for (int threads : new int[] {2 * lanesPerWarp, 3 * lanesPerWarp + lanesPerWarp / 2}) {
                int workers = (threads + lanesPerWarp - 1) / lanesPerWarp;
                var options = DequeOptions.of(workers, capacity).startingAt(-200);
                try (var deques = kind.create(device, options, Stamped.LAYOUT);
                        var ledger = new Ledger(device, workers * rounds * most)) {
                    device.run(Grid.threads(threads).withBlockSize(lanesPerWarp), lane -> {
                        int worker = lane.id() / lanesPerWarp;
                        for (int round = 0; round < rounds; round++) {
                            if (lane.warp().lane() == 0) {
                                int pushes = round % 3 == 0 ? most : round % 3;
                                for (int i = 0; i < pushes; i++) {
                                    int value = (worker * rounds + round) * most + i;
                                    ledger.enqueued(value, deques.push(worker, Stamped.of(value)));
                                }
                            }
                            Traffic.taken(ledger, deques.popWarp(lane, worker));
                            Traffic.taken(ledger, deques.stealWarp(lane, (worker + 1) % workers));
                            if (round % 4 == 3 && lane.warp().lane() == 0) {
                                Traffic.taken(ledger, deques.pop(worker));
                                Traffic.taken(ledger, deques.steal((worker + 1) % workers));
                            }
                        }
                        boolean more = true;
                        while (more) {
                            var taken = deques.popWarp(lane, worker);
                            Traffic.taken(ledger, taken);
                            more = lane.warp().any(WholeWarp.mask(lane), taken.present());
                        }
                    });

                    var conservation = ledger.balance();
                    assertThat(conservation.holds())
                            .as("%d threads, capacity %d: %s", threads, capacity, conservation)
                            .isTrue();
                }
            }
        }
    }
}
