package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.experiments.Chance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an owner and thieves did to one deque. It is searched as Wing and Gong do: is there an order of single steps,
 * each between call and return, that gives these results?
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

    private static final int THIEVES = 3;
    private static final int EACH = 10;
    private static final Result[] RESULTS = Result.values();
    private static final int PUSHED = Result.PUSHED.ordinal();
    private static final int FULL = Result.FULL.ordinal();
    private static final int POPPED = Result.POPPED.ordinal();
    private static final int EMPTY = Result.EMPTY.ordinal();
    private static final int STOLEN = Result.STOLEN.ordinal();
    private static final int NOTHING = -1;

    private final int capacity;
    private final List<Operation> operations;
    private final Set<State> seen = new HashSet<>();

    DequeHistory(int capacity, List<Operation> operations) {
        this.capacity = capacity;
        this.operations = List.copyOf(operations);
    }

    /** {@return what an owner and three thieves do to the first of {@code deques}} */
    static DequeHistory record(WorkDeques<Stamped> deques, int seed) {
        var device = deques.device();
        int lanes = 1 + THIEVES;
        try (Ints results = device.ints(lanes * EACH);
                Ints values = device.ints(lanes * EACH);
                Longs calls = device.longs(lanes * EACH);
                Longs returns = device.longs(lanes * EACH);
                Ints arrived = device.ints(1)) {
            device.run(Grid.threads(lanes).withBlockSize(1), lane -> {
                arrived.getAndAdd(0, 1);
                var backoff = new Backoff();
                while (arrived.getOpaque(0) < lanes) {
                    backoff.pause("the others");
                }
                for (int i = 0; i < EACH; i++) {
                    int place = lane.id() * EACH + i;
                    boolean pushes = lane.id() == 0 && Chance.upTo(8, Chance.bits(seed, 0, i)) <= (i < 4 ? 7 : 4);
                    calls.set(place, lane.nanoTime());
                    if (pushes) {
                        boolean accepted = deques.push(0, Stamped.of(place));
                        returns.set(place, lane.nanoTime());
                        results.set(place, accepted ? PUSHED : FULL);
                        values.set(place, place);
                    } else {
                        var taken = lane.id() == 0 ? deques.pop(0) : deques.steal(0);
                        returns.set(place, lane.nanoTime());
                        int without = lane.id() == 0 ? EMPTY : NOTHING;
                        results.set(place, taken.present() ? lane.id() == 0 ? POPPED : STOLEN : without);
                        values.set(place, taken.value().value());
                    }
                }
            });
            return new DequeHistory(deques.capacity(), operations(results, values, calls, returns));
        }
    }

    private static List<Operation> operations(Ints results, Ints values, Longs calls, Longs returns) {
        int[] result = results.copyOut();
        int[] value = values.copyOut();
        long[] call = calls.copyOut();
        long[] returned = returns.copyOut();
        var operations = new ArrayList<Operation>();
        for (int i = 0; i < result.length; i++) {
            if (result[i] != NOTHING) {
                operations.add(new Operation(i / EACH, RESULTS[result[i]], value[i], call[i], returned[i]));
            }
        }
        return operations;
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
