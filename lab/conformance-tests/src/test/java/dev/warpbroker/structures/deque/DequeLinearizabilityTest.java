package dev.warpbroker.structures.deque;

import static dev.warpbroker.structures.queue.TestDevices.scaled;
import static dev.warpbroker.structures.queue.TestDevices.tries;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.deque.DequeHistory.Operation;
import dev.warpbroker.structures.deque.DequeHistory.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An owner and a few thieves at a tiny deque, often: what each saw must be explained by some order of single steps. */
class DequeLinearizabilityTest {
    private static final long[] STARTS = {0, -4, (1L << 32) - 4, Integer.MAX_VALUE - 3L};

    @ParameterizedTest
    @MethodSource("dev.warpbroker.structures.deque.DequeDevices#devicesAndLinearizableDeques")
    void everyOperationHasItsInstant(Device device, DequeKind kind) {
        for (int seed = 0; seed < scaled(device, tries(100, 200), tries(40, 80)); seed++) {
            int capacity = seed % 3 == 0 ? 4 : 2;
            var options = DequeOptions.of(1, capacity).startingAt(STARTS[seed % STARTS.length]);
            try (var deques = kind.create(device, options, Stamped.LAYOUT)) {
                var history = DequeHistory.record(deques, seed);
                assertThat(history.isLinearizable())
                        .as("seed %d, %s", seed, history)
                        .isTrue();
            }
        }
    }

    @Test
    void searchTellsHistoriesApart() {
        var push1 = new Operation(0, Result.PUSHED, 1, 0, 1);
        var push2 = new Operation(0, Result.PUSHED, 2, 2, 3);
        assertThat(history(push1, push2, new Operation(0, Result.POPPED, 2, 4, 5))
                        .isLinearizable())
                .isTrue();
        assertThat(history(push1, push2, new Operation(0, Result.POPPED, 1, 4, 5))
                        .isLinearizable())
                .isFalse();
        assertThat(history(push1, push2, new Operation(1, Result.STOLEN, 1, 0, 5))
                        .isLinearizable())
                .isTrue();
        assertThat(history(push1, push2, new Operation(1, Result.STOLEN, 2, 0, 5))
                        .isLinearizable())
                .isFalse();
        assertThat(history(push1, new Operation(0, Result.EMPTY, 0, 2, 3)).isLinearizable())
                .isFalse();
        assertThat(history(push1, new Operation(0, Result.EMPTY, 0, 2, 3), new Operation(1, Result.STOLEN, 1, 2, 3))
                        .isLinearizable())
                .isTrue();
        assertThat(history(push1, new Operation(0, Result.FULL, 0, 2, 3)).isLinearizable())
                .isFalse();
        assertThat(history(push1, push2, new Operation(0, Result.FULL, 0, 4, 5)).isLinearizable())
                .isTrue();
    }

    private static DequeHistory history(Operation... operations) {
        return new DequeHistory(2, List.of(operations));
    }
}
