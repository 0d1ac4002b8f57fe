package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
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
    private static final String FEATURE = "lambdas";

    private LambdaCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("lambda that captures locals", FEATURE, LambdaCases::capturing),
                Agreement.of("composition by default methods of the JDK", FEATURE, LambdaCases::composition),
                Agreement.of("method references", FEATURE, LambdaCases::methodReferences),
                Agreement.of("higher-order helper", FEATURE, LambdaCases::higherOrder),
                Agreement.of("lambda that returns a lambda", FEATURE, LambdaCases::curried),
                Agreement.of("lambda chosen at run time", FEATURE, LambdaCases::chosen),
                Agreement.of("lambda made in a loop", FEATURE, LambdaCases::madeInLoop),
                Agreement.of("captured serialisable lambda", FEATURE, LambdaCases::captured),
                Agreement.of("boxed generic functions", FEATURE, LambdaCases::boxed));
    }

    private static Kernel capturing(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int base = lane.id() * 3;
            int x = a.get(lane.id());
            IntBinaryOperator larger = (p, q) -> Math.max(p, q) + base;
            IntSupplier later = () -> larger.applyAsInt(x, b.get(lane.id()));
            out.set(lane, 0, later.getAsInt());
        };
    }

    private static Kernel composition(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            int x = a.get(lane.id());
            IntUnaryOperator twice = v -> 2 * v;
            IntUnaryOperator minusSeven = v -> v - 7;
            IntPredicate even = v -> (v & 1) == 0;
            IntPredicate small = v -> v < 1000;
            out.set(lane, 0, twice.andThen(minusSeven).applyAsInt(x));
            out.set(lane, 1, twice.compose(minusSeven).applyAsInt(x));
            out.set(lane, 2, even.negate().and(small).or(v -> v == 64).test(x) ? 1 : 0);
        };
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

    private static Kernel methodReferences(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            IntUnaryOperator ofStatic = LambdaCases::triple;
            PairMaker constructor = Pair::new;
            var pair = constructor.make(x, y);
            ToIntFunction<Pair> unbound = Pair::sum;
            IntUnaryOperator bound = pair::weighted;
            IntBinaryOperator ofJdk = Math::min;
            out.set(lane, 0, ofStatic.applyAsInt(x));
            out.set(lane, 1, unbound.applyAsInt(pair));
            out.set(lane, 2, bound.applyAsInt(5));
            out.set(lane, 3, ofJdk.applyAsInt(x, y));
        };
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

    private static Kernel higherOrder(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(5);
        return lane -> {
            int x = a.get(lane.id());
            times(4, i -> out.set(lane, i, x >> i));
            out.set(lane, 4, fold(x & 15, x, (state, i) -> state * 31 + i));
        };
    }

    private static Kernel curried(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            IntFunction<IntUnaryOperator> adder = x -> y -> x + y * 2;
            out.set(lane, 0, adder.apply(a.get(lane.id())).applyAsInt(lane.id()));
        };
    }

    private static Kernel chosen(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int offset = lane.id();
            IntUnaryOperator operation = x < 0 ? v -> -v : v -> v + offset;
            out.set(lane, 0, operation.applyAsInt(x) + operation.applyAsInt(1));
        };
    }

    private static Kernel madeInLoop(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            for (int i = 0; i < 5; i++) {
                int shift = i;
                int before = x;
                IntUnaryOperator mix = v -> v ^ before << shift;
                x = mix.applyAsInt(x + 1);
            }
            out.set(lane, 0, x);
        };
    }

    @FunctionalInterface
    interface Filter extends Serializable {
        boolean accepts(int x);

        default Filter or(Filter other) {
            return x -> accepts(x) || other.accepts(x);
        }
    }

    private static Kernel captured(Workspace workspace) {
        Filter filter = x -> x > 10;
        return filtered(workspace, filter.or(x -> x == -1));
    }

    private static Kernel filtered(Workspace workspace, Filter filter) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            out.set(lane, 0, filter.accepts(x) ? x : 0);
        };
    }

    private static <T> T twice(T value, BinaryOperator<T> operator) {
        return operator.apply(value, value);
    }

    private static Kernel boxed(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var ints = workspace.intResults(1);
        var longs = workspace.longResults(1);
        return lane -> {
            Function<Integer, Integer> increment = v -> v + 1;
            Function<Integer, Long> widen = v -> (long) v << 33;
            ints.set(lane, 0, increment.andThen(v -> v * 2).apply(a.get(lane.id())));
            longs.set(lane, 0, twice(b.get(lane.id()), Long::sum) ^ widen.apply(a.get(lane.id())));
        };
    }
}
