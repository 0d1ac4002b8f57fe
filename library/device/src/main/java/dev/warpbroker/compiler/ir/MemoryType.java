package dev.warpbroker.compiler.ir;

/** The form of a value in memory. */
public enum MemoryType {
    BYTE(Type.INT, 1),
    SHORT(Type.INT, 2),
    CHAR(Type.INT, 2),
    INT(Type.INT, 4),
    LONG(Type.LONG, 8),
    FLOAT(Type.FLOAT, 4),
    DOUBLE(Type.DOUBLE, 8);

    private final Type type;
    private final int bytes;

    MemoryType(Type type, int bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    public Type type() {
        return type;
    }

    public int bytes() {
        return bytes;
    }
}
