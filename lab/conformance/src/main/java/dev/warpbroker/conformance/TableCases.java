package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.OfInts;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays that exist before the launch, read by kernels. */
final class TableCases {
    private static final String FEATURE = "tables";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final byte[] BYTES = bytes();
    private static final boolean[] PRIMES = {false, false, true, true, false, true, false, true};
    private static final short[] SHORTS = {-1, Short.MIN_VALUE, 300, 7};
    private static final char[] CHARS = "kernel€\uffff".toCharArray();
    private static final int[] INTS = {3, -1, 4, 1, -5, 9, 2, -6};
    private static final long[] LONGS = {Long.MIN_VALUE, 1L << 40, -3, 12345678901234L};
    private static final float[] FLOATS = {-0.0f, 1.5f, Float.MIN_VALUE, 1e30f};
    private static final double[] DOUBLES = {Math.PI, -0.0, Double.MIN_VALUE, 1e300};
    private static final int[][] MATRIX = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    private static final int[][] TRIANGLE = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {}};
    private static final Color[] COLORS = {Color.BLUE, Color.RED, Color.BLUE, Color.GREEN};
    private static final Move[] MOVES = {
        new Move(1, 2.5f, Color.RED, new Step(1, -1), new int[] {1, 2}),
        new Move(-2, 0.5f, Color.GREEN, new Step(5, 7), new int[] {3}),
        new Move(3, -8f, Color.BLUE, new Step(0, 9), new int[] {4, 5, 6})
    };
    private static final Figure[] FIGURES = {new Figure.Square(3), new Figure.Bar(2, 5), new Figure.Dot()};
    private static final @Nullable Step[] GAPS = {null, new Step(1, 2), new Step(3, 4), null};

    enum Color {
        RED(2, 3),
        GREEN(5),
        BLUE(7, 11, 13);

        @SuppressWarnings("ImmutableEnumChecker") // an array in an enum is what is tested
        private final int[] weights;

        Color(int... weights) {
            this.weights = weights;
        }

        int weight(int index) {
            return weights[index % weights.length];
        }
    }

    record Step(int x, int y) {}

    @SuppressWarnings("ArrayRecordComponent") // that is what is tried
    record Move(int kind, float cost, Color color, Step step, int[] ends) {}

    sealed interface Figure {
        record Square(int side) implements Figure {}

        record Bar(int width, int height) implements Figure {}

        record Dot() implements Figure {}
    }

    @SuppressWarnings("ArrayRecordComponent") // that is what is tried
    record Palette(int[] shades, Step[][] paths) {}

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("tables of small integers", 4, (x, _, out) -> {
                out.put(BYTES[x & 0xff] + BYTES[BYTES[x >>> 24] & 0xff]);
                out.put(PRIMES[x & 7] ? 1 : PRIMES[3] ? 2 : 3);
                out.put(SHORTS[x & 3]);
                out.put(CHARS[(x & 0xffff) % CHARS.length]);
            }),
            SAMPLES.ints("tables of ints and longs", 3, (x, _, out) -> {
                int sum = INTS[5] * INTS.length;
                for (int number : INTS) {
                    sum = sum * 31 + (number ^ x);
                }
                out.put(sum);
                out.put(INTS[x >>> 29]);
                out.put(LONGS[x & 3] * LONGS[1]);
            }),
            SAMPLES.ints("tables of floats and doubles", 2, (x, _, out) -> {
                out.put(FLOATS[x & 3] / FLOATS[1]);
                out.put(DOUBLES[x & 3] - DOUBLES[x >> 2 & 3]);
            }),
            SAMPLES.ints("captured tables, and in fields", 2, captured()),
            SAMPLES.ints("choice between tables", 2, choice()),
            SAMPLES.ints("tables of two dimensions", 2, (a, _, out) -> {
                int x = a & 0xffff;
                int sum = 0;
                for (int column = 0; column < 4; column++) {
                    sum = sum * 13 + MATRIX[x % 3][column] * MATRIX[1][x & 3];
                }
                out.put(sum);
                int[] row = TRIANGLE[x % TRIANGLE.length];
                out.put(row.length == 0 ? -1 : row[x % row.length] + TRIANGLE[3][x & 3]);
            }),
            SAMPLES.ints("tables of enum constants, and in them", 2, (a, _, out) -> {
                int x = a & 0xffff;
                Color color = COLORS[x & 3];
                out.put(color.weight(x) + (color == Color.RED ? 1000 : 0));
                out.put(
                        switch (COLORS[x >> 2 & 3]) {
                            case RED -> 1;
                            case GREEN -> 2;
                            case BLUE -> 3;
                        });
            }),
            SAMPLES.ints("tables of records", 3, (a, _, out) -> {
                int x = a & 0xffff;
                Move move = MOVES[x % 3];
                Move best = MOVES[0];
                for (int i = 1; i < MOVES.length; i++) {
                    if ((MOVES[i].step().y() ^ x & 7) > (best.step().y() ^ x & 7)) {
                        best = MOVES[i];
                    }
                }
                out.put(move.kind() + move.step().x() * 10 + move.color().weight(x));
                out.put(best.kind() * 100 + best.ends()[x % best.ends().length]);
                out.put(move.cost());
            }),
            SAMPLES.ints("tables of sealed values and null", 2, (a, _, out) -> {
                int x = a & 0xffff;
                out.put(
                        switch (FIGURES[x % 3]) {
                            case Figure.Square(int side) -> side * side;
                            case Figure.Bar(int width, int height) -> width * height + x;
                            case Figure.Dot _ -> -1;
                        });
                Step step = GAPS[x & 3];
                out.put(step == null ? x : step.x() * step.y());
            }),
            Agreement.of("tables of memory handles", FEATURE, TableCases::handles),
            SAMPLES.ints("a table of a megabyte", 1, large()));

    private TableCases() {}

    static List<Case> cases() {
        return CASES;
    }

    private static byte[] bytes() {
        var bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 167 + 13);
        }
        return bytes;
    }

    private static OfInts captured() {
        int[] table = {9, 8, 7, 6, 5};
        var palette =
                new Palette(new int[] {1, 10, 100}, new Step[][] {{new Step(1, 2)}, {}, {new Step(3, 4), new Step(5, 6)}
                });
        return (a, _, out) -> {
            int x = a & 0xffff;
            out.put(table[x % table.length] + palette.shades()[x % 3]);
            int sum = palette.paths().length;
            for (Step step : palette.paths()[x % 3]) {
                sum = sum * 100 + step.x() * 10 + step.y();
            }
            out.put(sum);
        };
    }

    private static OfInts choice() {
        int[] captured = {100, 200, 300};
        return (a, _, out) -> {
            int x = a & 0xffff;
            int[] table = x % 3 == 0 ? captured : x % 3 == 1 ? INTS : MATRIX[x & 1];
            out.put(table[x % table.length]);
            int[] one = INTS;
            int[] other = captured;
            int sum = 0;
            for (int i = 0; i < (x & 7); i++) {
                sum = sum * 7 + one[i % one.length];
                int[] third = one;
                one = other;
                other = third;
            }
            out.put(sum);
        };
    }

    private static Kernel handles(Workspace workspace) {
        var a = workspace.ints();
        Longs[] inputs = {workspace.longs(), workspace.longs(), workspace.longs()};
        var out = workspace.longResults(2);
        return lane -> {
            int x = a.get(lane.id()) & 0xffff;
            out.set(lane, 0, inputs[x % 3].get(lane.id()));
            out.set(lane, 1, inputs[2].get(lane.id()) + inputs[x & 1].length());
        };
    }

    private static OfInts large() {
        var table = new int[1 << 18];
        for (int i = 0; i < table.length; i++) {
            table[i] = i * 0x9e37_79b1 ^ i >>> 5;
        }
        return (x, _, out) -> {
            for (int i = 0; i < 5; i++) {
                x = table[x & table.length - 1] + x;
            }
            out.put(x);
        };
    }
}
