package dev.warpbroker.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whether every Empty result had an instant with nothing inside: its interval must not lie in the union of the inner
 * intervals. Inner intervals are open, so two that only touch leave an instant between them.
 */
final class EmptyResults {
    private final History history;
    private final Values values;
    private final int[] byInsertReturn;

    private EmptyResults(History history, Values values) {
        this.history = history;
        this.values = values;
        this.byInsertReturn = values.byInsertReturn;
    }

    static Optional<Violation> violation(History history, Values values) {
        return new EmptyResults(history, values).violation();
    }

    private Optional<Violation> violation() {
        var occupied = occupied();
        int[] suspects = new int[0];
        int count = 0;
        for (int i = 0; i < history.size(); i++) {
            if (history.is(i, Result.EMPTY) && occupied.surrounds(history.call(i), history.returned(i))) {
                if (count == suspects.length) {
                    suspects = Arrays.copyOf(suspects, Math.max(16, count * 2));
                }
                suspects[count++] = i;
            }
        }
        return count == 0 ? Optional.empty() : Optional.of(smallest(Arrays.copyOf(suspects, count)));
    }

    /** {@return when something was certainly inside} */
    private Spans occupied() {
        var spans = new Spans();
        for (int number : byInsertReturn) {
            if (values.hasInner(number)) {
                spans.join(values.insertReturn[number], values.removeCall[number]);
            }
        }
        return spans;
    }

    /** {@return the violation that the fewest values show} */
    private Violation smallest(int[] suspects) {
        int[] longest = longest();
        List<Integer> fewest = List.of();
        int shown = -1;
        for (int suspect : suspects) {
            var chain = chain(suspect, longest, shown < 0 ? Integer.MAX_VALUE : fewest.size() - 1);
            if (!chain.isEmpty()) {
                fewest = chain;
                shown = suspect;
            }
        }
        var operations = new ArrayList<>(values.operations(fewest));
        operations.add(history.operation(shown));
        var discipline = history.discipline();
        String chain = fewest.size() == 1
                ? values.value(fewest.getFirst()) + " was inside all the time"
                : "one after the other " + fewest.size() + " values were inside without a gap";
        return new Violation(
                Violation.Rule.EMPTY,
                discipline,
                "a " + discipline.remove() + " found the " + discipline.structure() + " empty while " + chain,
                operations);
    }

    /** For every beginning of the order by return of the insertion: which value of it stayed for longest. */
    private int[] longest() {
        int[] longest = new int[byInsertReturn.length];
        for (int i = 0; i < longest.length; i++) {
            int number = byInsertReturn[i];
            longest[i] =
                    i > 0 && values.removeCall[longest[i - 1]] >= values.removeCall[number] ? longest[i - 1] : number;
        }
        return longest;
    }

    /**
     * {@return the fewest values that cover the interval of an Empty result; nothing if it takes more than
     * {@code most}}
     */
    private List<Integer> chain(int empty, int[] longest, int most) {
        var chain = new ArrayList<Integer>();
        long covered = history.call(empty);
        while (chain.isEmpty() || covered <= history.returned(empty)) {
            if (chain.size() == most) {
                return List.of();
            }
            int number = longest[insertedBefore(covered) - 1];
            chain.add(number);
            covered = values.removeCall[number];
        }
        return chain;
    }

    private int insertedBefore(long stamp) {
        int low = 0;
        int high = byInsertReturn.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values.insertReturn[byInsertReturn[middle]] < stamp) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
