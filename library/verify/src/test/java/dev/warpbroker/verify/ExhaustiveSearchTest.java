package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.empty;
import static dev.warpbroker.verify.TestHistories.full;
import static dev.warpbroker.verify.TestHistories.put;
import static dev.warpbroker.verify.TestHistories.queue;
import static dev.warpbroker.verify.TestHistories.stack;
import static dev.warpbroker.verify.TestHistories.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class ExhaustiveSearchTest {
    private static final Operation PUT = put(0, 0, 1, 7);

    @Test
    void itKnowsWhatCannotBe() {
        assertThat(isLinearizable(queue(2, PUT, take(0, 2, 3, 7)))).isTrue();
        assertThat(isLinearizable(queue(2, PUT, empty(0, 2, 3))))
                .as("empty after an enqueue")
                .isFalse();
        assertThat(isLinearizable(queue(2, PUT, empty(1, 0, 3))))
                .as("empty during an enqueue")
                .isTrue();
        assertThat(isLinearizable(queue(2, PUT, full(0, 2, 3, 8))))
                .as("full with one of two")
                .isFalse();
        assertThat(isLinearizable(queue(1, PUT, full(0, 2, 3, 8))))
                .as("full with one of one")
                .isTrue();
        assertThat(isLinearizable(queue(1, PUT, put(0, 2, 3, 8))))
                .as("two of one")
                .isFalse();
        assertThat(isLinearizable(queue(2, PUT, put(0, 2, 3, 8), take(0, 4, 5, 8))))
                .as("last in, first out of a queue")
                .isFalse();
        assertThat(isLinearizable(stack(PUT, put(0, 2, 3, 8), take(0, 4, 5, 8))))
                .as("last in, first out of a stack")
                .isTrue();
        assertThat(isLinearizable(stack(PUT, put(0, 2, 3, 8), take(0, 4, 5, 7))))
                .as("first in, first out of a stack")
                .isFalse();
        assertThat(isLinearizable(queue(2, PUT, take(0, 2, 3, 7), take(0, 4, 5, 7))))
                .as("twice")
                .isFalse();
    }

    @Test
    void valuesMayBeEqual() {
        assertThat(isLinearizable(queue(PUT, put(0, 2, 3, 7), take(0, 4, 5, 7), take(0, 6, 7, 7))))
                .isTrue();
    }

    @Test
    void longHistoriesAreRefused() {
        var history = new RandomHistories(1, Discipline.FIFO).linearizable(65, 2, 4, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Linearizability.search(history))
                .withMessageContaining("65 operations")
                .withMessageContaining("limit is 64");
    }

    @Test
    void sixtyFourOperationsAreTaken() {
        for (int seed = 0; seed < 50; seed++) {
            var history = new RandomHistories(seed, Discipline.FIFO).linearizable(64, 4, 3, 2);
            assertThat(isLinearizable(history)).as("seed %d", seed).isTrue();
        }
    }

    @Test
    void itGivesUpBeforeTheMemoryDoes() {
        var builder = History.builder(Discipline.FIFO);
        for (int i = 0; i < 40; i++) {
            builder.add(put(i, 0, 100, i));
        }
        var history = builder.add(take(40, 200, 300, 99)).build();
        assertThatIllegalStateException()
                .isThrownBy(() -> Linearizability.search(history))
                .withMessageContaining("too many of the operations overlap");
    }

    private static boolean isLinearizable(History history) {
        return Linearizability.search(history) instanceof Verdict.Linearizable;
    }
}
