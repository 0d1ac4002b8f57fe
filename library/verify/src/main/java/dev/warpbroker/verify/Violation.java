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
}
