package dev.warpbroker.verify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of a history, each with its insertion and its removal, numbered from 0. While the stamps lie strictly
 * between the return of its insertion and the call of its removal a value is certainly inside (its inner interval); it
 * cannot be inside before the call of its insertion or after the return of its removal (its outer interval). A value
 * that is never removed has {@link History#NEVER} as the stamps of its removal.
 */
final class Values {
    private static final int NONE = -1;

    private final History history;
    private final int[] inserts;
    private final int[] removes;
    private final @Nullable Violation misfit;

    final long[] insertCall;
    final long[] insertReturn;
    final long[] removeCall;
    final long[] removeReturn;

    /** The numbers of the values in the order of these stamps. */
    final int[] byInsertCall;

    final int[] byInsertReturn;

    /**
     * Finds the insertion to every removal.
     *
     * @throws History.DuplicateValueException if a value was inserted twice
     */
    Values(History history) {
        this.history = history;
        int count = history.count(Result.INSERTED);
        inserts = new int[count];
        removes = new int[count];
        insertCall = new long[count];
        insertReturn = new long[count];
        removeCall = new long[count];
        removeReturn = new long[count];
        misfit = match();
        var orders = Stream.of(insertCall, insertReturn)
                .parallel()
                .map(StampOrder::of)
                .toList();
        byInsertCall = orders.getFirst();
        byInsertReturn = orders.getLast();
    }

    int count() {
        return inserts.length;
    }

    /** {@return a removal without an insertion before it, or with another removal of the same value} */
    Optional<Violation> misfit() {
        return Optional.ofNullable(misfit);
    }

    long value(int number) {
        return history.value(inserts[number]);
    }

    boolean hasInner(int number) {
        return insertReturn[number] < removeCall[number];
    }

    /** {@return the insertions and removals of some values} */
    List<Operation> operations(Collection<Integer> numbers) {
        var operations = new ArrayList<Operation>();
        for (int number : numbers) {
            operations.add(history.operation(inserts[number]));
            if (removes[number] != NONE) {
                operations.add(history.operation(removes[number]));
            }
        }
        return operations;
    }

    private @Nullable Violation match() {
        // Open addressing with at least half of the slots free: a slot holds the number of a value plus 1.
        int[] slots = new int[Integer.highestOneBit(Math.max(count(), 1)) * 4];
        int count = 0;
        for (int i = 0; i < history.size(); i++) {
            if (history.is(i, Result.INSERTED)) {
                int slot = slot(slots, history.value(i));
                if (slots[slot] != 0) {
                    throw new History.DuplicateValueException(
                            history.operation(inserts[slots[slot] - 1]), history.operation(i));
                }
                inserts[count] = i;
                removes[count] = NONE;
                insertCall[count] = history.call(i);
                insertReturn[count] = history.returned(i);
                removeCall[count] = History.NEVER;
                removeReturn[count] = History.NEVER;
                slots[slot] = ++count;
            }
        }
        for (int i = 0; i < history.size(); i++) {
            if (history.is(i, Result.REMOVED)) {
                int number = slots[slot(slots, history.value(i))] - 1;
                if (number == NONE) {
                    return neverInserted(i);
                }
                if (removes[number] != NONE) {
                    return removedTwice(number, i);
                }
                removes[number] = i;
                removeCall[number] = history.call(i);
                removeReturn[number] = history.returned(i);
                if (removeReturn[number] < insertCall[number]) {
                    return removedTooEarly(number);
                }
            }
        }
        return null;
    }

    private int slot(int[] slots, long value) {
        int mask = slots.length - 1;
        long hash = value * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32) & mask;
        while (slots[slot] != 0 && history.value(inserts[slots[slot] - 1]) != value) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private Violation neverInserted(int removal) {
        var refused = IntStream.range(0, history.size())
                .filter(i -> history.is(i, Result.FULL) && history.value(i) == history.value(removal))
                .mapToObj(history::operation)
                .toList();
        String words = history.value(removal) + " was " + history.discipline().removed();
        String why = refused.isEmpty()
                ? words + " but nobody " + history.discipline().inserted() + " it"
                : words + " although its " + history.discipline().insert() + " reported that there was no room";
        return violation(
                Violation.Rule.FRESH, why, Stream.concat(refused.stream(), Stream.of(history.operation(removal))));
    }

    private Violation removedTwice(int number, int removal) {
        return violation(
                Violation.Rule.REPEAT,
                value(number) + " was " + history.discipline().inserted() + " once and "
                        + history.discipline().removed() + " twice",
                Stream.of(inserts[number], removes[number], removal).map(history::operation));
    }

    private Violation removedTooEarly(int number) {
        return violation(
                Violation.Rule.FRESH,
                "the " + history.discipline().remove() + " of " + value(number) + " returned before its "
                        + history.discipline().insert() + " was called",
                operations(List.of(number)).stream());
    }

    private Violation violation(Violation.Rule rule, String explanation, Stream<Operation> operations) {
        return new Violation(rule, history.discipline(), explanation, operations.toList());
    }
}
