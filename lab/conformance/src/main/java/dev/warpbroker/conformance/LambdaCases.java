package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.OfInts;
import java.io.Serializable;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/** Lambdas and method references inside kernels. */
final class LambdaCases {
    private static final Samples SAMPLES = new Samples("lambdas");

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("lambda that captures locals", 1, (x, y, out) -> {
                int base = out.id() * 3;
                IntBinaryOperator larger = (p, q) -> Math.max(p, q) + base;
                IntSupplier later = () -> larger.applyAsInt(x, y);
                out.put(later.getAsInt());
            }),
            SAMPLES.ints("composition by default methods of the JDK", 3, (x, _, out) -> {
                IntUnaryOperator twice = v -> 2 * v;
                IntUnaryOperator minusSeven = v -> v - 7;
                IntPredicate even = v -> (v & 1) == 0;
                IntPredicate small = v -> v < 1000;
                out.put(twice.andThen(minusSeven).applyAsInt(x));
                out.put(twice.compose(minusSeven).applyAsInt(x));
                out.put(even.negate().and(small).or(v -> v == 64).test(x) ? 1 : 0);
            }),
            SAMPLES.ints("method references", 4, (x, y, out) -> {
                IntUnaryOperator ofStatic = LambdaCases::triple;
                PairMaker constructor = Pair::new;
                var pair = constructor.make(x, y);
                ToIntFunction<Pair> unbound = Pair::sum;
                IntUnaryOperator bound = pair::weighted;
                IntBinaryOperator ofJdk = Math::min;
                out.put(ofStatic.applyAsInt(x));
                out.put(unbound.applyAsInt(pair));
                out.put(bound.applyAsInt(5));
                out.put(ofJdk.applyAsInt(x, y));
            }),
            SAMPLES.ints("higher-order helper", 5, (x, _, out) -> {
                times(4, i -> out.put(x >> i));
                out.put(fold(x & 15, x, (state, i) -> state * 31 + i));
            }),
            SAMPLES.ints("lambda that returns a lambda", 1, (a, _, out) -> {
                IntFunction<IntUnaryOperator> adder = x -> y -> x + y * 2;
                out.put(adder.apply(a).applyAsInt(out.id()));
            }),
            SAMPLES.ints("lambda chosen at run time", 1, (x, _, out) -> {
                int offset = out.id();
                IntUnaryOperator operation = x < 0 ? v -> -v : v -> v + offset;
                out.put(operation.applyAsInt(x) + operation.applyAsInt(1));
            }),
            SAMPLES.ints("lambda made in a loop", 1, (x, _, out) -> {
                for (int i = 0; i < 5; i++) {
                    int shift = i;
                    int before = x;
                    IntUnaryOperator mix = v -> v ^ before << shift;
                    x = mix.applyAsInt(x + 1);
                }
                out.put(x);
            }),
            SAMPLES.ints("captured serialisable lambda", 1, captured()),
            SAMPLES.intAndLong("boxed generic functions", 2, (x, y, out) -> {
                Function<Integer, Integer> increment = v -> v + 1;
                Function<Integer, Long> widen = v -> (long) v << 33;
                out.put(increment.andThen(v -> v * 2).apply(x));
                out.put(twice(y, Long::sum) ^ widen.apply(x));
            }));

    private LambdaCases() {}

    static List<Case> cases() {
        return CASES;
    }

    record Pair(int left, int right) {
        int sum() {
            return left + right;
        }

        int weighted(int weight) {
            return left * weight + right;
        }
    }

    @FunctionalInterface
    interface PairMaker {
        Pair make(int left, int right);
    }

    private static int triple(int x) {
        return x * 3;
    }

    private static void times(int n, IntConsumer body) {
        for (int i = 0; i < n; i++) {
            body.accept(i);
        }
    }

    private static int fold(int n, int start, IntBinaryOperator step) {
        int state = start;
        for (int i = 0; i < n; i++) {
            state = step.applyAsInt(state, i);
        }
        return state;
    }

    @FunctionalInterface
    interface Filter extends Serializable {
        boolean accepts(int x);

        default Filter or(Filter other) {
            return x -> accepts(x) || other.accepts(x);
        }
    }

    private static OfInts captured() {
        Filter filter = x -> x > 10;
        return filtered(filter.or(x -> x == -1));
    }

    private static OfInts filtered(Filter filter) {
        return (x, _, out) -> out.put(filter.accepts(x) ? x : 0);
    }

    private static <T> T twice(T value, BinaryOperator<T> operator) {
        return operator.apply(value, value);
    }
}
