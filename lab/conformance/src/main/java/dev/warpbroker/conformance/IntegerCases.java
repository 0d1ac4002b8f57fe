package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;

/** Arithmetic on int, long and the smaller types. */
final class IntegerCases {
    private static final String FEATURE = "integers";

    private IntegerCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("int arithmetic wraps", FEATURE, IntegerCases::intArithmetic),
                Agreement.of("int division truncates", FEATURE, IntegerCases::intDivision),
                Agreement.of("int shifts mask their count", FEATURE, IntegerCases::intShifts),
                Agreement.of("int comparisons", FEATURE, IntegerCases::intComparisons),
                Agreement.of("int bit operations", FEATURE, IntegerCases::intBits),
                Agreement.of("unsigned int operations", FEATURE, IntegerCases::unsignedInts),
                Agreement.of("long arithmetic wraps", FEATURE, IntegerCases::longArithmetic),
                Agreement.of("long division truncates", FEATURE, IntegerCases::longDivision),
                Agreement.of("long shifts mask their count", FEATURE, IntegerCases::longShifts),
                Agreement.of("long comparisons", FEATURE, IntegerCases::longComparisons),
                Agreement.of("long bit operations", FEATURE, IntegerCases::longBits),
                Agreement.of("unsigned long operations", FEATURE, IntegerCases::unsignedLongs),
                Agreement.of("floor and sign functions", FEATURE, IntegerCases::floorFunctions),
                Agreement.of("division by constants", FEATURE, IntegerCases::divisionByConstants),
                Agreement.of("byte, short and char", FEATURE, IntegerCases::smallTypes),
                Agreement.of("boolean algebra", FEATURE, IntegerCases::booleans),
                Agreement.of("integer casts", FEATURE, IntegerCases::casts));
    }

    private static Kernel intArithmetic(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(9);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, x + y);
            out.set(lane, 1, x - y);
            out.set(lane, 2, x * y);
            out.set(lane, 3, -x);
            out.set(lane, 4, x & y);
            out.set(lane, 5, x | y);
            out.set(lane, 6, x ^ y);
            out.set(lane, 7, ~x);
            out.set(lane, 8, (x + 0x7fff_0001) * -1_640_531_527 ^ y - 1);
        };
    }

    private static Kernel intDivision(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, y == 0 ? x : x / y);
            out.set(lane, 1, y == 0 ? x : x % y);
        };
    }

    private static Kernel intShifts(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(6);
        return lane -> {
            int x = a.get(lane.id());
            int count = b.get(lane.id());
            out.set(lane, 0, x << count);
            out.set(lane, 1, x >> count);
            out.set(lane, 2, x >>> count);
            out.set(lane, 3, x << (long) count);
            out.set(lane, 4, x >> 31 | x << 31);
            out.set(lane, 5, x >>> 31);
        };
    }

    private static Kernel intComparisons(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            int relations = (x < y ? 1 : 0)
                    + (x <= y ? 2 : 0)
                    + (x > y ? 4 : 0)
                    + (x >= y ? 8 : 0)
                    + (x == y ? 16 : 0)
                    + (x != y ? 32 : 0);
            int signs = (x < 0 ? 1 : 0) + (x <= 0 ? 2 : 0) + (x > 0 ? 4 : 0) + (x >= 0 ? 8 : 0) + (x == 0 ? 16 : 0);
            out.set(lane, 0, relations);
            out.set(lane, 1, signs);
            out.set(lane, 2, Integer.compare(x, y));
        };
    }

    private static Kernel intBits(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(9);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, Integer.bitCount(x));
            out.set(lane, 1, Integer.numberOfLeadingZeros(x));
            out.set(lane, 2, Integer.numberOfTrailingZeros(x));
            out.set(lane, 3, Integer.reverse(x));
            out.set(lane, 4, Integer.reverseBytes(x));
            out.set(lane, 5, Integer.rotateLeft(x, y));
            out.set(lane, 6, Integer.rotateRight(x, y));
            out.set(lane, 7, Integer.highestOneBit(x));
            out.set(lane, 8, Integer.lowestOneBit(x));
        };
    }

    private static Kernel unsignedInts(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        var wide = workspace.longResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, y == 0 ? 0 : Integer.divideUnsigned(x, y));
            out.set(lane, 1, y == 0 ? 0 : Integer.remainderUnsigned(x, y));
            out.set(lane, 2, Integer.compareUnsigned(x, y) < 0 ? 1 : 2);
            wide.set(lane, 0, Integer.toUnsignedLong(x));
        };
    }

    private static Kernel longArithmetic(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.longs();
        var out = workspace.longResults(9);
        return lane -> {
            long x = a.get(lane.id());
            long y = b.get(lane.id());
            out.set(lane, 0, x + y);
            out.set(lane, 1, x - y);
            out.set(lane, 2, x * y);
            out.set(lane, 3, -x);
            out.set(lane, 4, x & y);
            out.set(lane, 5, x | y);
            out.set(lane, 6, x ^ y);
            out.set(lane, 7, ~x);
            out.set(lane, 8, x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L);
        };
    }

    private static Kernel longDivision(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.longs();
        var out = workspace.longResults(2);
        return lane -> {
            long x = a.get(lane.id());
            long y = b.get(lane.id());
            out.set(lane, 0, y == 0 ? x : x / y);
            out.set(lane, 1, y == 0 ? x : x % y);
        };
    }

    private static Kernel longShifts(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.ints();
        var out = workspace.longResults(5);
        return lane -> {
            long x = a.get(lane.id());
            int count = b.get(lane.id());
            out.set(lane, 0, x << count);
            out.set(lane, 1, x >> count);
            out.set(lane, 2, x >>> count);
            out.set(lane, 3, x >>> 63 | x << 63);
            out.set(lane, 4, 1L << x);
        };
    }

    private static Kernel longComparisons(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.longs();
        var out = workspace.intResults(3);
        return lane -> {
            long x = a.get(lane.id());
            long y = b.get(lane.id());
            int relations = (x < y ? 1 : 0)
                    + (x <= y ? 2 : 0)
                    + (x > y ? 4 : 0)
                    + (x >= y ? 8 : 0)
                    + (x == y ? 16 : 0)
                    + (x != y ? 32 : 0);
            out.set(lane, 0, relations);
            out.set(lane, 1, Long.compare(x, y));
            out.set(lane, 2, Long.signum(x));
        };
    }

    private static Kernel longBits(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.ints();
        var out = workspace.longResults(9);
        return lane -> {
            long x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, Long.bitCount(x));
            out.set(lane, 1, Long.numberOfLeadingZeros(x));
            out.set(lane, 2, Long.numberOfTrailingZeros(x));
            out.set(lane, 3, Long.reverse(x));
            out.set(lane, 4, Long.reverseBytes(x));
            out.set(lane, 5, Long.rotateLeft(x, y));
            out.set(lane, 6, Long.rotateRight(x, y));
            out.set(lane, 7, Long.highestOneBit(x));
            out.set(lane, 8, Long.lowestOneBit(x));
        };
    }

    private static Kernel unsignedLongs(Workspace workspace) {
        var a = workspace.longs();
        var b = workspace.longs();
        var out = workspace.longResults(3);
        return lane -> {
            long x = a.get(lane.id());
            long y = b.get(lane.id());
            out.set(lane, 0, y == 0 ? 0 : Long.divideUnsigned(x, y));
            out.set(lane, 1, y == 0 ? 0 : Long.remainderUnsigned(x, y));
            out.set(lane, 2, Long.compareUnsigned(x, y) < 0 ? 1 : 2);
        };
    }

    private static Kernel floorFunctions(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var ints = workspace.intResults(8);
        var longs = workspace.longResults(6);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            ints.set(lane, 6, Math.floorMod(Math.abs(x), 6));
            ints.set(lane, 7, Math.abs(x) % 10 + Math.abs(y) / 3);
            longs.set(lane, 5, Math.floorMod(Math.abs((long) x << 32), 6L) + Math.abs((long) y << 32) % 10);
            if (y != 0) {
                ints.set(lane, 0, Math.floorMod(x, y));
                ints.set(lane, 1, Math.floorDiv(x, y));
                longs.set(lane, 0, Math.floorMod((long) x << 20, (long) y));
                longs.set(lane, 1, Math.floorDiv((long) x << 20, (long) y));
            }
            ints.set(lane, 2, Math.abs(x));
            ints.set(lane, 3, Math.min(x, y));
            ints.set(lane, 4, Math.max(x, y));
            ints.set(lane, 5, Integer.signum(x));
            longs.set(lane, 2, Math.abs((long) x << 32));
            longs.set(lane, 3, Math.min((long) x << 32, y));
            longs.set(lane, 4, Math.max((long) x << 32, y));
        };
    }

    private static Kernel divisionByConstants(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var ints = workspace.intResults(6);
        var longs = workspace.longResults(3);
        return lane -> {
            int x = a.get(lane.id());
            ints.set(lane, 0, x / 8);
            ints.set(lane, 1, x % 8);
            ints.set(lane, 2, x / 10);
            ints.set(lane, 3, x % 10);
            ints.set(lane, 4, x / -1);
            ints.set(lane, 5, x / Integer.MIN_VALUE);
            long y = b.get(lane.id());
            longs.set(lane, 0, y / 1_000_000_007L);
            longs.set(lane, 1, y % -16L);
            longs.set(lane, 2, y / -1L);
        };
    }

    private static Kernel smallTypes(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(8);
        return lane -> {
            byte octet = (byte) a.get(lane.id());
            short half = (short) a.get(lane.id());
            char unit = (char) a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, octet);
            out.set(lane, 1, half);
            out.set(lane, 2, unit);
            octet += (byte) y;
            half *= (short) y;
            unit ^= (char) y;
            out.set(lane, 3, octet);
            out.set(lane, 4, half);
            out.set(lane, 5, unit);
            octet++;
            unit--;
            out.set(lane, 6, octet >>> 3);
            out.set(lane, 7, unit >> 3);
        };
    }

    @SuppressWarnings("ShortCircuitBoolean")
    private static Kernel booleans(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            boolean positive = x > 0;
            boolean odd = (y & 1) != 0;
            boolean differs = positive ^ odd;
            boolean both = positive & odd;
            boolean either = positive | odd;
            out.set(lane, 0, (positive && odd) || !differs ? 1 : 0);
            out.set(lane, 1, both == either ? 1 : 0);
            out.set(lane, 2, !(positive || (odd && y > x)) ? 1 : 0);
            out.set(lane, 3, isPowerOfTwo(x) != isPowerOfTwo(y) ? 1 : 0);
        };
    }

    private static boolean isPowerOfTwo(int x) {
        return x > 0 && (x & (x - 1)) == 0;
    }

    @SuppressWarnings("UnnecessaryLongToIntConversion")
    private static Kernel casts(Workspace workspace) {
        var a = workspace.longs();
        var out = workspace.longResults(6);
        return lane -> {
            long x = a.get(lane.id());
            out.set(lane, 0, (int) x);
            out.set(lane, 1, (byte) x);
            out.set(lane, 2, (short) x);
            out.set(lane, 3, (char) x);
            out.set(lane, 4, (int) (x >>> 32));
            out.set(lane, 5, (int) x & 0xffff_ffffL);
        };
    }
}
