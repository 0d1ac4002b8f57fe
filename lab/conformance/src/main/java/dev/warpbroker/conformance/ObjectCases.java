package dev.warpbroker.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Classes, generics and boxes inside kernels. */
final class ObjectCases {
    private static final Samples SAMPLES = new Samples("objects");

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("mutable object that does not escape", 2, (x, _, out) -> {
                var counter = new Counter();
                for (int i = 0; i < 8; i++) {
                    if ((x >> i & 1) != 0) {
                        counter.add(x + i);
                    }
                }
                out.put(counter.value);
                out.put(counter.calls);
            }),
            SAMPLES.ints("one mutable object under two names", 2, (x, _, out) -> {
                var first = new Counter();
                var second = first;
                int rounds = x & 7;
                for (int i = 0; i < rounds; i++) {
                    first.add(i);
                    second.add(first.value);
                }
                out.put(first.value);
                out.put(second.calls);
            }),
            SAMPLES.ints("mutable object replaced in a loop", 1, (x, _, out) -> {
                var counter = new Counter();
                for (int i = 0; i < 10; i++) {
                    counter.add(x >> i);
                    if ((x >> i & 3) == 3) {
                        counter = new Counter();
                    }
                }
                out.put(counter.value + counter.calls);
            }),
            SAMPLES.ints("mutable object that holds a record", 2, (x, _, out) -> {
                var maximum = new Maximum();
                for (int i = 0; i < 8; i++) {
                    maximum.offer(x << i, i);
                }
                out.put(maximum.best.value());
                out.put(maximum.best.at());
            }),
            SAMPLES.ints("inheritance and super calls", 2, (x, _, out) -> {
                out.put(new Multiplying(x).mix());
                out.put(new Rotating(x, 7).mix());
            }),
            SAMPLES.intAndLong("generic record of boxes", 2, (x, y, out) -> {
                var pair = new Pair<>(x, y).swapped();
                for (int i = 0; i < 3; i++) {
                    pair = new Pair<>(pair.left() + pair.right(), pair.right() * 2);
                }
                out.put(pair.left());
                out.put(pair.right());
            }),
            SAMPLES.intAndLong("Integer and Long boxes", 2, (x, y, out) -> {
                Integer sum = 0;
                for (int i = 0; i < 4; i++) {
                    sum += x >> i;
                }
                Long product = y;
                product *= sum.longValue() | 1;
                out.put(sum);
                out.put(product);
            }),
            SAMPLES.ints("generic holder of a record", 2, (x, _, out) -> {
                var last = new Last<Best>();
                for (int i = 0; i < 6; i++) {
                    if ((x >> i & 3) == 2) {
                        last.put(new Best(x, i));
                    }
                }
                var found = last.orElse(new Best(0, -1));
                out.put(found.value());
                out.put(found.at());
            }),
            SAMPLES.longs("generator object with state", 2, (a, _, out) -> {
                var random = new Random(a);
                int inside = 0;
                double x = 0;
                for (int i = 0; i < 16; i++) {
                    x = random.nextDouble();
                    double y = random.nextDouble();
                    if (x * x + y * y < 1) {
                        inside++;
                    }
                }
                out.put(inside);
                out.put(x);
            }));

    private ObjectCases() {}

    static List<Case> cases() {
        return CASES;
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

    record Pair<A, B>(A left, B right) {
        Pair<B, A> swapped() {
            return new Pair<>(right, left);
        }
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
}
