package dev.warpbroker.compiler.ir;

/** How two values are compared. */
public enum Comparison {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE;

    /** {@return the comparison that holds exactly when this does not, for values that are ordered} */
    public Comparison negated() {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> GE;
            case GE -> LT;
            case GT -> LE;
            case LE -> GT;
        };
    }

    /** {@return whether the comparison holds between numbers whose comparison gives {@code order}} */
    public boolean holds(int order) {
        return switch (this) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }
}
