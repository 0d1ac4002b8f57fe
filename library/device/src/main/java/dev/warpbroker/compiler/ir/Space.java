package dev.warpbroker.compiler.ir;

/** Where memory is. */
public enum Space {
    GLOBAL,
    SHARED,
    LOCAL
}
