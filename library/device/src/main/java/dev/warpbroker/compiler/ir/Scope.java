package dev.warpbroker.compiler.ir;

/** Among whom a memory access is ordered; each contains the ones before it. */
public enum Scope {
    BLOCK,
    DEVICE,
    SYSTEM;

    /** {@return the one that contains the other} */
    public static Scope widest(Scope a, Scope b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
