package dev.warpbroker.compiler.ir;

/** Among whom a memory access is ordered. */
public enum Scope {
    BLOCK,
    DEVICE,
    SYSTEM
}
