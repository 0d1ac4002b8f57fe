package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchedulerOptionsTest {
    @Test
    void changingOneOptionKeepsTheOthers() {
        var policy = Policy.central(QueueKind.BQ);
        var options = SchedulerOptions.defaults()
                .withPolicy(policy)
                .withWorkers(Granularity.BLOCK, 3)
                .withCapacity(64)
                .withKeep(5)
                .withLevels(2)
                .withStatistics(true)
                .withTaskTrace(false);
        assertThat(options).isEqualTo(new SchedulerOptions(policy, Granularity.BLOCK, 3, 64, 5, 2, true, false));
        assertThat(options.withWorkers(Granularity.WARP))
                .isEqualTo(new SchedulerOptions(policy, Granularity.WARP, 0, 64, 5, 2, true, false));
    }

    @ParameterizedTest
    @EnumSource
    void queueThatCannotBeAPoolIsRefusedWithOneThatCan(QueueKind kind) {
        boolean can = kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY) && kind.claims(Claim.PUBLISHES);
        if (can) {
            assertThat(Policy.central(kind))
                    .isEqualTo(Policy.central(kind))
                    .hasToString(kind == QueueKind.BSQ ? "distributed" : "central " + kind);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Policy.central(kind))
                    .withMessageContainingAll(kind.toString(), "cannot be a pool of tasks", QueueKind.BQ.toString());
        }
    }
}
