package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Classes, generics and boxes inside kernels. */
final class ObjectCases {
    private static final String FEATURE = "objects";

    private ObjectCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("mutable object that does not escape", FEATURE, ObjectCases::counter),
                Agreement.of("one mutable object under two names", FEATURE, ObjectCases::alias),
                Agreement.of("mutable object replaced in a loop", FEATURE, ObjectCases::replaced),
                Agreement.of("mutable object that holds a record", FEATURE, ObjectCases::holder),
                Agreement.of("inheritance and super calls", FEATURE, ObjectCases::inheritance),
                Agreement.of("generic record of boxes", FEATURE, ObjectCases::pair),
                Agreement.of("Integer and Long boxes", FEATURE, ObjectCases::boxes),
                Agreement.of("generic holder of a record", FEATURE, ObjectCases::genericHolder),
                Agreement.of("generator object with state", FEATURE, ObjectCases::generator));
    }

    /** A mutable counter. */
    static final class Counter {
        private int value;
        private int calls;

        void add(int amount) {
            value += amount;
            calls++;
        }
    }

    private static Kernel counter(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var counter = new Counter();
            int x = a.get(lane.id());
            for (int i = 0; i < 8; i++) {
                if ((x >> i & 1) != 0) {
                    counter.add(x + i);
                }
            }
            out.set(lane, 0, counter.value);
            out.set(lane, 1, counter.calls);
        };
    }

    private static Kernel alias(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var first = new Counter();
            var second = first;
            int rounds = a.get(lane.id()) & 7;
            for (int i = 0; i < rounds; i++) {
                first.add(i);
                second.add(first.value);
            }
            out.set(lane, 0, first.value);
            out.set(lane, 1, second.calls);
        };
    }

    private static Kernel replaced(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            var counter = new Counter();
            int x = a.get(lane.id());
            for (int i = 0; i < 10; i++) {
                counter.add(x >> i);
                if ((x >> i & 3) == 3) {
                    counter = new Counter();
                }
            }
            out.set(lane, 0, counter.value + counter.calls);
        };
    }

    record Best(int value, int at) {}

    /** Remembers the largest value offered. */
    static final class Maximum {
        private Best best = new Best(Integer.MIN_VALUE, -1);

        void offer(int value, int at) {
            if (value > best.value()) {
                best = new Best(value, at);
            }
        }
    }

    private static Kernel holder(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var maximum = new Maximum();
            int x = a.get(lane.id());
            for (int i = 0; i < 8; i++) {
                maximum.offer(x << i, i);
            }
            out.set(lane, 0, maximum.best.value());
            out.set(lane, 1, maximum.best.at());
        };
    }

    /** A random generator in steps that subclasses refine. */
    abstract static class Mixer {
        protected int state;

        Mixer(int seed) {
            state = seed;
        }

        abstract int round();

        int mix() {
            return round() ^ round() >>> 16;
        }
    }

    /** Multiplies. */
    static class Multiplying extends Mixer {
        Multiplying(int seed) {
            super(seed * 2 + 1);
        }

        @Override
        int round() {
            state *= 0x0019_660d;
            return state;
        }
    }

    /** Multiplies and rotates. */
    static final class Rotating extends Multiplying {
        private final int distance;

        Rotating(int seed, int distance) {
            super(seed);
            this.distance = distance;
        }

        @Override
        int round() {
            return Integer.rotateLeft(super.round(), distance);
        }
    }

    private static Kernel inheritance(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            out.set(lane, 0, new Multiplying(x).mix());
            out.set(lane, 1, new Rotating(x, 7).mix());
        };
    }

    record Pair<A, B>(A left, B right) {
        Pair<B, A> swapped() {
            return new Pair<>(right, left);
        }
    }

    private static Kernel pair(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var out = workspace.longResults(2);
        return lane -> {
            var pair = new Pair<>(a.get(lane.id()), b.get(lane.id())).swapped();
            for (int i = 0; i < 3; i++) {
                pair = new Pair<>(pair.left() + pair.right(), pair.right() * 2);
            }
            out.set(lane, 0, pair.left());
            out.set(lane, 1, pair.right());
        };
    }

    private static Kernel boxes(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var ints = workspace.intResults(1);
        var longs = workspace.longResults(1);
        return lane -> {
            Integer sum = 0;
            for (int i = 0; i < 4; i++) {
                sum += a.get(lane.id()) >> i;
            }
            Long product = b.get(lane.id());
            product *= sum.longValue() | 1;
            ints.set(lane, 0, sum);
            longs.set(lane, 0, product);
        };
    }

    /** Holds what was put last. */
    static final class Last<T> {
        private @Nullable T value;

        void put(T newer) {
            value = newer;
        }

        T orElse(T other) {
            return value == null ? other : value;
        }
    }

    private static Kernel genericHolder(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            var last = new Last<Best>();
            for (int i = 0; i < 6; i++) {
                if ((x >> i & 3) == 2) {
                    last.put(new Best(x, i));
                }
            }
            var found = last.orElse(new Best(0, -1));
            out.set(lane, 0, found.value());
            out.set(lane, 1, found.at());
        };
    }

    /** SplitMix64. */
    static final class Random {
        private long state;

        Random(long seed) {
            state = seed;
        }

        long next() {
            state += 0x9e37_79b9_7f4a_7c15L;
            long z = state;
            z = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
            z = (z ^ z >>> 27) * 0x94d0_49bb_1331_11ebL;
            return z ^ z >>> 31;
        }

        double nextDouble() {
            return (next() >>> 11) * 0x1p-53;
        }
    }

    private static Kernel generator(Workspace workspace) {
        var a = workspace.longs();
        var out = workspace.intResults(1);
        var last = workspace.doubleResults(1);
        return lane -> {
            var random = new Random(a.get(lane.id()));
            int inside = 0;
            double x = 0;
            for (int i = 0; i < 16; i++) {
                x = random.nextDouble();
                double y = random.nextDouble();
                if (x * x + y * y < 1) {
                    inside++;
                }
            }
            out.set(lane, 0, inside);
            last.set(lane, 0, x);
        };
    }
}
