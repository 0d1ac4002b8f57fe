package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.empty;
import static dev.warpbroker.verify.TestHistories.full;
import static dev.warpbroker.verify.TestHistories.put;
import static dev.warpbroker.verify.TestHistories.queue;
import static dev.warpbroker.verify.TestHistories.stack;
import static dev.warpbroker.verify.TestHistories.take;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Operations whose intervals touch overlap: one stamp more between them is needed for a violation. */
class TiesTest {
    @Test
    void insertionsThatTouchHaveNoOrder() {
        assertPassed(queue(put(0, 0, 10, 1), put(1, 10, 20, 2), take(0, 30, 40, 2), take(0, 50, 60, 1)));
        assertViolation(queue(put(0, 0, 10, 1), put(1, 11, 20, 2), take(0, 30, 40, 2), take(0, 50, 60, 1)));
    }

    @Test
    void removalsThatTouchHaveNoOrder() {
        assertPassed(queue(put(0, 0, 10, 1), put(1, 20, 30, 2), take(0, 40, 50, 2), take(0, 50, 60, 1)));
        assertViolation(queue(put(0, 0, 10, 1), put(1, 20, 30, 2), take(0, 40, 49, 2), take(0, 50, 60, 1)));
    }

    @Test
    void pushesThatTouchHaveNoOrder() {
        assertPassed(stack(put(0, 0, 10, 1), put(1, 10, 20, 2), take(0, 30, 40, 1), take(0, 50, 60, 2)));
        assertViolation(stack(put(0, 0, 10, 1), put(1, 11, 20, 2), take(0, 30, 40, 1), take(0, 50, 60, 2)));
    }

    @Test
    void aPopThatTouchesAPushCanBeBeforeIt() {
        assertPassed(stack(put(0, 0, 10, 1), put(1, 20, 30, 2), take(0, 30, 40, 1), take(0, 50, 60, 2)));
        assertViolation(stack(put(0, 0, 10, 1), put(1, 20, 30, 2), take(0, 31, 40, 1), take(0, 50, 60, 2)));
    }

    @Test
    void aRemovalCanTouchItsInsertion() {
        assertPassed(queue(put(0, 10, 20, 1), take(0, 0, 10, 1)));
        assertViolation(queue(put(0, 11, 20, 1), take(0, 0, 10, 1)));
    }

    @Test
    void thereIsAnInstantBetweenValuesThatTouch() {
        assertPassed(
                queue(put(0, 0, 10, 1), put(1, 20, 30, 2), empty(2, 25, 35), take(3, 30, 40, 1), take(3, 50, 60, 2)));
        assertViolation(
                queue(put(0, 0, 10, 1), put(1, 20, 30, 2), empty(2, 25, 35), take(3, 31, 40, 1), take(3, 50, 60, 2)));
    }

    @Test
    void anEmptyResultCanTouchWhatIsInside() {
        assertPassed(queue(put(0, 0, 10, 1), empty(1, 10, 15), take(0, 20, 30, 1)));
        assertPassed(queue(put(0, 0, 10, 1), empty(1, 15, 20), take(0, 20, 30, 1)));
        assertViolation(queue(put(0, 0, 10, 1), empty(1, 11, 19), take(0, 20, 30, 1)));
    }

    @Test
    void aFullResultCanTouchWhatWasInside() {
        assertPassed(queue(1, put(0, 10, 20, 1), full(1, 0, 10, 2), take(0, 30, 40, 1)));
        assertPassed(queue(1, put(0, 10, 20, 1), full(1, 40, 50, 2), take(0, 30, 40, 1)));
        assertViolation(queue(1, put(0, 10, 20, 1), full(1, 0, 9, 2), take(0, 30, 40, 1)));
        assertViolation(queue(1, put(0, 10, 20, 1), full(1, 41, 50, 2), take(0, 30, 40, 1)));
    }

    @Test
    void valuesThatTouchAreNotInsideAtOnce() {
        assertPassed(queue(1, put(0, 0, 10, 1), put(0, 20, 30, 2), take(1, 30, 40, 1)));
        assertViolation(queue(1, put(0, 0, 10, 1), put(0, 20, 30, 2), take(1, 31, 40, 1)));
    }

    private static void assertPassed(History history) {
        assertThat(Linearizability.check(history)).isNotInstanceOf(Violation.class);
        assertThat(Linearizability.search(history)).isEqualTo(new Verdict.Linearizable());
    }

    private static void assertViolation(History history) {
        assertThat(Linearizability.check(history)).isInstanceOf(Violation.class);
        assertThat(Linearizability.search(history)).isInstanceOf(Violation.class);
    }
}
