package dev.warpbroker.conformance;

import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
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

    private HandleCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("one of two and of three handles", FEATURE, HandleCases::chosen),
                Agreement.of("handle by a switch and by a method", FEATURE, HandleCases::switched),
                Agreement.of("handle that may be null", FEATURE, HandleCases::perhapsNull),
                Agreement.of("length of a chosen handle", FEATURE, HandleCases::length),
                Agreement.of("global or shared memory", FEATURE, HandleCases::sharedOrGlobal),
                Agreement.of("type of memory found by a switch", FEATURE, HandleCases::typeOfMemory),
                Agreement.of("handles that change places in a loop", FEATURE, HandleCases::swapped),
                Agreement.of("three handles that rotate in a loop", FEATURE, HandleCases::rotated),
                Agreement.of("handle replaced in a loop on conditions", FEATURE, HandleCases::replaced),
                Agreement.of("atomics on a handle chosen in a loop", FEATURE, HandleCases::atomics),
                Agreement.of("records of handles, chosen and swapped", FEATURE, HandleCases::records),
                Agreement.of("one of three captured records and objects", FEATURE, HandleCases::captured),
                Agreement.of("sealed views of memory in a loop", FEATURE, HandleCases::views),
                Agreement.of("handle in a field that changes", FEATURE, HandleCases::field),
                Agreement.of("handles in an array", FEATURE, HandleCases::array),
                Agreement.of("handles from lambdas", FEATURE, HandleCases::lambdas),
                Agreement.of("lambda with an intersection cast", FEATURE, HandleCases::intersectionCast),
                Agreement.of("atomic behind a chain of 3,000 steps", FEATURE, HandleCases::longChain),
                Agreement.of("number behind a chain of 3,000 steps", FEATURE, HandleCases::longChainAsAValue));
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

    private static Kernel chosen(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
            Ints two = lane.id() % 2 == 0 ? a : b;
            Ints three = lane.id() % 3 == 0 ? a : lane.id() % 3 == 1 ? b : c;
            out.set(lane, 0, two.get(lane.id()));
            out.set(lane, 1, three.get(lane.id()));
        };
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

    private static Kernel switched(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
            Ints x = switch (lane.id() & 3) {
                case 0 -> a;
                case 1 -> b;
                default -> c;
            };
            out.set(lane, 0, x.get(lane.id()));
            out.set(lane, 1, longer(pick(lane.id() % 3, a, b, c), b).get(lane.id()));
        };
    }

    private static Kernel perhapsNull(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var out = m.out();
        return lane -> {
            @Nullable Ints x = null;
            if ((lane.id() & 3) == 0) {
                x = a;
            } else if ((lane.id() & 3) < 3) {
                x = b;
            }
            out.set(lane, 0, x == null ? -1 : x.get(lane.id()));
        };
    }

    private static Kernel length(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
            Ints x = lane.id() % 3 == 0 ? a : lane.id() % 3 == 1 ? b : c;
            out.set(lane, 0, x.length());
            out.set(lane, 1, x.get(x.length() - 1));
        };
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

    private static Kernel swapped(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var out = m.out();
        return lane -> {
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
        };
    }

    private static Kernel rotated(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
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
        };
    }

    private static Kernel replaced(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
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

    private static Kernel records(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
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
        };
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

    private static Kernel views(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
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
        };
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

    private static Kernel field(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
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
        };
    }

    private static Kernel array(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
            Ints[] all = {a, b, c};
            int s = 0;
            for (int i = 0; i < 4; i++) {
                s = s * 3 + all[0].get(lane.id()) - all[2].length();
                Ints before = all[0];
                all[0] = all[1];
                all[1] = i == (lane.id() & 3) ? c : before;
            }
            out.set(lane, 0, s);
        };
    }

    private static Kernel lambdas(Workspace workspace) {
        var m = Memories.in(workspace);
        var a = m.a();
        var b = m.b();
        var c = m.c();
        var out = m.out();
        return lane -> {
            Supplier<Ints> first = () -> (lane.id() & 1) == 0 ? a : b;
            BinaryOperator<Ints> second = (x, y) -> (lane.id() & 2) == 0 ? x : y;
            IntFunction<Ints> third = k -> k == 1 ? c : second.apply(first.get(), a);
            int s = 0;
            for (int i = 0; i < 3; i++) {
                s = s * 3 + third.apply(i).get(lane.id());
            }
            out.set(lane, 0, s);
        };
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
    private static Kernel intersectionCast(Workspace workspace) {
        var out = workspace.intResults(4);
        return lane -> {
            IntUnaryOperator plain = (IntUnaryOperator & Serializable) x -> x * 3;
            var both = (Step & Doubling) x -> x * 5;
            Object any = (IntUnaryOperator & Serializable) x -> x * 7;
            Comparator<Integer> backwards = Comparator.comparing(x -> -x);
            out.set(lane, 0, plain.applyAsInt(lane.id()));
            out.set(lane, 1, both.at(lane.id()) + both.twice(lane.id()));
            out.set(lane, 2, any instanceof Serializable ? 1 : 0);
            out.set(lane, 3, backwards.compare(lane.id(), 20));
        };
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

    private static Kernel longChainAsAValue(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> out.set(lane, 0, mixHundred(mixHundred(mixHundred(lane.id()))));
    }
}
