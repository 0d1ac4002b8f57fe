package dev.warpbroker.compiler.generated;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The random decisions of one program: the generator of numbers, the size budget and what was used so far. */
final class Choices {
    private final SplittableRandom random;
    private final Map<Construct, Integer> constructs = new EnumMap<>(Construct.class);
    private int statementBudget;
    private int expressionBudget;
    private int callBudget;
    private int names;

    Choices(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Sets how large the next part of the program may become. */
    void allow(int statements, int expressions, int calls) {
        statementBudget = statements;
        expressionBudget = expressions;
        callBudget = calls;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** {@return a number from {@code low} to {@code high}, both included} */
    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    <T> T of(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    @SafeVarargs
    final <T> T of(T... options) {
        return options[random.nextInt(options.length)];
    }

    /** {@return a name that was not used before in the program} */
    String name(String prefix) {
        return prefix + names++;
    }

    /** {@return whether one more statement fits into the program} */
    boolean spendStatement() {
        return statementBudget-- > 0;
    }

    /** {@return whether one more operator fits into the program} */
    boolean spendExpression() {
        return expressionBudget-- > 0;
    }

    /** {@return whether one more call of a helper fits: every call is inlined, so they are few} */
    boolean spendCall() {
        return callBudget-- > 0;
    }

    void use(Construct construct) {
        constructs.merge(construct, 1, Integer::sum);
    }

    boolean uses(Construct construct) {
        return constructs.containsKey(construct);
    }

    Map<Construct, Integer> constructs() {
        return constructs;
    }
}
