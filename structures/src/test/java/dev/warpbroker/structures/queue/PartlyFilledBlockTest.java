package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Longs;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations of blocks and warps, the last of which have fewer lanes than the others. */
@Timeout(120)
class PartlyFilledBlockTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({"jvm, 70", "jvm, 300", "sim, 70", "sim, 300"})
    void blocksTakeOutWhatBlocksPutIn(String name, int threads) {
        for (var kind : new QueueKind[] {QueueKind.BQ, QueueKind.BWD, QueueKind.BSQ, QueueKind.MSQ}) {
            try (Device device = name.equals("jvm") ? Device.jvm() : Device.simulator(threads);
                    var queue = kind.create(device, 512);
                    Longs sums = device.longs(2)) {
                device.launch(new Grid(threads, 64), lane -> {
                            queue.enqueueBlock(lane, lane.id());
                            lane.block().barrier();
                            var taken = queue.dequeueBlock(lane);
                            if (taken.present()) {
                                sums.getAndAdd(0, taken.value());
                                sums.getAndAdd(1, 1);
                            }
                        })
                        .join(LIMIT);

                int[] left = queue.drain();
                long sum = sums.copyOut()[0];
                for (int value : left) {
                    sum += value;
                }
                assertThat(sums.copyOut()[1] + left.length).as("%s: elements", kind).isEqualTo(threads);
                assertThat(sum).as("%s: their sum", kind).isEqualTo((long) threads * (threads - 1) / 2);
            }
        }
    }
}
