package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Violation;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one lane finds out for the others of its warp is true for each of them. */
@Timeout(60)
class WarpClaimTest {
    private static final int LANES = 4;
    private static final int EACH = 3;
    private static final int SEEDS = 60;
    private static final int RUNS = 25;

    /** Lanes of a warp, from all alone to all together. */
    private static final int[] TOGETHER = {1, 2, 4};

    @ParameterizedTest
    @EnumSource(names = {"BQ", "BQ_FUSED"})
    void fullAndEmptyHaveTheirInstantForAllLanesOfAWarp(QueueKind kind) {
        assertThat(violation(device -> kind.create(device, 2))).isEmpty();
    }

    @Test
    void fullAndEmptyHaveTheirInstantAlsoIfCountIsInParts() {
        assertThat(violation(device -> FusedBrokerQueue.with(device, QueueOptions.capacity(2), 2, 0)))
                .isEmpty();
    }

    /** It answers without a look at Head and Tail, as the others must not. */
    @Test
    void theSameSearchFindsOutAWorkDistributor() {
        assertThat(violation(device -> QueueKind.BWD.create(device, 2))).isPresent();
    }

    /** {@return the first history that no order of single steps explains, as text} */
    private static Optional<String> violation(Function<Device, IntQueue> made) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            try (var device = TestDevices.adversarial(seed)) {
                for (int run = seed * RUNS; run < (seed + 1) * RUNS; run++) {
                    try (var queue = made.apply(device)) {
                        var grid = Grid.threads(LANES).withBlockSize(TOGETHER[run % TOGETHER.length]);
                        var history = ScriptedHistory.ofWarps(device, queue, grid, randomScript(run));
                        if (Linearizability.search(history) instanceof Violation violation) {
                            return Optional.of(queue + ", seed " + seed + ", run " + run + ": " + violation.report());
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static int[] randomScript(long seed) {
        var random = new Random(seed);
        int[] script = new int[LANES * EACH];
        Arrays.setAll(script, i -> random.nextBoolean() ? i : ScriptedHistory.DEQUEUE);
        return script;
    }
}
