package dev.warpbroker.compiler.ir;

/** Read-modify-write operations of the machine. */
public enum AtomicOperator {
    ADD,
    EXCHANGE,
    COMPARE_EXCHANGE,
    AND,
    OR,
    XOR,
    MIN,
    MAX
}
