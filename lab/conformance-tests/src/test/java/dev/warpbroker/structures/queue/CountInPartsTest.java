package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.QueueAssertions.assertLinearizable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.Linearizability;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker whose Count is in parts gives the assurances of one whose Count is whole. */
class CountInPartsTest {
    private static final int SEEDS = TestDevices.tries(25, 60);
    private static final int FAILED = -1;

    /** Lanes in blocks of one: each of them adds to another part. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void fullAndEmptyAndEveryValueHaveTheirInstant(int parts) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = FusedBrokerQueue.with(device, QueueOptions.capacity(4), parts, 0)) {
                var random = new Random(seed);
                int[] script = new int[20];
                Arrays.setAll(script, i -> random.nextInt(5) < 3 ? i : ScriptedHistory.DEQUEUE);

                assertLinearizable(seed, Linearizability.search(ScriptedHistory.of(device, queue, 5, script)));
            }
        }
    }

    @Test
    void oneBlockFillsAllPartsAndAnotherEmptiesThem() {
        int capacity = 64;
        try (var device = Device.simulator(1);
                var queue = FusedBrokerQueue.with(device, QueueOptions.capacity(capacity), 4, 0);
                var results = device.ints(capacity + 1)) {
            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i <= capacity; i++) {
                    results.set(i, queue.enqueue(i) ? i : FAILED);
                }
            });
            assertThat(results.copyOut()).isEqualTo(countedThenFailed(capacity));

            device.run(Grid.threads(3).withBlockSize(1), lane -> {
                if (lane.id() == 2) {
                    for (int i = 0; i <= capacity; i++) {
                        var dequeued = queue.dequeue();
                        results.set(i, dequeued.present() ? dequeued.value() : FAILED);
                    }
                }
            });
            assertThat(results.copyOut()).isEqualTo(countedThenFailed(capacity));
        }
    }

    @Test
    void whatTheHostFillsInIsSharedOutAmongTheParts() {
        try (var device = Device.simulator(1);
                var queue = FusedBrokerQueue.with(device, QueueOptions.capacity(16), 4, 0);
                var results = device.ints(8)) {
            assertThat(queue.fill(1, 2, 3, 4, 5, 6, 7)).isEqualTo(7);

            device.run(Grid.threads(1), _ -> {
                for (int i = 0; i < 8; i++) {
                    var dequeued = queue.dequeue();
                    results.set(i, dequeued.present() ? dequeued.value() : FAILED);
                }
            });

            assertThat(results.copyOut()).containsExactly(1, 2, 3, 4, 5, 6, 7, FAILED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostWhereClaimsDoNotFitIntoAPart(Granularity granularity) {
        for (int seed = 1; seed <= 10; seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = FusedBrokerQueue.with(device, QueueOptions.capacity(8), 4, 0)) {
                var grid = Grid.threads(64).withBlockSize(16);

                var conservation = new Pairs(device, grid, granularity, 10).check(queue);

                assertThat(conservation.holds())
                        .as("seed %d: %s", seed, conservation)
                        .isTrue();
            }
        }
    }

    /** Claims of several warps are one, and some of it is granted: the others must not take positions. */
    @Test
    void nothingIsLostWhereWarpsOfABlockClaimTogether() {
        for (int seed = 1; seed <= 10; seed++) {
            try (var device = TestDevices.adversarial(seed);
                    var queue = FusedBrokerQueue.with(device, QueueOptions.capacity(128), 2, 0)) {
                var grid = Grid.threads(250).withBlockSize(128);

                var conservation = new Pairs(device, grid, Granularity.THREAD, 6).check(queue);

                assertThat(conservation.holds())
                        .as("seed %d: %s", seed, conservation)
                        .isTrue();
            }
        }
    }

    /** Lanes that choose among queues when they run share code, but must not claim from the queue of another. */
    @Test
    void lanesOnDifferentQueuesDoNotClaimTogether() {
        try (var device = Device.simulator(3);
                var even = FusedBrokerQueue.with(device, QueueOptions.capacity(256), 2, 0);
                var odd = FusedBrokerQueue.with(device, QueueOptions.capacity(256), 2, 0)) {
            device.run(Grid.threads(128).withBlockSize(128), lane -> {
                var queue = (lane.id() & 1) == 0 ? even : odd;
                queue.enqueue(lane.id());
            });

            assertThat(Arrays.stream(even.drain()).sorted())
                    .containsExactly(
                            IntStream.range(0, 64).map(i -> 2 * i).boxed().toArray(Integer[]::new));
            assertThat(Arrays.stream(odd.drain()).sorted())
                    .containsExactly(
                            IntStream.range(0, 64).map(i -> 2 * i + 1).boxed().toArray(Integer[]::new));
        }
    }

    private static int[] countedThenFailed(int capacity) {
        return IntStream.rangeClosed(0, capacity)
                .map(i -> i < capacity ? i : FAILED)
                .toArray();
    }
}
