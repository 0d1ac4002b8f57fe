package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** {@code Arrays.sort} of arrays that belong to one lane. */
final class SortingCases {
    private static final String FEATURE = "sorting";

    private SortingCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("sorted ints and longs", FEATURE, SortingCases::integers),
                Agreement.of("sorted bytes, shorts and chars", FEATURE, SortingCases::smallNumbers),
                Agreement.of("sorted floats and doubles with zeros and NaN", FEATURE, SortingCases::floatingPoint),
                Agreement.of("part of an array sorted, or refused", FEATURE, SortingCases::parts),
                Agreement.of("records sorted by their order and by comparators", FEATURE, SortingCases::records));
    }

    private record Edge(int id, int weight) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            return Integer.compare(weight, other.weight);
        }
    }

    private static Kernel integers(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        int lanes = workspace.lanes();
        var out = workspace.longResults(2);
        return lane -> {
            int[] ints = new int[40];
            long[] longs = new long[11];
            for (int i = 0; i < ints.length; i++) {
                ints[i] = a.get((lane.id() + i) % lanes);
            }
            for (int i = 0; i < longs.length; i++) {
                longs[i] = b.get((lane.id() + 3 * i) % lanes);
            }
            Arrays.sort(ints);
            Arrays.sort(longs);
            out.set(lane, 0, Arrays.hashCode(ints));
            out.set(lane, 1, Arrays.hashCode(longs));
        };
    }

    private static Kernel smallNumbers(Workspace workspace) {
        var a = workspace.ints();
        int lanes = workspace.lanes();
        var out = workspace.intResults(3);
        return lane -> {
            byte[] bytes = new byte[9];
            short[] shorts = new short[9];
            char[] chars = new char[9];
            for (int i = 0; i < 9; i++) {
                int x = a.get((lane.id() + i) % lanes);
                bytes[i] = (byte) x;
                shorts[i] = (short) x;
                chars[i] = (char) x;
            }
            Arrays.sort(bytes);
            Arrays.sort(shorts);
            Arrays.sort(chars);
            out.set(lane, 0, Arrays.hashCode(bytes));
            out.set(lane, 1, Arrays.hashCode(shorts));
            out.set(lane, 2, Arrays.hashCode(chars));
        };
    }

    private static Kernel floatingPoint(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        int lanes = workspace.lanes();
        var out = workspace.intResults(2);
        return lane -> {
            float[] floats = new float[24];
            double[] doubles = new double[24];
            for (int i = 0; i < floats.length; i++) {
                floats[i] = a.get((lane.id() + i) % lanes);
                doubles[i] = i % 5 == 0 ? -0.0 : b.get((lane.id() + i) % lanes);
            }
            Arrays.sort(floats);
            Arrays.sort(doubles);
            out.set(lane, 0, Arrays.hashCode(floats));
            out.set(lane, 1, Arrays.hashCode(doubles));
        };
    }

    private static Kernel parts(Workspace workspace) {
        var a = workspace.ints();
        int lanes = workspace.lanes();
        var out = workspace.intResults(1);
        return lane -> {
            int[] ints = new int[8];
            for (int i = 0; i < ints.length; i++) {
                ints[i] = a.get((lane.id() + i) % lanes);
            }
            try {
                Arrays.sort(ints, lane.id() % 6 - 1, lane.id() % 11);
                out.set(lane, 0, Arrays.hashCode(ints));
            } catch (ArrayIndexOutOfBoundsException _) {
                out.set(lane, 0, 1);
            } catch (IllegalArgumentException _) {
                out.set(lane, 0, 2);
            }
        };
    }

    private static Kernel records(Workspace workspace) {
        var a = workspace.ints();
        int lanes = workspace.lanes();
        var out = workspace.intResults(4);
        return lane -> {
            Edge[] edges = new Edge[10];
            for (int i = 0; i < edges.length; i++) {
                edges[i] = new Edge(i, a.get((lane.id() + i) % lanes) % 4);
            }
            Arrays.sort(edges);
            out.set(lane, 0, ids(edges));
            Arrays.sort(edges, Comparator.comparingInt(edge -> edge.id() % 3));
            out.set(lane, 1, ids(edges));
            Arrays.sort(edges, 2, 9, (first, second) -> Integer.compare(second.weight(), first.weight()));
            out.set(lane, 2, ids(edges));
            Comparator<Edge> falling = Comparator.reverseOrder();
            Arrays.sort(edges, falling.reversed().thenComparing(Edge::id, Comparator.naturalOrder()));
            out.set(lane, 3, ids(edges));
        };
    }

    private static int ids(Edge[] edges) {
        int ids = 0;
        for (Edge edge : edges) {
            ids = 10 * ids + edge.id();
        }
        return ids;
    }
}
