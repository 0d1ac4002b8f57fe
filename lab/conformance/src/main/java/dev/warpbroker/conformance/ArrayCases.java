package dev.warpbroker.conformance;

import java.util.List;

/** Small arrays of fixed size that belong to one lane. */
final class ArrayCases {
    private static final Samples SAMPLES = new Samples("local arrays");

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("constant indices", 2, (x, y, out) -> {
                int[] cells = new int[4];
                cells[0] = x;
                cells[1] = y;
                cells[2] = cells[0] + cells[1];
                cells[1] ^= cells[2];
                cells[0]++;
                out.put(cells[0] * 31 + cells[1]);
                out.put(cells[2] - cells[3]);
            }),
            SAMPLES.ints("variable indices", 8, (x, _, out) -> {
                int[] histogram = new int[8];
                for (int shift = 0; shift < 30; shift += 3) {
                    histogram[x >> shift & 7]++;
                }
                for (int i = 0; i < 8; i++) {
                    out.put(histogram[i]);
                }
            }),
            SAMPLES.ints("initialiser, length and for-each", 2, (x, _, out) -> {
                int[] coefficients = {3, x, -5, x >> 3, 7};
                int sum = 0;
                for (int coefficient : coefficients) {
                    sum = sum * 10 + coefficient;
                }
                out.put(sum);
                out.put(coefficients.length);
            }),
            SAMPLES.ints("arrays of long, float and double", 3, (x, _, out) -> {
                long[] powers = new long[6];
                float[] fractions = new float[6];
                double[] sums = new double[6];
                powers[0] = x;
                for (int i = 1; i < 6; i++) {
                    powers[i] = powers[i - 1] * x + i;
                    fractions[i] = powers[i] / 3f;
                    sums[i] = sums[i - 1] + fractions[i];
                }
                int pick = x & 3;
                out.put(powers[pick + 1]);
                out.put(fractions[pick + 2]);
                out.put(sums[pick]);
            }),
            SAMPLES.ints("arrays of byte, short, char and boolean", 4, (x, _, out) -> {
                byte[] octets = new byte[4];
                short[] halves = new short[4];
                char[] units = new char[4];
                boolean[] flags = new boolean[4];
                for (int i = 0; i < 4; i++) {
                    octets[i] = (byte) (x >> (i * 8));
                    halves[i] = (short) (x * (i + 1));
                    units[i] = (char) (x * (i + 3));
                    flags[i] = octets[i] < 0;
                }
                int pick = out.id() & 3;
                octets[pick] += (byte) 100;
                out.put(octets[pick]);
                out.put(halves[3 - pick]);
                out.put(units[pick]);
                out.put(flags[pick] == flags[0] ? 1 : 0);
            }),
            SAMPLES.ints("array passed to helpers", 6, (x, _, out) -> {
                int[] values = new int[6];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Integer.rotateLeft(x, i * 5) + i;
                }
                sort(values);
                for (int i = 0; i < values.length; i++) {
                    out.put(values[i]);
                }
            }),
            SAMPLES.ints("array filled again in every round", 1, (x, _, out) -> {
                int sum = 0;
                for (int round = 0; round < 4; round++) {
                    int[] seen = new int[4];
                    seen[x >> round & 3] = round + 1;
                    sum = sum * 7 + seen[0] + 2 * seen[round];
                }
                out.put(sum);
            }),
            SAMPLES.ints("array in a mutable object", 2, (x, _, out) -> {
                var stack = new Stack();
                stack.push(x & 31);
                int visited = 0;
                int sum = 0;
                while (!stack.isEmpty()) {
                    int node = stack.pop();
                    visited++;
                    sum = sum * 3 + node;
                    if (node > 1) {
                        stack.push(node / 2);
                        stack.push(node / 3);
                    }
                }
                out.put(visited);
                out.put(sum);
            }),
            SAMPLES.ints("array of records with constant indices", 1, (a, b, out) -> {
                Point[] corners = {new Point(a, 1), new Point(2, b)};
                corners[0] = new Point(corners[0].x() + corners[1].y(), 3);
                out.put(corners[0].x() * corners[1].x() + corners[0].y());
            }),
            SAMPLES.lanes("two arrays of one place, one after the other", 1, (lane, out) -> {
                int k = lane.id() & 3;
                out.put(at(made(8, k), k) * 10 + at(made(8, k + 1), k + 1));
            }),
            SAMPLES.lanes("two arrays of one place in use at once", 1, (lane, out) -> {
                int k = lane.id() & 1;
                out.put(both(made(4, k), made(4, k + 2), k));
            }),
            SAMPLES.lanes("arrays of several lengths from one place", 1, (lane, out) -> {
                int k = lane.id() & 3;
                int sum = at(made(4, k), k) + at(made(8, k + 4), k + 4);
                int[] other = new int[2];
                other[k & 1] = 100;
                out.put(sum + other[k >> 1]);
            }));

    private ArrayCases() {}

    static List<Case> cases() {
        return CASES;
    }

    private static void sort(int[] values) {
        for (int i = 1; i < values.length; i++) {
            int value = values[i];
            int at = i;
            while (at > 0 && values[at - 1] > value) {
                values[at] = values[at - 1];
                at--;
            }
            values[at] = value;
        }
    }

    /** A stack of at most eight ints. */
    static final class Stack {
        private final int[] slots = new int[8];
        private int size;

        void push(int value) {
            slots[size++] = value;
        }

        int pop() {
            return slots[--size];
        }

        boolean isEmpty() {
            return size == 0;
        }
    }

    record Point(int x, int y) {}

    private static int[] made(int length, int index) {
        int[] array = new int[length];
        array[index] = index;
        return array;
    }

    private static int at(int[] array, int index) {
        return array[index];
    }

    private static int both(int[] a, int[] b, int k) {
        return a[k] + b[k + 2];
    }
}
