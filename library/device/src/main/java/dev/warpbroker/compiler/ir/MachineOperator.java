package dev.warpbroker.compiler.ir;

/** Operations that concern other lanes or time. */
public enum MachineOperator {
    /** Waits for all lanes of the block. */
    BLOCK_BARRIER(Type.VOID),
    /** Waits for the lanes of a mask. */
    WARP_BARRIER(Type.VOID),
    /** The lanes that execute this together. */
    ACTIVE_MASK(Type.INT),
    /** Operands: mask, predicate as an int. */
    BALLOT(Type.INT),
    /** Operands: mask, value, source lane. */
    SHUFFLE(Type.INT),
    /** Sleeps for about the given number of nanoseconds. */
    SLEEP(Type.VOID),
    /** Makes the accesses before it sequentially consistent with those after it. */
    FENCE_SEQUENTIAL(Type.VOID),
    /** The same, among accesses of the host, too. */
    FENCE_SEQUENTIAL_WITH_HOST(Type.VOID),
    /** Orders loads before it before everything after it, and everything before it before stores after it. */
    FENCE_ACQUIRE_RELEASE(Type.VOID);

    private final Type type;

    MachineOperator(Type type) {
        this.type = type;
    }

    public Type type() {
        return type;
    }
}
