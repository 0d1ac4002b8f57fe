package dev.warpbroker.compiler.ir;

/** The types of run-time values. Booleans and the small integers of Java are {@link #INT}s, as on the JVM's stack. */
public enum Type {
    INT(4),
    LONG(8),
    FLOAT(4),
    DOUBLE(8),
    /** The type of an instruction without a result. */
    VOID(0);

    private final int bytes;

    Type(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }

    public boolean isFloating() {
        return this == FLOAT || this == DOUBLE;
    }

    /** {@return whether a value takes two slots on the JVM's stack} */
    public boolean isWide() {
        return this == LONG || this == DOUBLE;
    }

    /** {@return the type of a JVM descriptor's first character; references have none} */
    public static Type ofDescriptor(String descriptor) {
        return switch (descriptor.charAt(0)) {
            case 'I', 'Z', 'B', 'S', 'C' -> INT;
            case 'J' -> LONG;
            case 'F' -> FLOAT;
            case 'D' -> DOUBLE;
            case 'V' -> VOID;
            default -> throw new IllegalArgumentException("no primitive type: " + descriptor);
        };
    }

    /** {@return what bits in memory of a device are in Java, for the type that a JVM descriptor's character names} */
    public static Object value(char descriptor, long bits) {
        return switch (descriptor) {
            case 'J' -> bits;
            case 'D' -> Double.longBitsToDouble(bits);
            case 'F' -> Float.intBitsToFloat((int) bits);
            case 'C' -> (char) bits;
            case 'Z' -> (bits & 1) != 0;
            default -> (int) bits;
        };
    }
}
