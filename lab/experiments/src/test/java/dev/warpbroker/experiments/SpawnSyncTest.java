package dev.warpbroker.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.SpawnSync.Computation;
import dev.warpbroker.experiments.SpawnSync.Scheme;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpawnSyncTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static SpawnSync.Run run(
            Device device, Computation computation, Scheme scheme, int processors, int capacity) {
        try (var work = new SpawnSync(device, computation, scheme, processors, capacity, true)) {
            return work.run(LIMIT);
        }
    }

    /** Theorems 2 and 3 of the thesis; one processor needs exactly the activation depth. */
    @ParameterizedTest
    @EnumSource
    void spaceIsBoundedByThatOfOneProcessorTimesTheirNumber(Scheme scheme) {
        try (var device = Device.jvm()) {
            for (int processors : new int[] {1, 2, 4, 8}) {
                var computation = Computation.fibonacci(15, 1);
                var run = run(device, computation, scheme, processors, 0);
                int bound = computation.activationDepth() * processors;
                if (scheme.boundsSpace()) {
                    assertThat(run.space()).isBetween(computation.activationDepth(), bound);
                }
                if (scheme.boundsSpace() && processors == 1) {
                    assertThat(run.space()).isEqualTo(15);
                }
            }
        }
    }

    /** What rule 3 is for: threads that stand first in the pool are old ones, whose frames then live all at once. */
    @Test
    void withoutRuleThreeThePoolNeedsMoreSpace() {
        try (var device = Device.jvm()) {
            var computation = Computation.fibonacci(15, 1);
            assertThat(run(device, computation, Scheme.POOL, 2, 0).space())
                    .isGreaterThan(5 * computation.activationDepth() * 2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"STEALING", "STEALING_LOCKED"})
    void whatFindsAFullDequeIsRunByItsProcessorDepthFirst(Scheme scheme) {
        try (var device = Device.jvm()) {
            var run = run(device, Computation.recursion(12, 3), scheme, 2, 2);
            assertThat(run.value()).isEqualTo(13);
            assertThat(run.depthFirst()).isPositive();
            var alone = run(device, Computation.fibonacci(8, 1), scheme, 1, 2);
            assertThat(alone.value()).isEqualTo(21);
            assertThat(alone.depthFirst()).isPositive();
        }
    }

    @Test
    void everyProcessorThatBeginsMustExist() {
        try (var device = Device.jvm()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SpawnSync(device, Computation.imbalance(4, 1), Scheme.STEALING, 3, 0, false))
                    .withMessageContaining("3 processors for 4");
        }
    }
}
