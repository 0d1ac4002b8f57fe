package dev.warpbroker.verify;

import java.util.Comparator;
import java.util.List;

/**
 * A history is not linearizable, and these operations show it.
 *
 * @param rule what was broken
 * @param discipline what the structure claims to be
 * @param explanation a sentence that says what is wrong
 * @param operations as few operations as show it, by the time of their call
 */
public record Violation(Rule rule, Discipline discipline, String explanation, List<Operation> operations)
        implements Verdict {
    private static final Comparator<Operation> BY_TIME = Comparator.comparingLong(Operation::call)
            .thenComparingLong(Operation::returned)
            .thenComparingInt(Operation::thread)
            .thenComparing(Operation::result)
            .thenComparingLong(Operation::value);

    public Violation {
        operations = operations.stream().sorted(BY_TIME).toList();
    }

    /** {@return the operations as a time line in text, a row for each} */
    public String drawing() {
        return TimeLine.draw(discipline, operations);
    }

    /** {@return the rule, the explanation and the drawing} */
    public String report() {
        return rule + ": " + explanation + "\n\n" + drawing();
    }

    /** What a linearizable history keeps to. */
    public enum Rule {
        /** What is removed was inserted before. */
        FRESH("Fresh"),

        /** Nothing is removed twice. */
        REPEAT("Repeat"),

        /** Values leave in the order of the structure. */
        ORDER("Order"),

        /** Where a removal found nothing there was an instant with nothing inside. */
        EMPTY("Empty"),

        /** There are never more values inside than the capacity allows. */
        CAPACITY("Capacity"),

        /** Where an insertion found no room there was an instant without room. */
        FULL("Full"),

        /** There is an order of single steps that explains everything. */
        SEARCH("Search");

        private final String title;

        Rule(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }
}
