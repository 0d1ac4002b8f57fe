package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;

/** Arithmetic on float and double: Java's results to the bit. */
final class FloatingPointCases {
    private static final String FEATURE = "floating point";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            Agreement.of("float arithmetic", FEATURE, FloatingPointCases::floatArithmetic),
            SAMPLES.doubles("double arithmetic", 6, (x, y, out) -> {
                out.put(x + y);
                out.put(x - y);
                out.put(x * y);
                out.put(x / y);
                out.put(-x);
                out.put((x + 1) * 0.1 - y / 3);
            }),
            SAMPLES.floats("float remainder", 2, (x, y, out) -> {
                out.put(x % y);
                out.put(x % 0.1f);
            }),
            SAMPLES.doubles("double remainder", 2, (x, y, out) -> {
                out.put(x % y);
                out.put(x % 360);
            }),
            SAMPLES.floats("float comparisons with NaN", 2, (x, y, out) -> {
                int relations = (x < y ? 1 : 0)
                        + (x <= y ? 2 : 0)
                        + (x > y ? 4 : 0)
                        + (x >= y ? 8 : 0)
                        + (x == y ? 16 : 0)
                        + (x != y ? 32 : 0);
                int negations = (!(x < y) ? 1 : 0) + (!(x <= y) ? 2 : 0) + (!(x > y) ? 4 : 0) + (!(x >= y) ? 8 : 0);
                out.put(relations);
                out.put(negations);
            }),
            SAMPLES.doubles("double comparisons with NaN", 2, (x, y, out) -> {
                int relations = (x < y ? 1 : 0)
                        + (x <= y ? 2 : 0)
                        + (x > y ? 4 : 0)
                        + (x >= y ? 8 : 0)
                        + (x == y ? 16 : 0)
                        + (x != y ? 32 : 0);
                int negations = (!(x < y) ? 1 : 0) + (!(x <= y) ? 2 : 0) + (!(x > y) ? 4 : 0) + (!(x >= y) ? 8 : 0);
                out.put(relations);
                out.put(negations);
            }),
            SAMPLES.floats("float to integer saturates", 5, (x, _, out) -> {
                out.put((int) x);
                out.put((byte) x);
                out.put((short) x);
                out.put((char) x);
                out.put((long) x);
            }),
            SAMPLES.doubles("double to integer saturates", 5, (x, _, out) -> {
                out.put((int) x);
                out.put((byte) x);
                out.put((short) x);
                out.put((char) x);
                out.put((long) x);
            }),
            SAMPLES.intAndLong("integer to floating point rounds", 5, (x, y, out) -> {
                out.put((float) x);
                out.put((float) y);
                out.put((float) (char) x);
                out.put((double) x);
                out.put((double) y);
            }),
            SAMPLES.floatAndDouble("float and double conversions", 4, (x, y, out) -> {
                out.put((float) y);
                out.put((float) (x * y));
                out.put(x);
                out.put(x * x + y);
            }),
            Agreement.of("products are not fused into sums", FEATURE, FloatingPointCases::noContraction),
            Agreement.of("Math.fma rounds once", FEATURE, FloatingPointCases::fma),
            SAMPLES.floatAndDouble("Math.sqrt", 2, (x, y, out) -> {
                out.put((float) Math.sqrt(x));
                out.put(Math.sqrt(y));
            }),
            SAMPLES.floats("Math.abs, min and max", 6, (x, y, out) -> {
                out.put(Math.abs(x));
                out.put(Math.min(x, y));
                out.put(Math.max(x, y));
                double wide = x;
                out.put(Math.abs(wide));
                out.put(Math.min(wide, y));
                out.put(Math.max(wide, y));
            }),
            SAMPLES.floatAndDouble("Math.floor, ceil and rint", 4, (y, x, out) -> {
                out.put(Math.floor(x));
                out.put(Math.ceil(x));
                out.put(Math.rint(x));
                out.put(Math.floor(y));
            }),
            SAMPLES.floatAndDouble("Math.round", 2, (x, y, out) -> {
                out.put(Math.round(x));
                out.put(Math.round(y));
            }),
            Agreement.of("bits of floats and doubles", FEATURE, FloatingPointCases::bits),
            SAMPLES.floats("classification and total order", 4, (x, y, out) -> {
                double wide = x;
                out.put((Float.isNaN(x) ? 1 : 0) + (Float.isInfinite(x) ? 2 : 0) + (Float.isFinite(x) ? 4 : 0));
                out.put(Float.compare(x, y));
                out.put(Double.compare(wide, y));
                out.put(Double.isNaN(wide) || Double.isInfinite(wide) ? 1 : 0);
            }),
            SAMPLES.ints("subnormal numbers", 6, (x, _, out) -> {
                float tiny = Float.intBitsToFloat(x & 0x807f_ffff);
                out.put(tiny * 0.5f);
                out.put(tiny + Float.MIN_VALUE);
                out.put(tiny * 0x1p20f);
                double tinier = Double.longBitsToDouble(x & 0x7fff_ffffL);
                out.put(tinier * 0.5);
                out.put(tinier - Double.MIN_VALUE);
                out.put(tinier * 0x1p60);
            }));

    private FloatingPointCases() {}

    static List<Case> cases() {
        return CASES;
    }

    private static Kernel floatArithmetic(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var out = workspace.floatResults(6);
        return lane -> {
            float x = a.get(lane.id());
            float y = b.get(lane.id());
            out.set(lane, 0, x + y);
            out.set(lane, 1, x - y);
            out.set(lane, 2, x * y);
            out.set(lane, 3, x / y);
            out.set(lane, 4, -x);
            out.set(lane, 5, (x + 1f) * 0.1f - y / 3f);
        };
    }

    private static Kernel noContraction(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var c = workspace.doubles();
        var floats = workspace.floatResults(2);
        var doubles = workspace.doubleResults(2);
        return lane -> {
            float x = a.get(lane.id());
            float y = b.get(lane.id());
            double z = c.get(lane.id());
            floats.set(lane, 0, x * y + x);
            floats.set(lane, 1, y - x * x);
            doubles.set(lane, 0, z * z - y);
            doubles.set(lane, 1, z * x + z * y);
        };
    }

    private static Kernel fma(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var c = workspace.doubles();
        var d = workspace.doubles();
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            float x = a.get(lane.id());
            float y = b.get(lane.id());
            floats.set(lane, 0, Math.fma(x, y, x));
            doubles.set(lane, 0, Math.fma(c.get(lane.id()), d.get(lane.id()), y));
        };
    }

    private static Kernel bits(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        var c = workspace.ints();
        var ints = workspace.intResults(2);
        var longs = workspace.longResults(2);
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            float x = a.get(lane.id());
            double y = b.get(lane.id());
            int pattern = c.get(lane.id());
            ints.set(lane, 0, Float.floatToIntBits(x * 2));
            ints.set(lane, 1, Float.floatToRawIntBits(x));
            longs.set(lane, 0, Double.doubleToLongBits(y * 2));
            longs.set(lane, 1, Double.doubleToRawLongBits(y));
            floats.set(lane, 0, Float.intBitsToFloat(pattern));
            doubles.set(lane, 0, Double.longBitsToDouble((long) pattern << 32 | 1));
        };
    }
}
