package dev.warpbroker.compiler.ir;

/** Arithmetic with the meaning of the Java operator or method of the same name, to the bit. */
public enum Operator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    /** The divisor is not zero if the type is an integer one. */
    DIVIDE,
    /** The divisor is not zero; integers only. */
    REMAINDER,
    DIVIDE_UNSIGNED,
    REMAINDER_UNSIGNED,
    /** The upper half of the product. */
    MULTIPLY_HIGH,
    MULTIPLY_HIGH_UNSIGNED,
    AND,
    OR,
    XOR,
    /** The shift count is an int, masked as in Java. */
    SHIFT_LEFT,
    SHIFT_RIGHT,
    SHIFT_RIGHT_UNSIGNED,
    NEGATE,
    ABSOLUTE,
    MINIMUM,
    MAXIMUM,
    FUSED_MULTIPLY_ADD,
    SQUARE_ROOT,
    FLOOR,
    CEILING,
    ROUND_TO_EVEN,
    /** The operators that begin so are on floats, and not exact: see FastMath. */
    APPROXIMATE_SINE,
    APPROXIMATE_COSINE,
    APPROXIMATE_POWER_OF_TWO,
    APPROXIMATE_LOGARITHM_TO_BASE_TWO,
    APPROXIMATE_SQUARE_ROOT,
    APPROXIMATE_RECIPROCAL_SQUARE_ROOT,
    APPROXIMATE_QUOTIENT,
    BIT_COUNT,
    LEADING_ZEROS,
    TRAILING_ZEROS,
    REVERSE_BITS,
    /** Sign-extends the low 8 bits. */
    TO_BYTE,
    TO_SHORT,
    TO_CHAR,
    /** Converts to the result type as a Java cast does. */
    CONVERT,
    /** Int to long without sign. */
    EXTEND_UNSIGNED,
    /** The same bits in a type of the same size. */
    REINTERPRET,
    /** Int to float: the half float in the low 16 bits; a NaN gives the machine's NaN. */
    HALF_TO_FLOAT,
    /** Float to int: the nearest half float, in the low 16 bits and without sign; a NaN gives the machine's NaN. */
    FLOAT_TO_HALF,
    /** -1, 0 or 1 as the first operand is less than, equal to or greater than the second; NaN gives -1. */
    COMPARE_NAN_LESS,
    /** -1, 0 or 1; NaN gives 1. */
    COMPARE_NAN_GREATER,
    COMPARE_UNSIGNED,
    /** Operands: int or long index, int scale that is a power of two, long base. The address base + index * scale. */
    INDEX_ADDRESS
}
