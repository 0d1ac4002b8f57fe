package dev.warpbroker.device.simulator;

import java.util.Locale;
import java.util.function.LongBinaryOperator;

/** The comparisons of {@code setp}. */
enum Comparison {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    LO,
    LS,
    HI,
    HS,
    EQU,
    NEU,
    LTU,
    LEU,
    GTU,
    GEU,
    NUM,
    NAN;

    static Comparison ofSuffix(String suffix) {
        for (Comparison comparison : values()) {
            if (comparison.name().toLowerCase(Locale.ROOT).equals(suffix)) {
                return comparison;
            }
        }
        throw new IllegalArgumentException("no comparison ." + suffix);
    }

    LongBinaryOperator on(PtxType type) {
        return type.isFloat()
                ? (a, b) -> holdsForFloats(FloatingPoint.widen(type, a), FloatingPoint.widen(type, b)) ? 1 : 0
                : (a, b) -> holdsForOrder(order(type, a, b)) ? 1 : 0;
    }

    private int order(PtxType type, long a, long b) {
        return switch (this) {
            case LO, LS, HI, HS -> Long.compareUnsigned(type.extend(a), type.extend(b));
            default -> type == PtxType.U64 ? Long.compareUnsigned(a, b) : Long.compare(type.extend(a), type.extend(b));
        };
    }

    private boolean holdsForFloats(double a, double b) {
        boolean unordered = Double.isNaN(a) || Double.isNaN(b);
        return switch (this) {
            case NUM -> !unordered;
            case NAN -> unordered;
            case EQU, NEU, LTU, LEU, GTU, GEU -> unordered || holdsForOrder(orderOf(a, b));
            default -> !unordered && holdsForOrder(orderOf(a, b));
        };
    }

    /** Unlike {@link Double#compare}: both zeros are equal. */
    private static int orderOf(double a, double b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    private boolean holdsForOrder(int order) {
        return switch (this) {
            case EQ, EQU -> order == 0;
            case NE, NEU -> order != 0;
            case LT, LO, LTU -> order < 0;
            case LE, LS, LEU -> order <= 0;
            case GT, HI, GTU -> order > 0;
            case GE, HS, GEU -> order >= 0;
            case NUM, NAN -> throw new IllegalStateException(this + " compares floats only");
        };
    }
}
