package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.empty;
import static dev.warpbroker.verify.TestHistories.full;
import static dev.warpbroker.verify.TestHistories.put;
import static dev.warpbroker.verify.TestHistories.queue;
import static dev.warpbroker.verify.TestHistories.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class HistoryTest {
    @Test
    void itCountsWhatIsInIt() {
        var history =
                queue(3, put(4, 10, 20, 1), put(4, 30, 35, 2), take(9, 5, 21, 1), empty(4, 50, 61), full(9, 2, 3, 9));
        assertThat(history.size()).isEqualTo(5);
        assertThat(history.threadCount()).isEqualTo(2);
        assertThat(history.count(Result.INSERTED)).isEqualTo(2);
        assertThat(history.count(Result.REMOVED)).isEqualTo(1);
        assertThat(history.count(Result.FULL)).isEqualTo(1);
        assertThat(history.count(Result.EMPTY)).isEqualTo(1);
        assertThat(history.firstStamp()).isEqualTo(2);
        assertThat(history.lastStamp()).isEqualTo(61);
    }

    @Test
    void logsOfSeveralThreadsAreAddedAsTheyAre() {
        int[] results = {0, 3, 2, 0};
        long[] calls = {1, 2, 3, 4};
        long[] returns = {5, 6, 7, 8};
        int[] values = {10, 0, 10, 11};
        var history = History.builder(Discipline.FIFO)
                .addLog(1, 2, 4, results, calls, returns, values)
                .addLog(0, 0, 2, results, calls, returns, values)
                .build();
        assertThat(history.operations())
                .containsExactly(take(1, 3, 7, 10), put(1, 4, 8, 11), put(0, 1, 5, 10), empty(0, 2, 6));
    }

    @Test
    void aHistoryDoesNotChangeWhenMoreIsAdded() {
        var builder = History.builder(Discipline.FIFO).add(put(0, 1, 2, 3));
        var history = builder.build();
        builder.add(put(0, 4, 5, 6));
        assertThat(history.operations()).containsExactly(put(0, 1, 2, 3));
        assertThat(builder.build().size()).isEqualTo(2);
    }

    @Test
    void anOperationThatHasNotReturnedIsRefused() {
        var builder = History.builder(Discipline.FIFO).add(put(0, 1, 2, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.add(put(7, 100, 0, 4)))
                .withMessageStartingWith(
                        "operation 1 by thread 7 was called at 100 and has not returned (return stamp 0);")
                .withMessageContaining("complete");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.add(put(7, 100, Long.MAX_VALUE, 4)));
    }

    @Test
    void whatCannotBeAnOperationIsRefused() {
        var builder = History.builder(Discipline.FIFO);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.add(-1, 0, 1, 2, 3))
                .withMessage("operation 0: thread -1 is negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.add(1, 4, 1, 2, 3))
                .withMessage(
                        "operation 0 by thread 1: result 4 is none of 0 (inserted), 1 (full), 2 (removed), 3 (empty)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.capacity(0))
                .withMessageContaining("capacity 0 is below 1");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.description("two\nlines"));
    }

    @Test
    void aHistoryOfNothingIsLinearizable() {
        assertThat(Linearizability.check(queue())).isEqualTo(new Verdict.Linearizable());
        assertThat(Linearizability.check(TestHistories.stack())).isEqualTo(new Verdict.Linearizable());
        assertThat(Linearizability.search(queue())).isEqualTo(new Verdict.Linearizable());
    }

    @Test
    void aCapacityThatNeverMattersLeavesTheVerdictExact() {
        assertThat(Linearizability.check(queue(2, put(0, 0, 1, 1), put(0, 2, 3, 2))))
                .isEqualTo(new Verdict.Linearizable());
        assertThat(Linearizability.check(queue(1, put(0, 0, 1, 1), put(0, 2, 5, 2), take(1, 4, 6, 1))))
                .isEqualTo(new Verdict.Unrefuted());
    }
}
