package dev.warpbroker.conformance;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays and mutable objects as values: chosen, exchanged, replaced, shared and copied at run time. */
final class LocalValueCases {
    private static final String FEATURE = "local values";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("two arrays exchanged in a loop", 2, (x, _, out) -> {
                int[] from = new int[8];
                int[] to = new int[8];
                for (int i = 0; i < 8; i++) {
                    from[i] = x >>> i & 15;
                }
                for (int distance = 1; distance < 8; distance *= 2) {
                    for (int i = 0; i < 8; i++) {
                        to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
                    }
                    int[] before = from;
                    from = to;
                    to = before;
                }
                out.put(Arrays.hashCode(from));
                out.put(Arrays.hashCode(to));
            }),
            SAMPLES.ints("one of two arrays, of different lengths", 2, (x, _, out) -> {
                int[] one = {1, 2, x};
                int[] other = {5, x, 7, 8, 9};
                int[] chosen = (x & 1) == 0 ? one : other;
                chosen[1]++;
                int sum = chosen.length;
                for (int value : chosen) {
                    sum = sum * 31 + value;
                }
                out.put(sum);
                Object any = chosen;
                out.put(one[1] * 31 + other[1] + (chosen == one ? 3 : 4) + (any.equals(one) ? 10 : 20));
            }),
            SAMPLES.ints("array that may be null", 1, (x, _, out) -> {
                int[] found = null;
                for (int i = 0; i < 4; i++) {
                    if (found == null && (x >> i & 1) != 0) {
                        found = new int[] {i, x};
                    }
                }
                out.put(found == null ? -1 : found[0] * 31 + found[1]);
            }),
            SAMPLES.ints("matrix replaced by its product", 2, (x, _, out) -> {
                var start = new double[9];
                for (int i = 0; i < 9; i++) {
                    start[i] = (x >>> i & 7) * 0.5;
                }
                var power = new Matrix(start);
                var square = power;
                for (int i = 0; i < 4; i++) {
                    square = square.times(square);
                    if ((x >> i & 1) != 0) {
                        power = power.times(square);
                    }
                }
                out.put(Arrays.hashCode(power.elements()));
                out.put(Arrays.hashCode(square.elements()));
            }),
            SAMPLES.ints("array of two dimensions with rows exchanged", 1, (x, _, out) -> {
                int[][] table = new int[4][5];
                for (int i = 0; i < 20; i++) {
                    table[i / 5][i % 5] = x >> i & 3;
                }
                for (int i = 0; i < 4; i++) {
                    int other = x >> (2 * i) & 3;
                    int[] row = table[i];
                    table[i] = table[other];
                    table[other] = row;
                    row[i]++;
                }
                out.put(hash(table));
            }),
            SAMPLES.ints("jagged array, its rows made in a loop", 1, (x, _, out) -> {
                int[][] table = new int[6][];
                for (int i = 0; i < 6; i++) {
                    table[i] = (x >> i & 1) == 0 ? new int[3] : new int[] {x, i};
                }
                table[x & 3] = table[5];
                table[5][1] += 9;
                out.put(hash(table));
            }),
            SAMPLES.ints("array of three dimensions, made again", 1, (x, _, out) -> {
                int sum = 0;
                int[][][] last = new int[2][3][2];
                for (int round = 0; round < 3; round++) {
                    int[][][] cube = new int[2][3][2];
                    for (int i = 0; i < 12; i++) {
                        cube[i / 6][i / 2 % 3][i & 1] = (x >> i & 7) + last[i & 1][i % 3][i / 6] * 3;
                    }
                    cube[x & 1][round] = last[round & 1][x >> 1 & 1];
                    last = cube;
                    sum = sum * 31 + hash(cube[0]) + hash(cube[1]);
                }
                out.put(sum);
            }),
            SAMPLES.ints("records sorted in an array", 2, (x, _, out) -> {
                Item[] items = new Item[8];
                for (int i = 0; i < 8; i++) {
                    items[i] = new Item(x >>> (3 * i) & 7, i);
                }
                for (int i = 1; i < 8; i++) {
                    Item item = items[i];
                    int at = i;
                    while (at > 0 && items[at - 1].key() > item.key()) {
                        items[at] = items[at - 1];
                        at--;
                    }
                    items[at] = item;
                }
                int keys = 0;
                long weights = 0;
                for (Item item : items) {
                    keys = keys * 8 + item.key();
                    weights = weights * 8 + item.weight();
                }
                out.put(keys);
                out.put((int) weights);
            }),
            SAMPLES.ints("boxes, nulls and sealed values by variable index", 2, (x, _, out) -> {
                @Nullable Integer[] boxes = new Integer[5];
                Shape[] shapes = {new Round(1), new Flat(2, x), new Round(3)};
                for (int i = 0; i < 5; i++) {
                    if ((x >> i & 1) != 0) {
                        boxes[i] = x + i;
                        shapes[i % 3] = (x >> (i + 5) & 1) == 0 ? new Round(i) : new Flat(i, x);
                    }
                }
                int sum = 0;
                for (Integer box : boxes) {
                    sum = sum * 31 + (box == null ? -1 : box);
                }
                int sizes = 0;
                for (Shape shape : shapes) {
                    sizes = sizes * 31 + shape.size() + (shape instanceof Flat(int width, long _) ? width : 0);
                }
                out.put(sum);
                out.put(sizes);
            }),
            Agreement.of("handles by variable index", FEATURE, LocalValueCases::handles),
            SAMPLES.ints("one of two mutable objects", 3, (x, _, out) -> {
                var one = new Tally(1, new int[4]);
                var other = new Tally(2, new int[4]);
                var chosen = (x & 1) == 0 ? one : other;
                for (int i = 0; i < 8; i++) {
                    chosen.add(x >> i);
                    if ((x >> i & 3) == 2) {
                        chosen = chosen == one ? other : one;
                        chosen.seen = one.seen;
                    }
                }
                out.put(one.hash());
                out.put(other.hash());
                out.put(chosen.hash());
            }),
            SAMPLES.ints("mutable objects in an array, shared and replaced", 1, (x, _, out) -> {
                var all = new Tally[5];
                for (int i = 0; i < 5; i++) {
                    all[i] = new Tally(i, new int[4]);
                }
                for (int i = 0; i < 12; i++) {
                    int at = (x >>> i & 7) % 5;
                    all[at].add(x >> i);
                    if ((x >> i & 3) == 1) {
                        all[i % 5] = all[at];
                    } else if ((x >> i & 7) == 2) {
                        all[at] = new Tally(x, all[i % 5].seen.clone());
                    }
                }
                int hash = 1;
                for (Tally tally : all) {
                    hash = hash * 31 + tally.hash();
                }
                out.put(hash);
            }),
            SAMPLES.ints("ring of objects", 1, (x, _, out) -> {
                var first = new Link(1);
                var second = new Link(2);
                var third = new Link(3);
                first.next = second;
                second.next = (x & 4) == 0 ? third : first;
                third.next = first;
                Link at = first;
                int hash = 1;
                for (int i = 0; i < (x & 15) && at != null; i++) {
                    hash = hash * 31 + at.value++;
                    if (i == 5) {
                        at.next = (x & 16) == 0 ? null : second;
                    }
                    at = at.next;
                }
                out.put(hash);
            }),
            SAMPLES.ints("clone, arraycopy and Arrays", 4, (x, _, out) -> {
                long[] longs = new long[20];
                Arrays.fill(longs, 3, 17, x);
                long[] copy = longs.clone();
                copy[x & 15] = 5;
                System.arraycopy(copy, 1 + (x & 3), copy, x >> 2 & 7, 8);
                byte[] bytes = {(byte) x, 2, (byte) (x >> 8)};
                byte[] more = Arrays.copyOf((x & 1) == 0 ? bytes : bytes.clone(), 5);
                bytes[x & 1] = 9;
                float[] floats = {0f, -0f, Float.intBitsToFloat(x)};
                float[] same = Arrays.copyOfRange(floats, 0, 3);
                out.put(Arrays.hashCode(longs));
                out.put(Arrays.hashCode(copy));
                out.put(Arrays.hashCode(bytes) * 31 + Arrays.hashCode(more));
                out.put((Arrays.equals(floats, same) ? 1 : 0) + (Arrays.equals(longs, copy) ? 2 : 0));
            }),
            SAMPLES.ints("arrays made in every round, two in use", 1, (x, _, out) -> {
                int[] before = new int[6];
                int[] last = {1, 0, x & 3, 1, 1, 0};
                for (int i = 0; i < 6; i++) {
                    int[] next = new int[6];
                    for (int j = 0; j < 6; j++) {
                        next[j] = last[(j + 5) % 6] + last[(j + 1) % 6] * 2 - before[j];
                    }
                    before = (x >> i & 1) == 0 ? last : next;
                    last = next;
                }
                out.put(Arrays.hashCode(last) * 31 + Arrays.hashCode(before));
            }));

    private LocalValueCases() {}

    static List<Case> cases() {
        return CASES;
    }

    /** A matrix that owns its elements. */
    @SuppressWarnings("ArrayRecordComponent")
    record Matrix(double[] elements) {
        Matrix times(Matrix other) {
            var product = new double[9];
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 3; column++) {
                    double sum = 0;
                    for (int i = 0; i < 3; i++) {
                        sum += elements[row * 3 + i] * other.elements[i * 3 + column];
                    }
                    product[row * 3 + column] = sum * 0.125;
                }
            }
            return new Matrix(product);
        }
    }

    private static int hash(int[][] table) {
        int hash = 1;
        for (int[] row : table) {
            for (int value : row) {
                hash = hash * 31 + value;
            }
        }
        return hash;
    }

    record Item(int key, long weight) {}

    /** Something with a size. */
    sealed interface Shape {
        int size();
    }

    record Round(int radius) implements Shape {
        @Override
        public int size() {
            return radius * radius * 3;
        }
    }

    record Flat(int width, long height) implements Shape {
        @Override
        public int size() {
            return (int) (width * height);
        }
    }

    private static Kernel handles(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            Ints[] all = {a, b, a};
            int x = a.get(lane.id());
            int sum = 0;
            for (int i = 0; i < 6; i++) {
                int at = (x >>> i & 15) % 3;
                sum = sum * 31 + all[at].get(lane.id()) + all[at].length();
                Ints before = all[at];
                all[at] = all[i % 3];
                all[i % 3] = before;
            }
            out.set(lane, 0, sum);
        };
    }

    /** A mutable object that owns an array, which another can own, too. */
    static final class Tally {
        private int count;
        private int[] seen;

        Tally(int count, int[] seen) {
            this.count = count;
            this.seen = seen;
        }

        void add(int value) {
            seen[value & 3] += value;
            count++;
        }

        int hash() {
            return Arrays.hashCode(seen) * 31 + count;
        }
    }

    /** An object that refers to another one. */
    static final class Link {
        private int value;
        private @Nullable Link next;

        Link(int value) {
            this.value = value;
        }
    }
}
