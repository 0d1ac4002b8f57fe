package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.Out;
import dev.warpbroker.device.Kernel;
import java.util.List;

/** Arithmetic on int, long and the smaller types. */
final class IntegerCases {
    private static final String FEATURE = "integers";

    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            Agreement.of("int arithmetic wraps", FEATURE, IntegerCases::intArithmetic),
            SAMPLES.ints("int division truncates", 2, (x, y, out) -> {
                out.put(y == 0 ? x : x / y);
                out.put(y == 0 ? x : x % y);
            }),
            SAMPLES.ints("int shifts mask their count", 6, (x, count, out) -> {
                out.put(x << count);
                out.put(x >> count);
                out.put(x >>> count);
                out.put(x << (long) count);
                out.put(x >> 31 | x << 31);
                out.put(x >>> 31);
            }),
            SAMPLES.ints("int comparisons", 3, (x, y, out) -> {
                int relations = (x < y ? 1 : 0)
                        + (x <= y ? 2 : 0)
                        + (x > y ? 4 : 0)
                        + (x >= y ? 8 : 0)
                        + (x == y ? 16 : 0)
                        + (x != y ? 32 : 0);
                int signs = (x < 0 ? 1 : 0) + (x <= 0 ? 2 : 0) + (x > 0 ? 4 : 0) + (x >= 0 ? 8 : 0) + (x == 0 ? 16 : 0);
                out.put(relations);
                out.put(signs);
                out.put(Integer.compare(x, y));
            }),
            SAMPLES.ints("int bit operations", 9, (x, y, out) -> {
                out.put(Integer.bitCount(x));
                out.put(Integer.numberOfLeadingZeros(x));
                out.put(Integer.numberOfTrailingZeros(x));
                out.put(Integer.reverse(x));
                out.put(Integer.reverseBytes(x));
                out.put(Integer.rotateLeft(x, y));
                out.put(Integer.rotateRight(x, y));
                out.put(Integer.highestOneBit(x));
                out.put(Integer.lowestOneBit(x));
            }),
            SAMPLES.ints("unsigned int operations", 4, (x, y, out) -> {
                out.put(y == 0 ? 0 : Integer.divideUnsigned(x, y));
                out.put(y == 0 ? 0 : Integer.remainderUnsigned(x, y));
                out.put(Integer.compareUnsigned(x, y) < 0 ? 1 : 2);
                out.put(Integer.toUnsignedLong(x));
            }),
            SAMPLES.longs("long arithmetic wraps", 9, (x, y, out) -> {
                out.put(x + y);
                out.put(x - y);
                out.put(x * y);
                out.put(-x);
                out.put(x & y);
                out.put(x | y);
                out.put(x ^ y);
                out.put(~x);
                out.put(x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L);
            }),
            SAMPLES.longs("long division truncates", 2, (x, y, out) -> {
                out.put(y == 0 ? x : x / y);
                out.put(y == 0 ? x : x % y);
            }),
            SAMPLES.intAndLong("long shifts mask their count", 5, (count, x, out) -> {
                out.put(x << count);
                out.put(x >> count);
                out.put(x >>> count);
                out.put(x >>> 63 | x << 63);
                out.put(1L << x);
            }),
            SAMPLES.longs("long comparisons", 3, (x, y, out) -> {
                int relations = (x < y ? 1 : 0)
                        + (x <= y ? 2 : 0)
                        + (x > y ? 4 : 0)
                        + (x >= y ? 8 : 0)
                        + (x == y ? 16 : 0)
                        + (x != y ? 32 : 0);
                out.put(relations);
                out.put(Long.compare(x, y));
                out.put(Long.signum(x));
            }),
            SAMPLES.intAndLong("long bit operations", 9, (y, x, out) -> {
                out.put(Long.bitCount(x));
                out.put(Long.numberOfLeadingZeros(x));
                out.put(Long.numberOfTrailingZeros(x));
                out.put(Long.reverse(x));
                out.put(Long.reverseBytes(x));
                out.put(Long.rotateLeft(x, y));
                out.put(Long.rotateRight(x, y));
                out.put(Long.highestOneBit(x));
                out.put(Long.lowestOneBit(x));
            }),
            SAMPLES.longs("unsigned long operations", 3, (x, y, out) -> {
                out.put(y == 0 ? 0 : Long.divideUnsigned(x, y));
                out.put(y == 0 ? 0 : Long.remainderUnsigned(x, y));
                out.put(Long.compareUnsigned(x, y) < 0 ? 1 : 2);
            }),
            SAMPLES.ints("floor and sign functions", 14, (x, y, out) -> {
                out.put(Math.floorMod(Math.abs(x), 6));
                out.put(Math.abs(x) % 10 + Math.abs(y) / 3);
                out.put(Math.floorMod(Math.abs((long) x << 32), 6L) + Math.abs((long) y << 32) % 10);
                out.put(Math.abs(x));
                out.put(Math.min(x, y));
                out.put(Math.max(x, y));
                out.put(Integer.signum(x));
                out.put(Math.abs((long) x << 32));
                out.put(Math.min((long) x << 32, y));
                out.put(Math.max((long) x << 32, y));
                if (y != 0) {
                    out.put(Math.floorMod(x, y));
                    out.put(Math.floorDiv(x, y));
                    out.put(Math.floorMod((long) x << 20, (long) y));
                    out.put(Math.floorDiv((long) x << 20, (long) y));
                }
            }),
            SAMPLES.intAndLong("division by constants", 9, (x, y, out) -> {
                out.put(x / 8);
                out.put(x % 8);
                out.put(x / 10);
                out.put(x % 10);
                out.put(x / -1);
                out.put(x / Integer.MIN_VALUE);
                out.put(y / 1_000_000_007L);
                out.put(y % -16L);
                out.put(y / -1L);
            }),
            SAMPLES.ints("byte, short and char", 8, (x, y, out) -> {
                byte octet = (byte) x;
                short half = (short) x;
                char unit = (char) x;
                out.put(octet);
                out.put(half);
                out.put(unit);
                octet += (byte) y;
                half *= (short) y;
                unit ^= (char) y;
                out.put(octet);
                out.put(half);
                out.put(unit);
                octet++;
                unit--;
                out.put(octet >>> 3);
                out.put(unit >> 3);
            }),
            SAMPLES.ints("boolean algebra", 4, IntegerCases::booleans),
            SAMPLES.longs("integer casts", 6, (x, _, out) -> casts(x, out)));

    private IntegerCases() {}

    static List<Case> cases() {
        return CASES;
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

    @SuppressWarnings("ShortCircuitBoolean")
    private static void booleans(int x, int y, Out out) {
        boolean positive = x > 0;
        boolean odd = (y & 1) != 0;
        boolean differs = positive ^ odd;
        boolean both = positive & odd;
        boolean either = positive | odd;
        out.put((positive && odd) || !differs ? 1 : 0);
        out.put(both == either ? 1 : 0);
        out.put(!(positive || (odd && y > x)) ? 1 : 0);
        out.put(isPowerOfTwo(x) != isPowerOfTwo(y) ? 1 : 0);
    }

    private static boolean isPowerOfTwo(int x) {
        return x > 0 && (x & (x - 1)) == 0;
    }

    @SuppressWarnings("UnnecessaryLongToIntConversion")
    private static void casts(long x, Out out) {
        out.put((int) x);
        out.put((byte) x);
        out.put((short) x);
        out.put((char) x);
        out.put((int) (x >>> 32));
        out.put((int) x & 0xffff_ffffL);
    }
}
