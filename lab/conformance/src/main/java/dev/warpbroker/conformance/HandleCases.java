package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.Out;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Memory handles as values: chosen, swapped, kept in records, objects and arrays, returned by methods and lambdas. */
final class HandleCases {
    private static final String FEATURE = "handles";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            handles("one of two and of three handles", (lane, a, b, c, out) -> {
                Ints two = lane.id() % 2 == 0 ? a : b;
                Ints three = lane.id() % 3 == 0 ? a : lane.id() % 3 == 1 ? b : c;
                out.set(lane, 0, two.get(lane.id()));
                out.set(lane, 1, three.get(lane.id()));
            }),
            handles("handle by a switch and by a method", (lane, a, b, c, out) -> {
                Ints x = switch (lane.id() & 3) {
                    case 0 -> a;
                    case 1 -> b;
                    default -> c;
                };
                out.set(lane, 0, x.get(lane.id()));
                out.set(lane, 1, longer(pick(lane.id() % 3, a, b, c), b).get(lane.id()));
            }),
            handles("handle that may be null", (lane, a, b, _, out) -> {
                @Nullable Ints x = null;
                if ((lane.id() & 3) == 0) {
                    x = a;
                } else if ((lane.id() & 3) < 3) {
                    x = b;
                }
                out.set(lane, 0, x == null ? -1 : x.get(lane.id()));
            }),
            handles("length of a chosen handle", (lane, a, b, c, out) -> {
                Ints x = lane.id() % 3 == 0 ? a : lane.id() % 3 == 1 ? b : c;
                out.set(lane, 0, x.length());
                out.set(lane, 1, x.get(x.length() - 1));
            }),
            Agreement.of("global or shared memory", FEATURE, HandleCases::sharedOrGlobal),
            Agreement.of("type of memory found by a switch", FEATURE, HandleCases::typeOfMemory),
            handles("handles that change places in a loop", (lane, a, b, _, out) -> {
                Ints from = a;
                Ints to = b;
                for (int i = 0; i < (lane.id() & 7); i++) {
                    to.set(lane.id(), from.get(lane.id()) * 3 + i);
                    Ints before = from;
                    from = to;
                    to = before;
                }
                out.set(lane, 0, from.get(lane.id()));
                out.set(lane, 1, to.get(lane.id()));
            }),
            handles("three handles that rotate in a loop", (lane, a, b, c, out) -> {
                Ints x = a;
                Ints y = b;
                Ints z = c;
                int s = 0;
                for (int i = 0; i < 5; i++) {
                    for (int j = 0; j < (lane.id() & 3); j++) {
                        s = s * 5 + x.get(lane.id()) - y.get(lane.id()) + z.length();
                        if (((i ^ j) & 1) == 0) {
                            Ints before = x;
                            x = y;
                            y = z;
                            z = before;
                        }
                    }
                }
                out.set(lane, 0, s);
            }),
            handles("handle replaced in a loop on conditions", (lane, a, b, c, out) -> {
                Ints x = a;
                int s = 0;
                for (int i = 0; i < 6; i++) {
                    s = s * 7 + x.get(lane.id());
                    if (i == (lane.id() & 3)) {
                        x = b;
                    } else if (i > (lane.id() & 3)) {
                        x = c;
                        if (s < 0) {
                            break;
                        }
                    }
                }
                out.set(lane, 0, s);
                out.set(lane, 1, x.length());
            }),
            Agreement.of("atomics on a handle chosen in a loop", FEATURE, HandleCases::atomics),
            handles("records of handles, chosen and swapped", (lane, a, b, c, out) -> {
                Pair pair = new Pair(a, b);
                var slice = new Slice(c, 0);
                int s = 0;
                for (int i = 0; i < 5; i++) {
                    pair.to().set(lane.id(), pair.from().get(lane.id()) * 3 + i);
                    pair = (lane.id() & i) == 0 ? pair.swapped() : pair;
                    s = s * 3 + slice.at(lane.id());
                    slice = new Slice((i & 1) == 0 ? pair.from() : slice.data(), slice.offset() + i);
                }
                out.set(lane, 0, pair.from().get(lane.id()));
                out.set(lane, 1, s);
            }),
            Agreement.of("one of three captured records and objects", FEATURE, HandleCases::captured),
            handles("sealed views of memory in a loop", (lane, a, b, c, out) -> {
                View view = new View.Whole(a);
                int s = 0;
                for (int i = 0; i < 6; i++) {
                    s = s * 3 + view.at(lane.id());
                    view = switch (view) {
                        case View.Whole(Ints data) -> new View.Part((lane.id() & 1) == 1 ? b : data, i + 1);
                        case View.Part(Ints data, int offset) when offset > 2 -> new View.Whole(c);
                        case View.Part part -> new View.Part(b, part.offset() + 1);
                    };
                }
                out.set(lane, 0, s);
            }),
            handles("handle in a field that changes", (lane, a, b, c, out) -> {
                var cursor = new Cursor(a);
                var same = cursor;
                int s = 0;
                for (int i = 0; i < 4; i++) {
                    s = s * 3 + same.at.get(lane.id());
                    if (i == (lane.id() & 3)) {
                        cursor.move(b);
                    } else {
                        same.move(c);
                    }
                }
                out.set(lane, 0, s);
                out.set(lane, 1, cursor.rounds + same.seen[0] * 10 + same.seen[lane.id() & 1]);
            }),
            handles("handles in an array", (lane, a, b, c, out) -> {
                Ints[] all = {a, b, c};
                int s = 0;
                for (int i = 0; i < 4; i++) {
                    s = s * 3 + all[0].get(lane.id()) - all[2].length();
                    Ints before = all[0];
                    all[0] = all[1];
                    all[1] = i == (lane.id() & 3) ? c : before;
                }
                out.set(lane, 0, s);
            }),
            handles("handles from lambdas", (lane, a, b, c, out) -> {
                Supplier<Ints> first = () -> (lane.id() & 1) == 0 ? a : b;
                BinaryOperator<Ints> second = (x, y) -> (lane.id() & 2) == 0 ? x : y;
                IntFunction<Ints> third = k -> k == 1 ? c : second.apply(first.get(), a);
                int s = 0;
                for (int i = 0; i < 3; i++) {
                    s = s * 3 + third.apply(i).get(lane.id());
                }
                out.set(lane, 0, s);
            }),
            SAMPLES.lanes("lambda with an intersection cast", 4, HandleCases::intersectionCast),
            Agreement.of("atomic behind a chain of 3,000 steps", FEATURE, HandleCases::longChain),
            SAMPLES.lanes(
                    "number behind a chain of 3,000 steps",
                    1,
                    (lane, out) -> out.put(mixHundred(mixHundred(mixHundred(lane.id()))))));

    private HandleCases() {}

    static List<Case> cases() {
        return CASES;
    }

    /** Computes results from memories that it uses as values. */
    @FunctionalInterface
    private interface OfHandles extends Serializable {
        void compute(Lane lane, Ints a, Ints b, Ints c, IntTable out);
    }

    private static Case handles(String name, OfHandles sample) {
        return Agreement.of(name, FEATURE, workspace -> {
            var m = Memories.in(workspace);
            return lane -> sample.compute(lane, m.a(), m.b(), m.c(), m.out());
        });
    }

    /** The memories that a case chooses from, of different lengths, with one element per lane at least. */
    private record Memories(Ints a, Ints b, Ints c, IntTable out) {
        static Memories in(Workspace workspace) {
            int lanes = workspace.lanes();
            return new Memories(
                    workspace.ints(id -> 1000 + id),
                    workspace.ints(filled(lanes + 1, 200_000)),
                    workspace.ints(filled(lanes + 2, 3_000_000)),
                    workspace.intResults(2));
        }

        private static int[] filled(int length, int first) {
            int[] values = new int[length];
            java.util.Arrays.setAll(values, i -> first + i * 3);
            return values;
        }
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

    private static Kernel sharedOrGlobal(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var c = m.c();
        var out = m.out();
        int lanes = workspace.lanes();
        return lane -> {
            Ints shared = lane.block().sharedInts(lanes);
            shared.set(lane.id(), -lane.id());
            Ints x = lane.id() % 3 == 0 ? shared : lane.id() % 3 == 1 ? a : c;
            x.getAndAdd(lane.id(), 5);
            out.set(lane, 0, x.get(lane.id()));
            out.set(lane, 1, shared.get(lane.id()));
        };
    }

    private static Kernel typeOfMemory(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var c = m.c();
        var longs = workspace.longs();
        var out = m.out();
        return lane -> {
            DeviceMemory memory = lane.id() % 3 == 0 ? a : lane.id() % 3 == 1 ? longs : c;
            out.set(
                    lane,
                    0,
                    switch (memory) {
                        case Ints ints -> ints.get(lane.id());
                        case Longs words -> (int) words.get(lane.id());
                        default -> -1;
                    });
            out.set(lane, 1, memory instanceof Longs ? 1 : 2);
        };
    }

    private static Kernel atomics(Workspace workspace) {
        var sums = workspace.ints(0, 0, 0);
        var others = workspace.ints(0, 0, 0, 0);
        return lane -> {
            for (int i = 0; i < 4; i++) {
                Ints x = ((i ^ lane.id()) & 1) == 0 ? sums : others;
                x.getAndAdd(i >> 1, lane.id());
            }
        };
    }

    record Pair(Ints from, Ints to) {
        Pair swapped() {
            return new Pair(to, from);
        }
    }

    record Slice(Ints data, int offset) {
        int at(int i) {
            return data.get(i) + offset;
        }
    }

    /** An object that is no record. */
    private static final class Biased {
        private final Ints data;
        private final int bias;

        Biased(Ints data, int bias) {
            this.data = data;
            this.bias = bias;
        }

        int at(int i) {
            return data.get(i) + bias;
        }
    }

    private static Kernel captured(Workspace workspace) {
        var m = Memories.in(workspace);
        var p = new Slice(m.a(), 1);
        var q = new Slice(m.b(), 2);
        var r = new Slice(m.c(), 3);
        var x = new Biased(m.c(), 4);
        var y = new Biased(m.a(), 5);
        var z = new Biased(m.b(), 6);
        var out = m.out();
        return lane -> {
            int s = 0;
            for (int i = 0; i < 4; i++) {
                Slice slice = i == (lane.id() & 3) ? p : i < 2 ? q : r;
                s = s * 3 + slice.at(lane.id());
            }
            Biased biased = lane.id() % 3 == 0 ? x : lane.id() % 3 == 1 ? y : z;
            out.set(lane, 0, s);
            out.set(lane, 1, biased.at(lane.id()));
        };
    }

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
                return data.get((i + offset) & 127);
            }
        }
    }

    /** An object of a lane. */
    private static final class Cursor {
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

    private interface Doubling {
        default int twice(int x) {
            return x * 2;
        }
    }

    private interface Step {
        int at(int x);
    }

    @SuppressWarnings("BoxingComparator") // Its lambda has an intersection cast and takes boxes.
    private static void intersectionCast(Lane lane, Out out) {
        IntUnaryOperator plain = (IntUnaryOperator & Serializable) x -> x * 3;
        var both = (Step & Doubling) x -> x * 5;
        Object any = (IntUnaryOperator & Serializable) x -> x * 7;
        Comparator<Integer> backwards = Comparator.comparing(x -> -x);
        out.put(plain.applyAsInt(lane.id()));
        out.put(both.at(lane.id()) + both.twice(lane.id()));
        out.put(any instanceof Serializable ? 1 : 0);
        out.put(backwards.compare(lane.id(), 20));
    }

    private static int mix(int start) {
        int x = start;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        x += 0x9e37_79b9;
        x *= 0x85eb_ca6b;
        x ^= x >>> 16;
        x -= 77;
        x ^= x << 3;
        x *= 31;
        x += 12_345;
        return x;
    }

    private static int mixTen(int x) {
        return mix(mix(mix(mix(mix(mix(mix(mix(mix(mix(x))))))))));
    }

    private static int mixHundred(int x) {
        return mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(mixTen(x))))))))));
    }

    private static Kernel longChain(Workspace workspace) {
        var counts = workspace.ints(0, 0, 0, 0, 0, 0, 0, 0);
        return lane -> counts.getAndAdd(mixHundred(mixHundred(mixHundred(lane.id()))) & 7, 1);
    }
}
