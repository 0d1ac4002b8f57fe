package dev.warpbroker.structures.stack;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static dev.warpbroker.structures.queue.TestDevices.tries;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.StackHistories;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded histories of stacks that claim to be linearizable must be. */
class StackHistoriesTest {
    private static final int[] STARTS = {0, -4, Integer.MAX_VALUE - 3, (1 << 30) - 2};

    /** Few lanes in a warp: those of one warp mostly go step by step together. */
    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.stack.StackDevices#devicesLinearizableStacksAndGranularities")
    void everyOperationOfShortHistoriesHasItsInstant(Device device, StackKind kind, Granularity granularity) {
        for (int seed = 1; seed <= scaled(device, tries(40, 100), tries(15, 40)); seed++) {
            int threads = 2 + 2 * (seed % 3);
            int block = granularity == Granularity.THREAD ? 1 : 2;
            var options = StackOptions.capacity(1 + seed % 3).startingAt(STARTS[seed % STARTS.length]);
            var grid = Grid.threads(threads).withBlockSize(block);
            try (var stack = kind.create(device, options)) {
                var history = new StackHistories(device, grid, granularity, 8, 17 * seed).record(kind, stack);

                assertNotRefuted(seed, Linearizability.check(history));
                assertNotRefuted(seed, Linearizability.search(history));
            }
        }
    }

    private static void assertNotRefuted(int seed, Verdict verdict) {
        assertThat(verdict)
                .as("seed %d: %s", seed, verdict instanceof Violation violation ? violation.report() : "")
                .isNotInstanceOf(Violation.class);
    }
}
