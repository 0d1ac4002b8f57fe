package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;

/** Arithmetic on float and double: Java's results to the bit. */
final class FloatingPointCases {
    private static final String FEATURE = "floating point";

    private FloatingPointCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("float arithmetic", FEATURE, FloatingPointCases::floatArithmetic),
                Agreement.of("double arithmetic", FEATURE, FloatingPointCases::doubleArithmetic),
                Agreement.of("float remainder", FEATURE, FloatingPointCases::floatRemainder),
                Agreement.of("double remainder", FEATURE, FloatingPointCases::doubleRemainder),
                Agreement.of("float comparisons with NaN", FEATURE, FloatingPointCases::floatComparisons),
                Agreement.of("double comparisons with NaN", FEATURE, FloatingPointCases::doubleComparisons),
                Agreement.of("float to integer saturates", FEATURE, FloatingPointCases::floatToInteger),
                Agreement.of("double to integer saturates", FEATURE, FloatingPointCases::doubleToInteger),
                Agreement.of("integer to floating point rounds", FEATURE, FloatingPointCases::integerToFloat),
                Agreement.of("float and double conversions", FEATURE, FloatingPointCases::floatAndDouble),
                Agreement.of("products are not fused into sums", FEATURE, FloatingPointCases::noContraction),
                Agreement.of("Math.fma rounds once", FEATURE, FloatingPointCases::fma),
                Agreement.of("Math.sqrt", FEATURE, FloatingPointCases::sqrt),
                Agreement.of("Math.abs, min and max", FEATURE, FloatingPointCases::absMinMax),
                Agreement.of("Math.floor, ceil and rint", FEATURE, FloatingPointCases::rounding),
                Agreement.of("Math.round", FEATURE, FloatingPointCases::round),
                Agreement.of("bits of floats and doubles", FEATURE, FloatingPointCases::bits),
                Agreement.of("classification and total order", FEATURE, FloatingPointCases::classification),
                Agreement.of("subnormal numbers", FEATURE, FloatingPointCases::subnormals));
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

    private static Kernel doubleArithmetic(Workspace workspace) {
        var a = workspace.doubles();
        var b = workspace.doubles();
        var out = workspace.doubleResults(6);
        return lane -> {
            double x = a.get(lane.id());
            double y = b.get(lane.id());
            out.set(lane, 0, x + y);
            out.set(lane, 1, x - y);
            out.set(lane, 2, x * y);
            out.set(lane, 3, x / y);
            out.set(lane, 4, -x);
            out.set(lane, 5, (x + 1) * 0.1 - y / 3);
        };
    }

    private static Kernel floatRemainder(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var out = workspace.floatResults(2);
        return lane -> {
            float x = a.get(lane.id());
            out.set(lane, 0, x % b.get(lane.id()));
            out.set(lane, 1, x % 0.1f);
        };
    }

    private static Kernel doubleRemainder(Workspace workspace) {
        var a = workspace.doubles();
        var b = workspace.doubles();
        var out = workspace.doubleResults(2);
        return lane -> {
            double x = a.get(lane.id());
            out.set(lane, 0, x % b.get(lane.id()));
            out.set(lane, 1, x % 360);
        };
    }

    private static Kernel floatComparisons(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var out = workspace.intResults(2);
        return lane -> {
            float x = a.get(lane.id());
            float y = b.get(lane.id());
            int relations = (x < y ? 1 : 0)
                    + (x <= y ? 2 : 0)
                    + (x > y ? 4 : 0)
                    + (x >= y ? 8 : 0)
                    + (x == y ? 16 : 0)
                    + (x != y ? 32 : 0);
            int negations = (!(x < y) ? 1 : 0) + (!(x <= y) ? 2 : 0) + (!(x > y) ? 4 : 0) + (!(x >= y) ? 8 : 0);
            out.set(lane, 0, relations);
            out.set(lane, 1, negations);
        };
    }

    private static Kernel doubleComparisons(Workspace workspace) {
        var a = workspace.doubles();
        var b = workspace.doubles();
        var out = workspace.intResults(2);
        return lane -> {
            double x = a.get(lane.id());
            double y = b.get(lane.id());
            int relations = (x < y ? 1 : 0)
                    + (x <= y ? 2 : 0)
                    + (x > y ? 4 : 0)
                    + (x >= y ? 8 : 0)
                    + (x == y ? 16 : 0)
                    + (x != y ? 32 : 0);
            int negations = (!(x < y) ? 1 : 0) + (!(x <= y) ? 2 : 0) + (!(x > y) ? 4 : 0) + (!(x >= y) ? 8 : 0);
            out.set(lane, 0, relations);
            out.set(lane, 1, negations);
        };
    }

    private static Kernel floatToInteger(Workspace workspace) {
        var a = workspace.floats();
        var ints = workspace.intResults(4);
        var longs = workspace.longResults(1);
        return lane -> {
            float x = a.get(lane.id());
            ints.set(lane, 0, (int) x);
            ints.set(lane, 1, (byte) x);
            ints.set(lane, 2, (short) x);
            ints.set(lane, 3, (char) x);
            longs.set(lane, 0, (long) x);
        };
    }

    private static Kernel doubleToInteger(Workspace workspace) {
        var a = workspace.doubles();
        var ints = workspace.intResults(4);
        var longs = workspace.longResults(1);
        return lane -> {
            double x = a.get(lane.id());
            ints.set(lane, 0, (int) x);
            ints.set(lane, 1, (byte) x);
            ints.set(lane, 2, (short) x);
            ints.set(lane, 3, (char) x);
            longs.set(lane, 0, (long) x);
        };
    }

    private static Kernel integerToFloat(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.longs();
        var floats = workspace.floatResults(3);
        var doubles = workspace.doubleResults(2);
        return lane -> {
            int x = a.get(lane.id());
            long y = b.get(lane.id());
            floats.set(lane, 0, (float) x);
            floats.set(lane, 1, (float) y);
            floats.set(lane, 2, (float) (char) x);
            doubles.set(lane, 0, x);
            doubles.set(lane, 1, (double) y);
        };
    }

    private static Kernel floatAndDouble(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        var floats = workspace.floatResults(2);
        var doubles = workspace.doubleResults(2);
        return lane -> {
            float x = a.get(lane.id());
            double y = b.get(lane.id());
            floats.set(lane, 0, (float) y);
            floats.set(lane, 1, (float) (x * y));
            doubles.set(lane, 0, x);
            doubles.set(lane, 1, x * x + y);
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

    private static Kernel sqrt(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        var floats = workspace.floatResults(1);
        var doubles = workspace.doubleResults(1);
        return lane -> {
            floats.set(lane, 0, (float) Math.sqrt(a.get(lane.id())));
            doubles.set(lane, 0, Math.sqrt(b.get(lane.id())));
        };
    }

    private static Kernel absMinMax(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var floats = workspace.floatResults(3);
        var doubles = workspace.doubleResults(3);
        return lane -> {
            float x = a.get(lane.id());
            float y = b.get(lane.id());
            floats.set(lane, 0, Math.abs(x));
            floats.set(lane, 1, Math.min(x, y));
            floats.set(lane, 2, Math.max(x, y));
            double wide = x;
            doubles.set(lane, 0, Math.abs(wide));
            doubles.set(lane, 1, Math.min(wide, y));
            doubles.set(lane, 2, Math.max(wide, y));
        };
    }

    private static Kernel rounding(Workspace workspace) {
        var a = workspace.doubles();
        var b = workspace.floats();
        var out = workspace.doubleResults(4);
        return lane -> {
            double x = a.get(lane.id());
            out.set(lane, 0, Math.floor(x));
            out.set(lane, 1, Math.ceil(x));
            out.set(lane, 2, Math.rint(x));
            out.set(lane, 3, Math.floor(b.get(lane.id())));
        };
    }

    private static Kernel round(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.doubles();
        var ints = workspace.intResults(1);
        var longs = workspace.longResults(1);
        return lane -> {
            ints.set(lane, 0, Math.round(a.get(lane.id())));
            longs.set(lane, 0, Math.round(b.get(lane.id())));
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

    private static Kernel classification(Workspace workspace) {
        var a = workspace.floats();
        var b = workspace.floats();
        var out = workspace.intResults(4);
        return lane -> {
            float x = a.get(lane.id());
            float y = b.get(lane.id());
            double wide = x;
            out.set(lane, 0, (Float.isNaN(x) ? 1 : 0) + (Float.isInfinite(x) ? 2 : 0) + (Float.isFinite(x) ? 4 : 0));
            out.set(lane, 1, Float.compare(x, y));
            out.set(lane, 2, Double.compare(wide, y));
            out.set(lane, 3, Double.isNaN(wide) || Double.isInfinite(wide) ? 1 : 0);
        };
    }

    private static Kernel subnormals(Workspace workspace) {
        var a = workspace.ints();
        var floats = workspace.floatResults(3);
        var doubles = workspace.doubleResults(3);
        return lane -> {
            int x = a.get(lane.id());
            float tiny = Float.intBitsToFloat(x & 0x807f_ffff);
            floats.set(lane, 0, tiny * 0.5f);
            floats.set(lane, 1, tiny + Float.MIN_VALUE);
            floats.set(lane, 2, tiny * 0x1p20f);
            double tinier = Double.longBitsToDouble(x & 0x7fff_ffffL);
            doubles.set(lane, 0, tinier * 0.5);
            doubles.set(lane, 1, tinier - Double.MIN_VALUE);
            doubles.set(lane, 2, tinier * 0x1p60);
        };
    }
}
