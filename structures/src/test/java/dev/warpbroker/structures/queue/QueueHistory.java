package dev.warpbroker.structures.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What several threads did to a bounded queue, and when: was there an order of single steps that explains it? */
final class QueueHistory {
    /**
     * An operation.
     *
     * @param start a time before its first step
     * @param end a time after its last step
     * @param enqueue whether it is an enqueue
     * @param success whether it did not find the queue full or empty
     * @param value what was put in or, if it succeeded, taken out
     */
    record Operation(int start, int end, boolean enqueue, boolean success, int value) {}

    private record State(long done, List<Integer> content) {}

    private final List<Operation> operations;
    private final int capacity;
    private final Set<State> seen = new HashSet<>();

    private QueueHistory(List<Operation> operations, int capacity) {
        this.operations = operations;
        this.capacity = capacity;
    }

    /** {@return whether the operations, at most 64, can have taken effect one by one between their start and end} */
    static boolean isLinearizable(int capacity, Operation... operations) {
        return new QueueHistory(Arrays.asList(operations), capacity).search(new State(0, List.of()));
    }

    private boolean search(State state) {
        if (Long.bitCount(state.done()) == operations.size()) {
            return true;
        }
        if (!seen.add(state)) {
            return false;
        }
        int firstEnd = Integer.MAX_VALUE;
        for (int i = 0; i < operations.size(); i++) {
            if (isOpen(state, i)) {
                firstEnd = Math.min(firstEnd, operations.get(i).end());
            }
        }
        for (int i = 0; i < operations.size(); i++) {
            var operation = operations.get(i);
            if (isOpen(state, i) && operation.start() < firstEnd && isPossible(operation, state.content())) {
                if (search(new State(state.done() | 1L << i, after(operation, state.content())))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOpen(State state, int operation) {
        return (state.done() >>> operation & 1) == 0;
    }

    private boolean isPossible(Operation operation, List<Integer> content) {
        if (operation.enqueue()) {
            return operation.success() == content.size() < capacity;
        }
        return operation.success() ? !content.isEmpty() && content.getFirst() == operation.value() : content.isEmpty();
    }

    private static List<Integer> after(Operation operation, List<Integer> content) {
        if (!operation.success()) {
            return content;
        }
        if (!operation.enqueue()) {
            return content.subList(1, content.size());
        }
        var longer = new ArrayList<>(content);
        longer.add(operation.value());
        return longer;
    }
}
