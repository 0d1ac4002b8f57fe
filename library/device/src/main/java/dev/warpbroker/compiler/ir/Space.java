package dev.warpbroker.compiler.ir;

/** Where memory is. */
public enum Space {
    GLOBAL,
    /** Global memory that nobody writes while kernels can read it. */
    TABLE,
    SHARED,
    LOCAL
}
