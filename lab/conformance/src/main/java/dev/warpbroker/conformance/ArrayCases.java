package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;

/** Small arrays of fixed size that belong to one lane. */
final class ArrayCases {
    private static final String FEATURE = "local arrays";

    private ArrayCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("constant indices", FEATURE, ArrayCases::constantIndices),
                Agreement.of("variable indices", FEATURE, ArrayCases::variableIndices),
                Agreement.of("initialiser, length and for-each", FEATURE, ArrayCases::initialiser),
                Agreement.of("arrays of long, float and double", FEATURE, ArrayCases::wideElements),
                Agreement.of("arrays of byte, short, char and boolean", FEATURE, ArrayCases::smallElements),
                Agreement.of("array passed to helpers", FEATURE, ArrayCases::sorted),
                Agreement.of("array filled again in every round", FEATURE, ArrayCases::rounds),
                Agreement.of("array in a mutable object", FEATURE, ArrayCases::stack),
                Agreement.of("array of records with constant indices", FEATURE, ArrayCases::records),
                Agreement.of("two arrays of one place, one after the other", FEATURE, ArrayCases::twoOfOnePlace),
                Agreement.of("two arrays of one place in use at once", FEATURE, ArrayCases::twoAtOnce),
                Agreement.of("arrays of several lengths from one place", FEATURE, ArrayCases::severalLengths));
    }

    private static Kernel constantIndices(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int[] cells = new int[4];
            cells[0] = a.get(lane.id());
            cells[1] = b.get(lane.id());
            cells[2] = cells[0] + cells[1];
            cells[1] ^= cells[2];
            cells[0]++;
            out.set(lane, 0, cells[0] * 31 + cells[1]);
            out.set(lane, 1, cells[2] - cells[3]);
        };
    }

    private static Kernel variableIndices(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(8);
        return lane -> {
            int[] histogram = new int[8];
            int x = a.get(lane.id());
            for (int shift = 0; shift < 30; shift += 3) {
                histogram[x >> shift & 7]++;
            }
            for (int i = 0; i < 8; i++) {
                out.set(lane, i, histogram[i]);
            }
        };
    }

    private static Kernel initialiser(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            int[] coefficients = {3, x, -5, x >> 3, 7};
            int sum = 0;
            for (int coefficient : coefficients) {
                sum = sum * 10 + coefficient;
            }
            out.set(lane, 0, sum);
            out.set(lane, 1, coefficients.length);
        };
    }

    private static Kernel wideElements(Workspace workspace) {
        var a = workspace.ints();
        var longs = workspace.longResults(1);
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            int x = a.get(lane.id());
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
            longs.set(lane, 0, powers[pick + 1]);
            floats.set(lane, 0, fractions[pick + 2]);
            doubles.set(lane, 0, sums[pick]);
        };
    }

    private static Kernel smallElements(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int x = a.get(lane.id());
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
            int pick = lane.id() & 3;
            octets[pick] += (byte) 100;
            out.set(lane, 0, octets[pick]);
            out.set(lane, 1, halves[3 - pick]);
            out.set(lane, 2, units[pick]);
            out.set(lane, 3, flags[pick] == flags[0] ? 1 : 0);
        };
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

    private static Kernel sorted(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(6);
        return lane -> {
            int[] values = new int[6];
            for (int i = 0; i < values.length; i++) {
                values[i] = Integer.rotateLeft(a.get(lane.id()), i * 5) + i;
            }
            sort(values);
            for (int i = 0; i < values.length; i++) {
                out.set(lane, i, values[i]);
            }
        };
    }

    private static Kernel rounds(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int sum = 0;
            for (int round = 0; round < 4; round++) {
                int[] seen = new int[4];
                seen[x >> round & 3] = round + 1;
                sum = sum * 7 + seen[0] + 2 * seen[round];
            }
            out.set(lane, 0, sum);
        };
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

    private static Kernel stack(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            var stack = new Stack();
            stack.push(a.get(lane.id()) & 31);
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
            out.set(lane, 0, visited);
            out.set(lane, 1, sum);
        };
    }

    record Point(int x, int y) {}

    private static Kernel records(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            Point[] corners = {new Point(a.get(lane.id()), 1), new Point(2, b.get(lane.id()))};
            corners[0] = new Point(corners[0].x() + corners[1].y(), 3);
            out.set(lane, 0, corners[0].x() * corners[1].x() + corners[0].y());
        };
    }

    private static Kernel twoOfOnePlace(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            int k = lane.id() & 3;
            out.set(lane, 0, at(made(8, k), k) * 10 + at(made(8, k + 1), k + 1));
        };
    }

    private static Kernel twoAtOnce(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            int k = lane.id() & 1;
            out.set(lane, 0, both(made(4, k), made(4, k + 2), k));
        };
    }

    private static Kernel severalLengths(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            int k = lane.id() & 3;
            int sum = at(made(4, k), k) + at(made(8, k + 4), k + 4);
            int[] other = new int[2];
            other[k & 1] = 100;
            out.set(lane, 0, sum + other[k >> 1]);
        };
    }

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
