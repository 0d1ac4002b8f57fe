package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a thread wrote before it enqueued is visible to the thread that dequeued, as {@link BrokerQueue} promises. */
@Timeout(60)
class PublicationTest {
    static Stream<Named<Device>> devices() {
        return Stream.concat(
                TestDevices.devices(),
                LongStream.range(2, 10)
                        .mapToObj(seed -> Named.of("adversarial memory, seed " + seed, TestDevices.adversarial(seed))));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void writesBeforeTheEnqueueAreSeenAfterTheDequeue(Device device) {
        int threads = 64;
        int rounds = scaled(device, 500, 2);
        for (var granularity : Granularity.values()) {
            var queue = BrokerQueue.ints(device, threads);
            var data = device.ints(threads * rounds);
            var stale = device.ints(1);

            device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int mine = lane.id() * rounds + round;
                    data.set(mine, mine + 1);
                    granularity.enqueue(queue, lane, mine);
                    int other = granularity.dequeue(queue, lane).value();
                    if (data.get(other) != other + 1) {
                        stale.getAndAddRelaxed(0, 1);
                    }
                }
            });

            assertThat(stale.copyOut()).as("stale reads per %s", granularity).containsExactly(0);
        }
    }
}
