package dev.warpbroker.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What threads did to one queue or stack: every operation with the times of its call and its return. Immutable, and
 * made for tens of millions of operations: 29 bytes each.
 *
 * <p>A history begins with an empty structure; values that were inside before are recorded as inserted by somebody
 * before everything else. It is complete: every operation has returned. Its operations are in no particular order;
 * those of one thread need not stand together.
 *
 * <p>Stamps are times of one clock that all threads share. They may be coarse: an operation is before another only if
 * it returned at an earlier stamp than the other was called; with equal stamps the two overlap. A coarse clock can hide
 * a violation but never makes one up.
 */
public final class History {
    /** The stamp that no operation may have: it stands for a removal that never happened. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int UNBOUNDED = 0;

    private final Discipline discipline;
    private final int capacity;
    private final String description;
    private final int size;
    private final int[] threads;
    private final byte[] results;
    private final long[] calls;
    private final long[] returns;
    private final long[] values;

    private History(Builder builder) {
        discipline = builder.discipline;
        capacity = builder.capacity;
        description = builder.description;
        size = builder.size;
        threads = builder.threads;
        results = builder.results;
        calls = builder.calls;
        returns = builder.returns;
        values = builder.values;
    }

    /** {@return a builder for the history of an unbounded structure} */
    public static Builder builder(Discipline discipline) {
        return new Builder(discipline);
    }

    /** {@return in which order the structure claims to give its values back} */
    public Discipline discipline() {
        return discipline;
    }

    /** {@return how many values the structure can hold; nothing if that is not limited} */
    public OptionalInt capacity() {
        return capacity == UNBOUNDED ? OptionalInt.empty() : OptionalInt.of(capacity);
    }

    /** {@return what was recorded, in the words of whoever recorded it; may be empty} */
    public String description() {
        return description;
    }

    /** {@return how many operations there are} */
    public int size() {
        return size;
    }

    /** {@return operation {@code index}, counted from 0 in the order in which they were added} */
    public Operation operation(int index) {
        Objects.checkIndex(index, size);
        return new Operation(threads[index], Result.of(results[index]), calls[index], returns[index], values[index]);
    }

    /** {@return all operations, for histories that are small} */
    public List<Operation> operations() {
        return IntStream.range(0, size).mapToObj(this::operation).toList();
    }

    /** {@return how many operations ended with {@code result}} */
    public int count(Result result) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (results[i] == result.code()) {
                count++;
            }
        }
        return count;
    }

    /** {@return how many threads did at least one operation} */
    public int threadCount() {
        int[] sorted = Arrays.copyOf(threads, size);
        Arrays.parallelSort(sorted);
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                count++;
            }
        }
        return count;
    }

    /** {@return the earliest stamp; 0 if there is no operation} */
    public long firstStamp() {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            first = Math.min(first, calls[i]);
        }
        return size == 0 ? 0 : first;
    }

    /** {@return the latest stamp; 0 if there is no operation} */
    public long lastStamp() {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            last = Math.max(last, returns[i]);
        }
        return size == 0 ? 0 : last;
    }

    int thread(int index) {
        return threads[index];
    }

    int resultCode(int index) {
        return results[index];
    }

    boolean is(int index, Result result) {
        return results[index] == result.code();
    }

    long call(int index) {
        return calls[index];
    }

    long returned(int index) {
        return returns[index];
    }

    long value(int index) {
        return values[index];
    }

    /**
     * Collects operations, in any order. Not for several threads at once: let every thread keep a log of its own and
     * add the logs when all are done.
     *
     * <p>The methods that add throw an {@link IllegalArgumentException} that names the operation if a thread's number
     * is negative, if a code is none of {@link Result}'s, or if the return stamp is before the call stamp: so it is in
     * logs that were cleared beforehand for an operation that has not returned.
     */
    public static final class Builder {
        private static final int FIRST_SIZE = 64;

        private final Discipline discipline;
        private int capacity = UNBOUNDED;
        private String description = "";
        private int size;
        private int[] threads = new int[FIRST_SIZE];
        private byte[] results = new byte[FIRST_SIZE];
        private long[] calls = new long[FIRST_SIZE];
        private long[] returns = new long[FIRST_SIZE];
        private long[] values = new long[FIRST_SIZE];

        private Builder(Discipline discipline) {
            this.discipline = discipline;
        }

        /** Says how many values the structure can hold. */
        public Builder capacity(int values) {
            if (values < 1) {
                throw new IllegalArgumentException(
                        "capacity " + values + " is below 1; leave it out if the structure is unbounded");
            }
            capacity = values;
            return this;
        }

        /** Says what is recorded: the structure, the device. One line. */
        public Builder description(String words) {
            if (words.chars().anyMatch(each -> each == '\n' || each == '\r')) {
                throw new IllegalArgumentException("the description has more than one line: " + words);
            }
            description = words.strip();
            return this;
        }

        /** Makes room for that many operations in all, which saves copying. */
        public Builder reserve(int operations) {
            if (operations > calls.length) {
                resize(operations);
            }
            return this;
        }

        /** Adds an operation. */
        public Builder add(Operation operation) {
            return add(
                    operation.thread(),
                    operation.result().code(),
                    operation.call(),
                    operation.returned(),
                    operation.value());
        }

        /**
         * Adds an operation, given as in {@link Operation} but with the {@linkplain Result#code() code} of its result.
         */
        public Builder add(int thread, int result, long call, long returned, long value) {
            check(thread, result, call, returned);
            if (size == calls.length) {
                resize(Math.max(size + 1, (int) Math.min(Integer.MAX_VALUE - 8L, size * 2L)));
            }
            threads[size] = thread;
            results[size] = (byte) result;
            calls[size] = call;
            returns[size] = returned;
            values[size] = value;
            size++;
            return this;
        }

        /**
         * Adds the operations of one thread from arrays that may hold the logs of many.
         *
         * @param thread who did them
         * @param from where its operations begin in the arrays
         * @param to where they end
         * @param results the codes of the results
         * @param calls the call stamps
         * @param returns the return stamps
         * @param values the values
         */
        public Builder addLog(int thread, int from, int to, int[] results, long[] calls, long[] returns, int[] values) {
            Objects.checkFromToIndex(from, to, results.length);
            for (int i = from; i < to; i++) {
                add(thread, results[i], calls[i], returns[i], values[i]);
            }
            return this;
        }

        /** {@return the history of what was added so far} */
        public History build() {
            return new History(this);
        }

        int size() {
            return size;
        }

        private void check(int thread, int result, long call, long returned) {
            if (thread < 0) {
                throw new IllegalArgumentException("operation " + size + ": thread " + thread + " is negative");
            }
            if (!Result.isCode(result)) {
                throw new IllegalArgumentException("operation " + size + " by thread " + thread + ": result " + result
                        + " is none of 0 (inserted), 1 (full), 2 (removed), 3 (empty)");
            }
            if (returned < call || returned == NEVER) {
                throw new IllegalArgumentException("operation " + size + " by thread " + thread + " was called at "
                        + call + " and has not returned (return stamp " + returned
                        + "); only complete histories can be checked: let every operation return before"
                        + " recording ends");
            }
        }

        private void resize(int length) {
            threads = Arrays.copyOf(threads, length);
            results = Arrays.copyOf(results, length);
            calls = Arrays.copyOf(calls, length);
            returns = Arrays.copyOf(returns, length);
            values = Arrays.copyOf(values, length);
        }
    }

    /**
     * A value was inserted twice. The exact checks need to know which insertion a removal belongs to, so a program that
     * records must insert distinct values. This says nothing about the structure.
     */
    public static final class DuplicateValueException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        DuplicateValueException(Operation first, Operation second) {
            super("value " + first.value() + " was inserted twice (by thread " + first.thread() + " at " + first.call()
                    + " and by thread " + second.thread() + " at " + second.call()
                    + "); record with distinct values, or search exhaustively, which takes at most "
                    + Linearizability.LONGEST_SEARCH + " operations");
        }
    }
}
