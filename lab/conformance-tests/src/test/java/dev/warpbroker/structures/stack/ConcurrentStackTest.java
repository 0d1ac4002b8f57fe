package dev.warpbroker.structures.stack;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.experiments.StackCrowd;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads: nothing is lost or duplicated, and Full and Empty come when they must. */
class ConcurrentStackTest {
    private static final int[] STARTS = {-1, -20, Integer.MAX_VALUE - 7, (1 << 30) - 5, -(1 << 30) - 5};

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.stack.StackDevices#devicesStacksAndGranularities")
    void nothingIsLostOrDuplicated(Device device, StackKind kind, Granularity granularity) {
        for (int threads : scaled(device, new int[] {2, 3, 8}, new int[] {40, 96})) {
            for (int capacity : scaled(device, new int[] {1, 2, 1_000}, new int[] {1, 20})) {
                assertConserved(device, kind, capacity, 0, granularity, threads, scaled(device, 200, 4));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.stack.StackDevices#devicesStacksAndGranularities")
    void nothingIsLostOrDuplicatedWhenCountersWrap(Device device, StackKind kind, Granularity granularity) {
        for (int start : STARTS) {
            assertConserved(device, kind, 4, start, granularity, scaled(device, 4, 20), scaled(device, 100, 4));
        }
    }

    private static void assertConserved(
            Device device, StackKind kind, int capacity, int start, Granularity granularity, int threads, int rounds) {
        var grid = blocksOfSeveralSizes(threads);
        try (var stack = kind.create(device, StackOptions.capacity(capacity).startingAt(start))) {
            var conservation = new StackCrowd(device, grid, granularity, rounds, threads).check(stack);

            assertThat(conservation.holds())
                    .as("%d threads, capacity %d, start %d: %s", threads, capacity, start, conservation)
                    .isTrue();
            assertThat(conservation.accepted()).isPositive();
            if (kind.claims(Claim.LINEARIZABLE)) {
                assertThat(stack.damage()).isEmpty();
            }
        }
    }

    /** Without pops exactly as many pushes succeed as fit, and likewise the other way round. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.stack.StackDevices#devicesExactStacksAndGranularities")
    void exactlyAsManySucceedAsThereIsRoomAndThenAsThereAreValues(
            Device device, StackKind kind, Granularity granularity) {
        for (int threads : scaled(device, new int[] {1, 8}, new int[] {70})) {
            for (int capacity : new int[] {1, 4, 50}) {
                int each = capacity / threads + 2;
                var grid = blocksOfSeveralSizes(threads);
                try (var stack = kind.create(device, capacity);
                        var ledger = new Ledger(device, threads * each)) {
                    device.run(grid, lane -> {
                        for (int i = 0; i < each; i++) {
                            int value = lane.id() * each + i;
                            var pushed = Operations.operate(granularity, stack, lane, IntStack.Operation.PUSH, value);
                            ledger.enqueued(value, pushed.present());
                        }
                    });
                    assertThat(ledger.balance().accepted())
                            .as("pushes by %d threads", threads)
                            .isEqualTo(capacity);

                    device.run(grid, lane -> {
                        for (int i = 0; i < each; i++) {
                            var popped = Operations.operate(granularity, stack, lane, IntStack.Operation.POP, 0);
                            ledger.dequeued(popped);
                        }
                    });
                    var emptied = ledger.balance();
                    assertThat(emptied.holds())
                            .as("%d threads, capacity %d: %s", threads, capacity, emptied)
                            .isTrue();
                    assertThat(emptied.empty())
                            .as("pops that found nothing")
                            .isEqualTo((long) threads * each - capacity);
                }
            }
        }
    }

    /** Blocks of several warps, or of a part of one, of which the last is partly filled if there are enough threads. */
    private static Grid blocksOfSeveralSizes(int threads) {
        return Grid.threads(threads).withBlockSize(Math.min(threads, threads > 64 ? 48 : 16));
    }
}
