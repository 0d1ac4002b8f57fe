package dev.warpbroker.compiler.ir;

/** What a memory access orders. */
public enum Order {
    WEAK,
    RELAXED,
    ACQUIRE,
    RELEASE,
    ACQUIRE_RELEASE
}
