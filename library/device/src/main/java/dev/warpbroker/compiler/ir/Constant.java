package dev.warpbroker.compiler.ir;

/**
 * A value known to the compiler.
 *
 * @param bits the value; ints sign-extended, floats as their raw bits
 */
public record Constant(Type type, long bits) implements Operand {
    public static Constant of(int value) {
        return new Constant(Type.INT, value);
    }

    public static Constant of(boolean value) {
        return of(value ? 1 : 0);
    }

    public static Constant of(long value) {
        return new Constant(Type.LONG, value);
    }

    public static Constant of(float value) {
        return new Constant(Type.FLOAT, Float.floatToRawIntBits(value));
    }

    public static Constant of(double value) {
        return new Constant(Type.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /** {@return the constant for a boxed number, character or boolean} */
    public static Constant ofBoxed(Object boxed) {
        return switch (boxed) {
            case Boolean b -> of(b);
            case Character c -> of((int) c);
            case Long l -> of(l);
            case Float f -> of(f);
            case Double d -> of(d);
            case Number n -> of(n.intValue());
            default -> throw new IllegalArgumentException("not a primitive: " + boxed.getClass());
        };
    }

    public static Constant zero(Type type) {
        return new Constant(type, 0);
    }

    public int intValue() {
        return (int) bits;
    }

    public long longValue() {
        return bits;
    }

    public float floatValue() {
        return Float.intBitsToFloat((int) bits);
    }

    public double doubleValue() {
        return Double.longBitsToDouble(bits);
    }
}
