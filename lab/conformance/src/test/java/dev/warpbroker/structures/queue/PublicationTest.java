package dev.warpbroker.structures.queue;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a thread wrote before it enqueued is visible to the thread that dequeued, as a queue that publishes promises. */
class PublicationTest {
    static Stream<Arguments> devicesAndPublishingQueues() {
        return Arrays.stream(QueueKind.values())
                .filter(kind -> kind.claims(Claim.PUBLISHES))
                .flatMap(kind -> devices().map(device -> Arguments.of(device, kind)));
    }

    private static Stream<Named<Device>> devices() {
        return Stream.concat(
                TestDevices.devices(),
                LongStream.range(2, TestDevices.tries(5, 10))
                        .mapToObj(seed -> Named.of("adversarial memory, seed " + seed, TestDevices.adversarial(seed))));
    }

    @ParameterizedTest
    @MethodSource("devicesAndPublishingQueues")
    void writesBeforeTheEnqueueAreSeenAfterTheDequeue(Device device, QueueKind kind) {
        int threads = 64;
        int rounds = scaled(device, 500, 2);
        for (var granularity :
                kind.claims(Claim.MULTI_ELEMENT) ? Granularity.values() : new Granularity[] {Granularity.THREAD}) {
            var queue = kind.create(device, threads);
            var data = device.ints(threads * rounds);
            var stale = device.ints(1);

            device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int mine = lane.id() * rounds + round;
                    data.set(mine, mine + 1);
                    Operations.enqueue(granularity, queue, lane, mine);
                    var dequeued = Operations.dequeue(granularity, queue, lane);
                    if (dequeued.present() && data.get(dequeued.value()) != dequeued.value() + 1) {
                        stale.getAndAddRelaxed(0, 1);
                    }
                }
            });

            assertThat(stale.copyOut()).as("stale reads per %s", granularity).containsExactly(0);
        }
    }
}
