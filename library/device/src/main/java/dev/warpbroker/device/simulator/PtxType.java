package dev.warpbroker.device.simulator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The type suffix of an instruction. Values travel as longs, floats as their bits. Whoever reads a value narrower than
 * 64 bits looks at its low bits only.
 */
enum PtxType {
    PRED(Kind.PREDICATE, 1),
    B8(Kind.BITS, 1),
    U8(Kind.UNSIGNED, 1),
    S8(Kind.SIGNED, 1),
    B16(Kind.BITS, 2),
    U16(Kind.UNSIGNED, 2),
    S16(Kind.SIGNED, 2),
    F16(Kind.FLOAT, 2),
    B32(Kind.BITS, 4),
    U32(Kind.UNSIGNED, 4),
    S32(Kind.SIGNED, 4),
    F32(Kind.FLOAT, 4),
    B64(Kind.BITS, 8),
    U64(Kind.UNSIGNED, 8),
    S64(Kind.SIGNED, 8),
    F64(Kind.FLOAT, 8);

    enum Kind {
        PREDICATE,
        BITS,
        UNSIGNED,
        SIGNED,
        FLOAT
    }

    private final Kind kind;
    private final int bytes;

    PtxType(Kind kind, int bytes) {
        this.kind = kind;
        this.bytes = bytes;
    }

    /** {@return the type with this suffix, or null if the suffix is none} */
    static @Nullable PtxType ofSuffix(String suffix) {
        for (PtxType type : values()) {
            if (type.suffix().equals(suffix)) {
                return type;
            }
        }
        return null;
    }

    /** {@return the type of so many bytes, of which it does not matter what they are} */
    static PtxType ofBytes(int bytes) {
        return switch (bytes) {
            case 1 -> B8;
            case 2 -> B16;
            case 4 -> B32;
            case 8 -> B64;
            default -> throw new IllegalArgumentException(bytes + " bytes");
        };
    }

    String suffix() {
        return name().toLowerCase(Locale.ROOT);
    }

    int bytes() {
        return bytes;
    }

    int bits() {
        return bytes * Byte.SIZE;
    }

    boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    boolean isSigned() {
        return kind == Kind.SIGNED;
    }

    /** {@return whether this is a half float, which can be converted and nothing else} */
    boolean isHalf() {
        return this == F16;
    }

    boolean isWide() {
        return bytes == Long.BYTES;
    }

    /** {@return the low bits of {@code value} as a value of this type, extended to a register as PTX says} */
    long extend(long value) {
        return switch (this) {
            case PRED -> value & 1;
            case S8 -> (byte) value;
            case B8, U8 -> value & 0xff;
            case S16 -> (short) value;
            case B16, U16, F16 -> value & 0xffff;
            case S32, F32 -> (int) value;
            case B32, U32 -> value & 0xffff_ffffL;
            case B64, U64, S64, F64 -> value;
        };
    }
}
