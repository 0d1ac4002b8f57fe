package dev.warpbroker.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tries all orders of a few operations, as Wing and Gong, "Testing and verifying concurrent objects" (1993), do, and
 * remembers where it has been, as Lowe, "Testing for linearizability" (2017), does: the same operations done and the
 * same content have the same future.
 */
final class ExhaustiveSearch {
    private static final int MAX_STATES = 1_000_000;

    private record State(long done, List<Long> content) {}

    private final Discipline discipline;
    private final int capacity;
    private final List<Operation> operations;
    private final Set<State> seen = new HashSet<>();

    private ExhaustiveSearch(Discipline discipline, int capacity, List<Operation> operations) {
        this.discipline = discipline;
        this.capacity = capacity;
        this.operations = operations;
    }

    static Verdict verdict(History history) {
        if (history.size() > Linearizability.LONGEST_SEARCH) {
            throw new IllegalArgumentException(
                    "a history of " + history.size() + " operations is too long to be searched"
                            + " exhaustively; the limit is " + Linearizability.LONGEST_SEARCH);
        }
        int capacity = history.capacity().orElse(Integer.MAX_VALUE);
        var operations = history.operations();
        if (isLinearizable(history.discipline(), capacity, operations)) {
            return new Verdict.Linearizable();
        }
        var fewest = fewest(history.discipline(), capacity, operations);
        String bound = history.capacity().isEmpty() ? "" : " of capacity " + capacity;
        return new Violation(
                Violation.Rule.SEARCH,
                history.discipline(),
                "no order of " + (fewest.size() == 1 ? "this operation" : "these " + fewest.size() + " operations")
                        + " on a " + history.discipline().structure() + bound + " gives these results",
                fewest);
    }

    private static boolean isLinearizable(Discipline discipline, int capacity, List<Operation> operations) {
        return new ExhaustiveSearch(discipline, capacity, operations).search(new State(0, List.of()));
    }

    /**
     * Leaves out what can be left out: Full and Empty results, and values together with all that was done with them. A
     * Full result depends on all the values inside, so where one stays the values do.
     */
    private static List<Operation> fewest(Discipline discipline, int capacity, List<Operation> operations) {
        var left = operations;
        for (var operation : operations) {
            if (operation.result() == Result.FULL || operation.result() == Result.EMPTY) {
                left = unlessLinearizable(discipline, capacity, left, each -> each != operation);
            }
        }
        if (left.stream().anyMatch(each -> each.result() == Result.FULL)) {
            return left;
        }
        for (long value :
                operations.stream().mapToLong(Operation::value).distinct().toArray()) {
            left = unlessLinearizable(
                    discipline, capacity, left, each -> each.result() == Result.EMPTY || each.value() != value);
        }
        return left;
    }

    private static List<Operation> unlessLinearizable(
            Discipline discipline, int capacity, List<Operation> operations, Predicate<Operation> kept) {
        var fewer = operations.stream().filter(kept).toList();
        try {
            return isLinearizable(discipline, capacity, fewer) ? operations : fewer;
        } catch (IllegalStateException _) {
            return operations; // fewer operations can have more orders
        }
    }

    private boolean search(State state) {
        if (Long.bitCount(state.done()) == operations.size()) {
            return true;
        }
        if (!seen.add(state)) {
            return false;
        }
        if (seen.size() > MAX_STATES) {
            throw new IllegalStateException("the search was given up after " + MAX_STATES
                    + " states: too many of the operations overlap; search a shorter history");
        }
        long firstReturn = Long.MAX_VALUE;
        for (int i = 0; i < operations.size(); i++) {
            if (isOpen(state, i)) {
                firstReturn = Math.min(firstReturn, operations.get(i).returned());
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            var operation = operations.get(i);
            if (isOpen(state, i)
                    && operation.call() <= firstReturn
                    && isPossible(operation, state.content())
                    && search(new State(state.done() | 1L << i, after(operation, state.content())))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOpen(State state, int operation) {
        return (state.done() >>> operation & 1) == 0;
    }

    private boolean isPossible(Operation operation, List<Long> content) {
        return switch (operation.result()) {
            case INSERTED -> content.size() < capacity;
            case FULL -> content.size() == capacity;
            case REMOVED -> !content.isEmpty() && next(content) == operation.value();
            case EMPTY -> content.isEmpty();
        };
    }

    private long next(List<Long> content) {
        return switch (discipline) {
            case FIFO -> content.getFirst();
            case LIFO -> content.getLast();
        };
    }

    private List<Long> after(Operation operation, List<Long> content) {
        return switch (operation.result()) {
            case FULL, EMPTY -> content;
            case INSERTED -> {
                var longer = new ArrayList<>(content);
                longer.add(operation.value());
                yield longer;
            }
            case REMOVED -> {
                var shorter = new ArrayList<>(content);
                switch (discipline) {
                    case FIFO -> shorter.removeFirst();
                    case LIFO -> shorter.removeLast();
                }
                yield shorter;
            }
        };
    }
}
