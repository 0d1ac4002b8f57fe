package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerStealingQueueTest {
    private static final int NONE = -1;
    private static final int QUEUES = 75;

    /** Also from queues that no lane is the first to look at, and with lanes that look where there is none any more. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 32})
    void lanesOfAWarpFindWhatOtherBlocksHavePutIn(int lanes) {
        try (var device = Device.simulator(2);
                var queue = BrokerStealingQueue.ints(device, 1_024, QUEUES);
                var found = device.ints(2 * lanes)) {
            // Every 15th block puts in 4: there are 20.
            device.run(Grid.threads(QUEUES).withBlockSize(1), lane -> {
                if (lane.id() % 15 == 14) {
                    for (int i = 0; i < 4; i++) {
                        queue.enqueue(lane.id() * 4 + i);
                    }
                }
            });

            device.run(Grid.threads(lanes).withBlockSize(lanes), lane -> {
                for (int i = 0; i < 2; i++) {
                    var dequeued = queue.dequeueWarp(lane);
                    found.set(2 * lane.id() + i, dequeued.present() ? dequeued.value() : NONE);
                }
            });

            int[] values = Arrays.stream(found.copyOut())
                    .filter(value -> value != NONE)
                    .sorted()
                    .toArray();
            assertThat(values).hasSize(Math.min(2 * lanes, 20)).doesNotHaveDuplicates();
            int[] all = IntStream.range(0, 4 * QUEUES)
                    .filter(value -> value / 4 % 15 == 14)
                    .toArray();
            assertThat(all).contains(values);
            assertThat(queue.drain()).hasSize(20 - values.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void warpWhoseOwnQueueIsFullPutsTheRestElsewhere(int lanes) {
        try (var device = Device.simulator(2);
                var queue = BrokerStealingQueue.ints(device, 64, 8);
                var refused = device.ints(1)) {
            device.run(Grid.threads(lanes).withBlockSize(lanes), lane -> {
                for (int i = 0; i < 64 / lane.count(); i++) {
                    if (!queue.enqueueWarp(lane, i * lane.count() + lane.id())) {
                        refused.getAndAddRelaxed(0, 1);
                    }
                }
            });
            assertThat(refused.copyOut()).containsExactly(0);

            device.run(Grid.threads(lanes).withBlockSize(lanes), lane -> {
                if (!queue.enqueueWarp(lane, NONE)) {
                    refused.getAndAddRelaxed(0, 1);
                }
            });
            assertThat(refused.copyOut()).containsExactly(lanes);
            assertThat(Arrays.stream(queue.drain()).sorted())
                    .containsExactly(IntStream.range(0, 64).boxed().toArray(Integer[]::new));
        }
    }
}
