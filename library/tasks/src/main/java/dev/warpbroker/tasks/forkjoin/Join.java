package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import java.io.Serializable;

/**
 * How the results of children become the result of their parent.
 *
 * @param <R> the results
 */
public abstract class Join<R> {
    private final Layout<R> layout;

    Join(Layout<R> layout) {
        this.layout = layout;
    }

    /**
     * Two results into one: associative and commutative, since children end in any order. A lambda in kernel Java.
     *
     * @param <R> the results
     */
    @FunctionalInterface
    public interface Operation<R> extends Serializable {
        /** {@return both results in one} */
        R combine(R one, R other);
    }

    /**
     * The result of nothing, made where it is needed: {@code () -> new Range(0, 0)}. A lambda in kernel Java.
     *
     * @param <R> the results
     */
    @FunctionalInterface
    public interface Identity<R> extends Serializable {
        /** {@return the result of nothing} */
        R get();
    }

    /** {@return sums of ints, the fastest join: the additions are single instructions on shared memory} */
    public static Join<Integer> sum() {
        return new IntSum();
    }

    /** {@return ints, joined by any operation} */
    public static Join<Integer> ints(int identity, Operation<Integer> operation) {
        return of(Scalars.INTS, () -> identity, operation);
    }

    /** {@return longs, joined by any operation} */
    public static Join<Long> longs(long identity, Operation<Long> operation) {
        return of(Scalars.LONGS, () -> identity, operation);
    }

    /** {@return doubles, joined by any operation; floating-point sums depend on the order, which is not certain} */
    public static Join<Double> doubles(double identity, Operation<Double> operation) {
        return of(Scalars.DOUBLES, () -> identity, operation);
    }

    /** {@return records, joined by any operation} */
    public static <R> Join<R> of(Layout<R> layout, Identity<R> identity, Operation<R> operation) {
        return new General<>(layout, identity, operation);
    }

    final Layout<R> layout() {
        return layout;
    }

    /** {@return the result of nothing} */
    public abstract R identity();

    /** {@return both results in one} */
    public abstract R combine(R one, R other);

    /** {@return {@link #combine} as an object that captures nothing that the user's operation does not} */
    abstract Operation<R> operation();

    /** {@return whether {@link #add} may be used by several lanes at once} */
    abstract boolean addsAtomically();

    /** Combines {@code value} into the words at {@code at}. */
    abstract void add(Ints memory, int at, R value);

    private static final class IntSum extends Join<Integer> {
        IntSum() {
            super(Scalars.INTS);
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer combine(Integer one, Integer other) {
            return one + other;
        }

        @Override
        Operation<Integer> operation() {
            return Integer::sum;
        }

        @Override
        boolean addsAtomically() {
            return true;
        }

        @Override
        void add(Ints memory, int at, Integer value) {
            memory.getAndAddRelaxed(at, value);
        }
    }

    private static final class General<R> extends Join<R> {
        private final Identity<R> identity;
        private final Operation<R> operation;

        General(Layout<R> layout, Identity<R> identity, Operation<R> operation) {
            super(layout);
            this.identity = identity;
            this.operation = operation;
        }

        @Override
        public R identity() {
            return identity.get();
        }

        @Override
        public R combine(R one, R other) {
            return operation.combine(one, other);
        }

        @Override
        Operation<R> operation() {
            return operation;
        }

        @Override
        boolean addsAtomically() {
            return false;
        }

        @Override
        void add(Ints memory, int at, R value) {
            layout().write(memory, at, combine(layout().read(memory, at), value));
        }
    }
}
