package dev.warpbroker.structures.deque;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an owner and thieves did to one deque. It is searched as Wing and Gong do: is there an order of single steps, each
 * between call and return, that gives these results?
 */
final class DequeHistory {
    /** What came of an operation. A steal that got nothing says nothing, and is left out. */
    enum Result {
        PUSHED,
        FULL,
        POPPED,
        EMPTY,
        STOLEN
    }

    record Operation(int lane, Result result, int value, long call, long returned) {}

    private record State(long done, List<Integer> content) {}

    private final int capacity;
    private final List<Operation> operations;
    private final Set<State> seen = new HashSet<>();

    DequeHistory(int capacity, List<Operation> operations) {
        this.capacity = capacity;
        this.operations = List.copyOf(operations);
    }

    boolean isLinearizable() {
        return search(new State(0, List.of()));
    }

    private boolean search(State state) {
        if (Long.bitCount(state.done()) == operations.size()) {
            return true;
        }
        if (!seen.add(state)) {
            return false;
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

    private boolean isPossible(Operation operation, List<Integer> content) {
        return switch (operation.result()) {
            case PUSHED -> content.size() < capacity;
            case FULL -> content.size() == capacity;
            case POPPED -> !content.isEmpty() && content.getLast() == operation.value();
            case STOLEN -> !content.isEmpty() && content.getFirst() == operation.value();
            case EMPTY -> content.isEmpty();
        };
    }

    private static List<Integer> after(Operation operation, List<Integer> content) {
        var changed = new ArrayList<>(content);
        switch (operation.result()) {
            case PUSHED -> changed.addLast(operation.value());
            case POPPED -> changed.removeLast();
            case STOLEN -> changed.removeFirst();
            case FULL, EMPTY -> {}
        }
        return changed;
    }

    @Override
    public String toString() {
        var text = new StringBuilder("a deque of " + capacity + ":");
        operations.forEach(operation -> text.append("\n  ").append(operation));
        return text.toString();
    }
}
