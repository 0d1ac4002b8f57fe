package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.compiler.generated.InTime;
import dev.warpbroker.compiler.generated.InTime.NoEndException;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.Longs;
import dev.warpbroker.device.SimulatorOptions;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Handles, and objects that hold them, are values: they are chosen, swapped, returned, kept and asked for their length.
 * Every form computes the same on the JVM and on the simulator, with and without bounds checks. What may be refused is
 * refused at once.
 */
final class HandleValuesTest {
    private static final Duration REFUSAL_LIMIT = Duration.ofSeconds(2);

    /** Four lanes work on three memories of different lengths and leave what they found in {@code out}. */
    interface Form {
        Kernel on(Ints a, Ints b, Ints c, Ints out);
    }

    record Named(String name, boolean mayBeRefused, Form form) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Pair(Ints from, Ints to) {
        Pair swapped() {
            return new Pair(to, from);
        }
    }

    record Side(Ints data, int bias) {
        int at(int i) {
            return data.get(i) + bias;
        }
    }

    record Sides(Side left, Side right) {}

    record Numbers(int v, long w) {}

    sealed interface View {
        int at(int i);

        record Whole(Ints data) implements View {
            @Override
            public int at(int i) {
                return data.get(i);
            }
        }

        record Part(Ints data, int offset) implements View {
            @Override
            public int at(int i) {
                return data.get((i + offset) & 3);
            }
        }
    }

    /** A captured object that is no record. */
    static final class Field {
        private final Ints data;
        private final int bias;

        Field(Ints data, int bias) {
            this.data = data;
            this.bias = bias;
        }

        int at(int i) {
            return data.get(i) + bias;
        }
    }

    /** An object of a lane. */
    static final class Cursor {
        private Ints at;
        private int rounds;
        private final int[] seen = new int[2];

        Cursor(Ints at) {
            this.at = at;
        }

        void move(Ints to) {
            seen[rounds & 1] += rounds + 1;
            at = to;
            rounds++;
        }
    }

    interface Op extends Serializable {
        int at(int x);
    }

    private static Op adder(int k) {
        return x -> x + k;
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch") // Several returns are what is tested.
    private static Ints pick(int k, Ints a, Ints b, Ints c) {
        switch (k) {
            case 0:
                return a;
            case 1:
                return b;
            default:
                return c;
        }
    }

    private static <T extends DeviceMemory> T longer(T x, T y) {
        return x.length() < y.length() ? y : x;
    }

    private static int low(int x) {
        return x & 7;
    }

    private static Stream<Arguments> formsWithAndWithoutChecks() {
        return forms().stream().flatMap(each -> Stream.of(false, true).map(checks -> arguments(each, checks)));
    }

    @ParameterizedTest(name = "{0}, bounds checks {1}")
    @MethodSource("formsWithAndWithoutChecks")
    void isTheSameOnJvmAndSimulator(Named named, boolean checks) throws NoEndException, ExecutionException {
        List<List<Integer>> expected;
        try (var jvm = Device.jvm()) {
            expected = run(jvm, named.form());
        }
        var actual = InTime.call(named.name(), () -> {
            var start = InTime.used();
            try (var simulator = Device.simulator(
                    SimulatorOptions.seeded(1), DeviceOptions.defaults().withBoundsChecks(checks))) {
                return run(simulator, named.form());
            } catch (KernelCompileException refusal) {
                assertThat(named.mayBeRefused()).as(refusal.getMessage()).isTrue();
                assertThat(refusal.remedy()).isNotBlank();
                assertThat(InTime.used().minus(start)).isLessThan(REFUSAL_LIMIT);
                return expected;
            }
        });
        assertThat(actual).isEqualTo(expected);
    }

    private static List<List<Integer>> run(Device device, Form form) {
        var memories = List.of(device.ints(6), device.ints(7), device.ints(8), device.ints(4));
        for (int i = 0; i < 3; i++) {
            int first = (i + 1) * 100;
            memories.get(i).copyIn(new int[] {first, first + 1, first + 2, first + 3});
        }
        device.run(Grid.threads(4), form.on(memories.get(0), memories.get(1), memories.get(2), memories.get(3)));
        var contents = new ArrayList<List<Integer>>();
        for (Ints memory : memories) {
            contents.add(java.util.Arrays.stream(memory.copyOut()).boxed().toList());
        }
        return contents;
    }

    private static Named form(String name, Form form) {
        return new Named(name, false, form);
    }

    private static Named mayBeRefused(String name, Form form) {
        return new Named(name, true, form);
    }

    private static List<Named> forms() {
        var all = new ArrayList<Named>();
        choices(all);
        loops(all);
        records(all);
        objects(all);
        functions(all);
        return all;
    }

    private static void choices(List<Named> all) {
        all.add(form("one of two", (a, b, c, out) -> lane -> {
            Ints x = lane.id() % 2 == 0 ? a : b;
            out.set(lane.id(), x.get(lane.id()));
        }));
        all.add(form("one of three", (a, b, c, out) -> lane -> {
            Ints x = lane.id() == 0 ? a : lane.id() == 1 ? b : c;
            out.set(lane.id(), x.get(lane.id()));
        }));
        all.add(form("by a switch expression", (a, b, c, out) -> lane -> {
            Ints x = switch (lane.id()) {
                case 0 -> a;
                case 1 -> b;
                default -> c;
            };
            out.set(lane.id(), x.get(lane.id()));
        }));
        all.add(form(
                "by a method with several returns",
                (a, b, c, out) ->
                        lane -> out.set(lane.id(), pick(lane.id() % 3, a, b, c).get(lane.id()))));
        all.add(form(
                "by a generic method",
                (a, b, c, out) -> lane ->
                        out.set(lane.id(), longer(lane.id() == 0 ? a : c, b).get(lane.id()))));
        all.add(form("by if without else", (a, b, c, out) -> lane -> {
            Ints x = a;
            if (lane.id() > 0) {
                x = b;
            }
            if (lane.id() > 1) {
                x = c;
            }
            out.set(lane.id(), x.get(lane.id()));
        }));
        all.add(form("null first, then chosen", (a, b, c, out) -> lane -> {
            @Nullable Ints x = null;
            if (lane.id() == 0) {
                x = a;
            } else if (lane.id() < 3) {
                x = b;
            }
            out.set(lane.id(), x == null ? -1 : x.get(lane.id()));
        }));
        all.add(form("length of the chosen", (a, b, c, out) -> lane -> {
            Ints x = lane.id() == 0 ? a : lane.id() == 1 ? out : c;
            out.set(lane.id(), x.length());
        }));
        all.add(form("after a loop", (a, b, c, out) -> lane -> {
            int s = 0;
            for (int i = 0; i < 4; i++) {
                s += low(i);
            }
            Ints x = lane.id() % 2 == 0 ? a : b;
            out.set(lane.id(), x.get(lane.id()) + s);
        }));
        all.add(form("after two nested loops", (a, b, c, out) -> lane -> {
            int s = 0;
            for (int i = 0; i < lane.id() + 2; i++) {
                for (int j = 0; j < i; j++) {
                    if ((i ^ j) == 3) {
                        continue;
                    }
                    s += low(i * j);
                }
            }
            Ints x = s % 2 == 0 ? a : b;
            out.set(lane.id(), x.get(lane.id()) + s);
        }));
        all.add(form("global or shared memory", (a, b, c, out) -> lane -> {
            Ints shared = lane.block().sharedInts(4);
            shared.set(lane.id(), 7000 + lane.id());
            Ints x = lane.id() == 1 ? shared : lane.id() == 2 ? a : c;
            out.set(lane.id(), x.get(lane.id()));
        }));
        all.add(form("memory whose type is found by a switch", (a, b, c, out) -> lane -> {
            Longs longs = lane.block().sharedLongs(4);
            longs.set(lane.id(), 9L + lane.id());
            DeviceMemory memory = lane.id() == 0 ? a : lane.id() == 1 ? longs : c;
            out.set(
                    lane.id(),
                    switch (memory) {
                        case Ints ints -> ints.get(lane.id());
                        case Longs words -> (int) words.get(lane.id());
                        default -> -1;
                    });
        }));
    }

    private static void loops(List<Named> all) {
        all.add(form("chosen in a loop", (a, b, c, out) -> lane -> {
            int s = 0;
            for (int i = 0; i < 4; i++) {
                Ints x = i % 2 == 0 ? a : b;
                s = s * 7 + x.get(lane.id());
            }
            out.set(lane.id(), s);
        }));
        all.add(form("chosen in a loop over elements", (a, b, c, out) -> lane -> {
            for (int i = lane.id(); i < 4; i += lane.count()) {
                Ints x = i % 2 == 0 ? a : b;
                out.set(i, x.get(i));
            }
        }));
        all.add(form("swapped in a loop", (a, b, c, out) -> lane -> {
            Ints from = a;
            Ints to = b;
            for (int i = 0; i < 5; i++) {
                to.set(lane.id(), from.get(lane.id()) * 3 + i);
                Ints before = from;
                from = to;
                to = before;
            }
            out.set(lane.id(), from.get(lane.id()));
        }));
        all.add(form("swapped in nested loops on a condition", (a, b, c, out) -> lane -> {
            Ints from = a;
            Ints to = b;
            int s = 0;
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j <= i; j++) {
                    s = s * 3 + from.get(lane.id()) - to.get(lane.id());
                    if (((i ^ j ^ lane.id()) & 1) == 0) {
                        Ints before = from;
                        from = to;
                        to = before;
                    }
                }
            }
            out.set(lane.id(), s);
        }));
        all.add(form("three rotated in a loop", (a, b, c, out) -> lane -> {
            Ints x = a;
            Ints y = b;
            Ints z = c;
            int s = 0;
            for (int i = 0; i < 5; i++) {
                s = s * 5 + x.get(lane.id()) - y.get(lane.id());
                Ints before = x;
                x = y;
                y = z;
                z = before;
            }
            out.set(lane.id(), s);
        }));
        all.add(form("chosen once, used in a loop", (a, b, c, out) -> lane -> {
            Ints x = lane.id() % 2 == 0 ? a : b;
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s = s * 3 + x.get(i);
            }
            out.set(lane.id(), s);
        }));
        all.add(form("reassigned in a loop under if", (a, b, c, out) -> lane -> {
            Ints x = a;
            int s = 0;
            for (int i = 0; i < 4; i++) {
                s = s * 7 + x.get(lane.id());
                if (i == lane.id()) {
                    x = b;
                } else if (i > lane.id()) {
                    x = c;
                }
            }
            out.set(lane.id(), s);
        }));
        all.add(form("while with a break", (a, b, c, out) -> lane -> {
            Ints x = a;
            int n = 0;
            while (true) {
                if (x.get(lane.id()) > 150) {
                    break;
                }
                x = n++ == 0 ? b : c;
                if (n > 3) {
                    break;
                }
            }
            out.set(lane.id(), x.get(0) + n);
        }));
        all.add(form("atomics on the chosen in a loop", (a, b, c, out) -> lane -> {
            for (int i = 0; i < 4; i++) {
                Ints x = (i & 1) == 0 ? a : b;
                x.getAndAdd(4, 1);
            }
        }));
        all.add(form("chosen, then read and updated in a loop", (a, b, c, out) -> lane -> {
            Ints x = lane.id() % 2 == 0 ? a : b;
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s += x.get(i);
                x.getAndAdd(5, 1);
            }
            out.set(lane.id(), s);
        }));
    }

    private static void records(List<Named> all) {
        all.add(form("swapped in a record in a loop", (a, b, c, out) -> lane -> {
            Pair p = new Pair(a, b);
            for (int i = 0; i < 5; i++) {
                p.to().set(lane.id(), p.from().get(lane.id()) * 3 + i);
                p = p.swapped();
            }
            out.set(lane.id(), p.from().get(lane.id()));
        }));
        all.add(form("one of two captured records", (a, b, c, out) -> {
            var p = new Side(a, 1);
            var q = new Side(b, 2);
            return lane -> {
                Side s = lane.id() % 2 == 0 ? p : q;
                out.set(lane.id(), s.at(lane.id()));
            };
        }));
        all.add(form("one of three captured records", (a, b, c, out) -> {
            var p = new Side(a, 1);
            var q = new Side(b, 2);
            var r = new Side(c, 3);
            return lane -> {
                Side s = lane.id() == 0 ? p : lane.id() == 1 ? q : r;
                out.set(lane.id(), s.at(lane.id()));
            };
        }));
        all.add(form("captured records chosen in a loop", (a, b, c, out) -> {
            var p = new Side(a, 1);
            var q = new Side(b, 2);
            return lane -> {
                int v = 0;
                for (int i = 0; i < 4; i++) {
                    Side s = i % 2 == 0 ? p : q;
                    v = v * 3 + s.at(lane.id());
                }
                out.set(lane.id(), v);
            };
        }));
        all.add(form("nested records replaced in a loop", (a, b, c, out) -> {
            var captured = new Sides(new Side(a, 1), new Side(b, 2));
            return lane -> {
                var sides = captured;
                int v = 0;
                for (int i = 0; i < 4; i++) {
                    v = v * 3 + sides.left().at(lane.id());
                    sides = new Sides(sides.right(), (i & 1) == 0 ? new Side(c, i) : sides.left());
                }
                out.set(lane.id(), v);
            };
        }));
        all.add(form("views of a sealed interface in a loop", (a, b, c, out) -> lane -> {
            View view = new View.Whole(a);
            int v = 0;
            for (int i = 0; i < 4; i++) {
                v = v * 3 + view.at(lane.id());
                view = switch (view) {
                    case View.Whole(Ints data) -> new View.Part(lane.id() == 1 ? b : data, i + 1);
                    case View.Part(Ints data, int offset) when offset > 1 -> new View.Whole(c);
                    case View.Part part -> new View.Part(b, part.offset() + 1);
                };
            }
            out.set(lane.id(), v);
        }));
        all.add(form("one of three captured records of numbers in a loop", (a, b, c, out) -> {
            var p = new Numbers(1, 2);
            var q = new Numbers(3, 4);
            var r = new Numbers(5, 6);
            return lane -> {
                int s = 0;
                for (int i = 0; i < 4; i++) {
                    Numbers x = i == lane.id() ? p : i < 2 ? q : r;
                    s = s * 3 + x.v() + (int) x.w();
                }
                out.set(lane.id(), s);
            };
        }));
        all.add(form("one of three captured boxes in a loop", (a, b, c, out) -> {
            Integer p = 1000;
            Integer q = 2000;
            Integer r = 3000;
            return lane -> {
                int s = 0;
                for (int i = 0; i < 4; i++) {
                    Integer x = i == lane.id() ? p : i < 2 ? q : r;
                    s = s * 3 + x;
                }
                out.set(lane.id(), s);
            };
        }));
    }

    private static void objects(List<Named> all) {
        all.add(form("one of three captured objects", (a, b, c, out) -> {
            var p = new Field(a, 1);
            var q = new Field(b, 2);
            var r = new Field(c, 3);
            return lane -> {
                Field s = lane.id() == 0 ? p : lane.id() == 1 ? q : r;
                out.set(lane.id(), s.at(lane.id()));
            };
        }));
        all.add(form("in a field that changes in a loop", (a, b, c, out) -> lane -> {
            var cursor = new Cursor(a);
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s = s * 3 + cursor.at.get(lane.id());
                cursor.at = i == 0 ? b : c;
            }
            out.set(lane.id(), s);
        }));
        all.add(form("in an object under two names that owns an array", (a, b, c, out) -> lane -> {
            var cursor = new Cursor(a);
            var same = cursor;
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s = s * 3 + same.at.get(lane.id());
                if (i == lane.id()) {
                    cursor.move(b);
                } else {
                    same.move(c);
                }
            }
            out.set(lane.id(), s + cursor.rounds + same.seen[0] * 10 + same.seen[lane.id() & 1]);
        }));
        all.add(form("in an array", (a, b, c, out) -> lane -> {
            Ints[] all3 = {a, b, c};
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s = s * 3 + all3[0].get(lane.id()) - all3[2].length();
                Ints before = all3[0];
                all3[0] = all3[1];
                all3[1] = i == lane.id() ? c : before;
            }
            out.set(lane.id(), s);
        }));
        all.add(form("in an array with a variable index", (a, b, c, out) -> lane -> {
            Ints[] all3 = {a, b, c};
            out.set(lane.id(), all3[lane.id() % 3].get(lane.id()));
        }));
    }

    private static void functions(List<Named> all) {
        all.add(form("from lambdas", (a, b, c, out) -> lane -> {
            Supplier<Ints> first = () -> lane.id() == 0 ? a : b;
            BinaryOperator<Ints> second = (x, y) -> lane.id() < 2 ? x : y;
            IntFunction<Ints> third = k -> k == 1 ? c : second.apply(first.get(), a);
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s = s * 3 + third.apply(i).get(lane.id());
            }
            out.set(lane.id(), s);
        }));
        all.add(form("one of two captured lambdas", (a, b, c, out) -> {
            Op f = x -> x + 1;
            Op g = x -> x * 10;
            return lane -> {
                Op o = lane.id() % 2 == 0 ? f : g;
                out.set(lane.id(), o.at(lane.id()));
            };
        }));
        all.add(form("one of three captured lambdas", (a, b, c, out) -> {
            Op f = x -> x + 1;
            Op g = x -> x * 10;
            Op h = x -> -x;
            return lane -> {
                Op o = lane.id() == 0 ? f : lane.id() == 1 ? g : h;
                out.set(lane.id(), o.at(lane.id()));
            };
        }));
        all.add(mayBeRefused("one of two captured lambdas of one place", (a, b, c, out) -> {
            Op f = adder(1);
            Op g = adder(10);
            return lane -> {
                Op o = lane.id() % 2 == 0 ? f : g;
                out.set(lane.id(), o.at(lane.id()));
            };
        }));
    }
}
