package dev.warpbroker.verify;

import java.util.List;

/** Short ways to make histories. */
final class TestHistories {
    /** The capacity of an unbounded structure. */
    static final int UNBOUNDED = Integer.MAX_VALUE;

    private TestHistories() {}

    static History of(Discipline discipline, int capacity, List<Operation> operations) {
        var builder = History.builder(discipline);
        if (capacity != UNBOUNDED) {
            builder.capacity(capacity);
        }
        operations.forEach(builder::add);
        return builder.build();
    }

    static History queue(Operation... operations) {
        return of(Discipline.FIFO, UNBOUNDED, List.of(operations));
    }

    static History queue(int capacity, Operation... operations) {
        return of(Discipline.FIFO, capacity, List.of(operations));
    }

    static History stack(Operation... operations) {
        return of(Discipline.LIFO, UNBOUNDED, List.of(operations));
    }

    static Operation put(int thread, long call, long returned, long value) {
        return new Operation(thread, Result.INSERTED, call, returned, value);
    }

    static Operation take(int thread, long call, long returned, long value) {
        return new Operation(thread, Result.REMOVED, call, returned, value);
    }

    static Operation full(int thread, long call, long returned, long value) {
        return new Operation(thread, Result.FULL, call, returned, value);
    }

    static Operation empty(int thread, long call, long returned) {
        return new Operation(thread, Result.EMPTY, call, returned, 0);
    }
}
