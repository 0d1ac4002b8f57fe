package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.structures.Claim;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations of a block in a launch whose last block, or last warp, has fewer lanes than the others. */
class PartlyFilledBlockTest {
    static Stream<Arguments> queuesAndLaunches() {
        return Arrays.stream(QueueKind.values())
                .flatMap(kind -> Stream.of(
                                Grid.threads(70).withBlockSize(64),
                                Grid.threads(97).withBlockSize(48))
                        .map(grid -> Arguments.of(kind, grid)));
    }

    @ParameterizedTest
    @MethodSource("queuesAndLaunches")
    void everyLaneThatExistsPutsOneInAndTakesOneOut(QueueKind kind, Grid grid) {
        int lanes = grid.threads();
        try (var device = Device.simulator(1);
                var queue = kind.create(
                        device, QueueOptions.capacity(256).withThreads(lanes).withBlocks(2));
                var ledger = new Ledger(device, lanes)) {
            device.launch(grid, lane -> {
                        ledger.enqueued(lane.id(), queue.enqueueBlock(lane, lane.id()));
                        ledger.dequeued(queue.dequeueBlock(lane));
                    })
                    .join(Duration.ofMinutes(1));

            var balance = ledger.balance();
            assertThat(balance.holds()).as("%s", balance).isTrue();
            assertThat(queue.drain()).isEmpty();
        }
    }

    /** Less room than lanes, and fewer values: what a block claims in vain is not missing afterwards. */
    @ParameterizedTest
    @MethodSource("queuesAndLaunches")
    void smallQueueHasItsWholeRoomAfterwards(QueueKind kind, Grid grid) {
        int lanes = grid.threads();
        if (!kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
            return;
        }
        try (var device = TestDevices.adversarial(2);
                var queue = kind.create(
                        device, QueueOptions.capacity(32).withThreads(lanes).withBlocks(2));
                var ledger = new Ledger(device, lanes)) {
            device.launch(grid, lane -> {
                        ledger.enqueued(lane.id(), queue.enqueueBlock(lane, lane.id()));
                        ledger.dequeued(queue.dequeueBlock(lane));
                    })
                    .join(Duration.ofMinutes(1));

            var balance = ledger.balance(queue.drain());
            assertThat(balance.holds()).as("%s", balance).isTrue();
            assertThat(queue.fill(new int[32])).isEqualTo(32);
        }
    }
}
