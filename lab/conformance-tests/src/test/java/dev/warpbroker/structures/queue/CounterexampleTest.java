package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Violation;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The queues that do not claim to be linearizable are not: for each, a short history is found that no order of single
 * steps explains. It is written to the test's output.
 */
class CounterexampleTest {
    private static final int LANES = 3;
    private static final int EACH = 3;
    private static final int CAPACITY = 4;
    private static final int RUNS = 5_000;

    @ParameterizedTest
    @EnumSource(names = {"BWD", "BSQ", "GQ", "HTQ", "TZQ"})
    void someHistoryCannotBeExplained(QueueKind kind) {
        assertThat(kind.claims(Claim.LINEARIZABLE)).isFalse();

        var found = search(kind, RUNS);

        assertThat(found)
                .as("a history of %s that is not linearizable in %d runs", kind, RUNS)
                .isPresent();
        System.out.println(found.get());
    }

    @ParameterizedTest
    @EnumSource(names = {"BQ", "NSFQ", "SHCQ"})
    void theSameSearchFindsNothingInALinearizableQueue(QueueKind kind) {
        assertThat(kind.claims(Claim.LINEARIZABLE)).isTrue();

        assertThat(search(kind, TestDevices.tries(1_000, RUNS))).isEmpty();
    }

    /** {@return the first history that cannot be explained, as text} */
    private static Optional<String> search(QueueKind kind, int runs) {
        try (var device = Device.simulator(1)) {
            for (int run = 1; run <= runs; run++) {
                var options = QueueOptions.capacity(CAPACITY).withBlocks(2);
                try (var queue = kind.create(device, options)) {
                    var history = ScriptedHistory.of(device, queue, LANES, randomScript(run));
                    if (Linearizability.search(history) instanceof Violation violation) {
                        return Optional.of(queue + ", run " + run + ": " + violation.report());
                    }
                }
            }
            return Optional.empty();
        }
    }

    private static int[] randomScript(long seed) {
        var random = new Random(seed);
        int[] script = new int[LANES * EACH];
        Arrays.setAll(script, i -> random.nextBoolean() ? i : ScriptedHistory.DEQUEUE);
        return script;
    }
}
