package dev.warpbroker.verify;

import java.util.Optional;

/**
 * Checks whether histories are linearizable.
 *
 * <p>For an unbounded queue or stack, and values that were each inserted at most once, {@link #check} is exact. For a
 * queue a history is linearizable if and only if nothing was removed that was not inserted before
 * ({@link Violation.Rule#FRESH}) or was removed already ({@link Violation.Rule#REPEAT}), no value came after another
 * and left before it ({@link Violation.Rule#ORDER}), and every Empty result has an instant at which nothing was
 * certainly inside ({@link Violation.Rule#EMPTY}). For a stack the order is that of Abdulla et al., "Efficient
 * linearizability monitoring" (PLDI 2025), in the same log-linear time that Lee and Mathur, "Efficient
 * decrease-and-conquer linearizability monitoring" (2024), reach.
 *
 * <p>For bounded structures two more conditions are checked that are necessary, <em>not sufficient</em>: never more
 * values certainly inside than fit ({@link Violation.Rule#CAPACITY}), and for every Full result an instant at which as
 * many as fit were possibly inside ({@link Violation.Rule#FULL}). The verdict tells these two cases apart. Short
 * histories can be {@linkplain #search searched exhaustively} instead, which is exact for bounded structures too.
 *
 * <p>Time is proportional to n log n for n operations; beside the history it takes about 80 bytes per operation of a
 * queue and 150 of a stack.
 */
public final class Linearizability {
    /** The most operations that {@link #search} takes. */
    public static final int LONGEST_SEARCH = 64;

    private Linearizability() {}

    /**
     * {@return the verdict on a history of any length}
     *
     * @throws History.DuplicateValueException if a value was inserted twice
     */
    public static Verdict check(History history) {
        var values = new Values(history);
        var violation = values.misfit()
                .or(() -> order(history, values))
                .or(() -> EmptyResults.violation(history, values))
                .or(() -> CapacityBounds.violation(history, values));
        if (violation.isPresent()) {
            return violation.get();
        }
        return CapacityBounds.matter(history, values) ? new Verdict.Unrefuted() : new Verdict.Linearizable();
    }

    /**
     * {@return the verdict on a history of at most {@value #LONGEST_SEARCH} operations, by trying all orders of them}
     * Exact, for bounded structures and equal values too.
     *
     * @throws IllegalArgumentException if the history is longer
     * @throws IllegalStateException if so many operations overlap that the search would take too long
     */
    public static Verdict search(History history) {
        return ExhaustiveSearch.verdict(history);
    }

    private static Optional<Violation> order(History history, Values values) {
        return switch (history.discipline()) {
            case FIFO -> FifoOrder.violation(values);
            case LIFO -> LifoOrder.violation(values);
        };
    }
}
