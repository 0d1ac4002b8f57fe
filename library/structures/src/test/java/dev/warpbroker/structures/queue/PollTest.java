package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.Claim;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Polling: it need not say that a queue was empty, but it must find what is inside. */
class PollTest {
    private static final int NONE = -1;

    /** So much that a fused queue keeps Count in parts. */
    private static final int CAPACITY = 4_096;

    static Stream<Arguments> pollersAndLanes() {
        return Arrays.stream(QueueKind.values())
                .flatMap(kind -> (kind.claims(Claim.MULTI_ELEMENT) ? Stream.of(1, 3, 32) : Stream.of(32))
                        .map(lanes -> Arguments.of(kind, lanes)));
    }

    /** Another block has put them in: they are in another part of Count, or in another queue. */
    @ParameterizedTest
    @MethodSource("pollersAndLanes")
    void pollsOfOneWarpFindAllThatIsInsideAndThenNothing(QueueKind kind, int lanes) {
        int count = 20;
        int polls = count / lanes + 2;
        try (var device = Device.simulator(1);
                var queue = kind.create(
                        device, QueueOptions.capacity(CAPACITY).withBlocks(8).withThreads(256));
                var found = device.ints(polls * lanes)) {
            device.run(Grid.threads(8).withBlockSize(1), lane -> {
                if (lane.id() == 5) {
                    for (int i = 0; i < count; i++) {
                        queue.enqueue(i);
                    }
                }
            });
            device.run(Grid.threads(lanes).withBlockSize(lanes), lane -> {
                for (int poll = 0; poll < polls; poll++) {
                    var polled = queue.pollWarp(lane);
                    found.set(poll * lane.count() + lane.id(), polled.present() ? polled.value() : NONE);
                }
            });
            assertThat(Arrays.stream(found.copyOut())
                            .filter(value -> value != NONE)
                            .sorted())
                    .containsExactly(IntStream.range(0, count).boxed().toArray(Integer[]::new));
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SHCQ", "TZQ", "MSQ", "BAQ", "CAS_LINKED"})
    void whoPollsUntilAllIsFoundFindsEveryValueOnce(QueueKind kind) {
        int threads = 96;
        int each = 3;
        int total = threads * each;
        for (int seed = 0; seed < TestDevices.tries(2, 4); seed++) {
            var simulation = SimulatorOptions.seeded(seed).adversarial();
            try (var device = Device.simulator(simulation, DeviceOptions.defaults());
                    var queue = kind.create(
                            device,
                            QueueOptions.capacity(CAPACITY).withBlocks(3).withThreads(threads));
                    var times = device.ints(total);
                    var found = device.ints(1)) {
                device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                    var backoff = new Backoff();
                    int put = 0;
                    while (found.getAndAddRelaxed(0, 0) < total) {
                        if (put < each && queue.enqueueWarp(lane, lane.id() * each + put)) {
                            put++;
                        }
                        var polled = queue.pollWarp(lane);
                        if (polled.present()) {
                            times.getAndAddRelaxed(polled.value(), 1);
                            found.getAndAddRelaxed(0, 1);
                        } else {
                            backoff.pause("values of others");
                        }
                    }
                });
                assertThat(times.copyOut()).as("seed %d", seed).containsOnly(1);
            }
        }
    }

    /** Everyone acts once, so nobody comes later for whom an enqueue that was let in beyond the capacity could wait. */
    @ParameterizedTest
    @EnumSource(names = {"BQ", "BQ_FUSED", "BWD", "BSQ"})
    void pollsInVainLetNoMoreEnqueuesInThanFit(QueueKind kind) {
        int capacity = 2;
        for (int seed = 1; seed <= TestDevices.tries(8, 20); seed++) {
            try (var device = Device.simulator(seed);
                    var queue =
                            kind.create(device, QueueOptions.capacity(capacity).withBlocks(1));
                    var counts = device.ints(2)) {
                var launch = device.launch(Grid.threads(128).withBlockSize(32), lane -> {
                    if (lane.block().index() % 2 == 1) {
                        counts.getAndAddRelaxed(1, queue.pollWarp(lane).present() ? 1 : 0);
                    } else {
                        counts.getAndAddRelaxed(0, queue.enqueue(lane.id()) ? 1 : 0);
                    }
                });
                launch.join(Duration.ofMinutes(1));

                int[] count = counts.copyOut();
                assertThat(queue.drain())
                        .as("seed %d", seed)
                        .hasSize(count[0] - count[1])
                        .hasSizeLessThanOrEqualTo(capacity);
            }
        }
    }

    /** These would wait if they dequeued. */
    @ParameterizedTest
    @EnumSource(names = {"CBQ", "SFQ"})
    void pollsOfAQueueThatWaitsReturn(QueueKind kind) {
        try (var device = TestDevices.adversarial(1);
                var queue = kind.create(device, 4);
                var found = device.ints(40)) {
            assertThat(queue.fill(7, 8, 9)).isEqualTo(3);
            var launch = device.launch(Grid.threads(40).withBlockSize(40), lane -> {
                var polled = queue.pollWarp(lane);
                found.set(lane.id(), polled.present() ? polled.value() : NONE);
            });
            launch.join(Duration.ofMinutes(1));

            assertThat(Arrays.stream(found.copyOut()).filter(value -> value != NONE))
                    .containsExactlyInAnyOrder(7, 8, 9);
            assertThat(queue.fill(1, 2, 3, 4)).isEqualTo(4);
            assertThat(queue.drain()).containsExactly(1, 2, 3, 4);
        }
    }

    /**
     * Parts of a stealing queue are full or empty now and then, so that lanes of a warp come apart and go to different
     * ones.
     */
    @Test
    void lanesOfAWarpThatChoseDifferentPartsDoNotTakeFromEachOthers() {
        int threads = 160;
        int each = 12;
        int total = threads * each;
        for (int seed = 0; seed < TestDevices.tries(8, 30); seed++) {
            var simulation = SimulatorOptions.seeded(seed).adversarial();
            try (var device = Device.simulator(simulation, DeviceOptions.defaults());
                    var queue = BrokerStealingQueue.ints(device, 512, 3);
                    var times = device.ints(total);
                    var found = device.ints(1)) {
                device.run(Grid.threads(threads).withBlockSize(64), lane -> {
                    var warp = lane.warp();
                    var backoff = new Backoff();
                    int put = 0;
                    while (warp.any(-1, found.getAndAddRelaxed(0, 0) < total)) {
                        boolean mayPut = put < each && found.getAndAddRelaxed(0, 0) >= (put - 1) * lane.count();
                        if (mayPut && queue.enqueue(lane.id() * each + put)) {
                            put++;
                        }
                        warp.synchronize(-1);
                        var polled = queue.pollWarp(lane);
                        if (polled.present()) {
                            times.getAndAddRelaxed(polled.value(), 1);
                            found.getAndAddRelaxed(0, 1);
                        } else {
                            backoff.pause("values of others");
                        }
                        warp.synchronize(-1);
                    }
                });
                assertThat(times.copyOut()).as("seed %d", seed).containsOnly(1);
            }
        }
    }
}
