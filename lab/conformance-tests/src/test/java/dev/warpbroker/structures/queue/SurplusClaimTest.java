package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A claim that does not fit inflates Count until its surplus is handed back. A dequeue that takes an assurance from the
 * surplus waits for ever unless the lanes left over look at Count again before they report Full.
 */
class SurplusClaimTest {
    private static final int SEEDS = 20;

    @ParameterizedTest
    @EnumSource(names = {"BQ", "BQ_FUSED", "BWD"})
    void assurancesTakenFromASurplusAreMadeGood(QueueKind kind) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            try (var device = TestDevices.adversarial(seed)) {
                var grid = Grid.threads(64).withBlockSize(16);

                var conservation = new Pairs(device, grid, Granularity.BLOCK, 20).check(kind.create(device, 2));

                assertThat(conservation.holds())
                        .as("seed %d: %s", seed, conservation)
                        .isTrue();
            }
        }
    }
}
