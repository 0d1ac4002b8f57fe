package dev.warpbroker.compiler.ir;

/** Numbers that the machine keeps for each lane. */
public enum SpecialRegister {
    THREAD_IN_BLOCK(Type.INT, true),
    BLOCK_SIZE(Type.INT, true),
    BLOCK_INDEX(Type.INT, true),
    BLOCK_COUNT(Type.INT, true),
    LANE_IN_WARP(Type.INT, true),
    LANES_BELOW(Type.INT, true),
    NANO_TIME(Type.LONG, false);

    private final Type type;
    private final boolean constant;

    SpecialRegister(Type type, boolean constant) {
        this.type = type;
        this.constant = constant;
    }

    public Type type() {
        return type;
    }

    /** {@return whether a lane always reads the same} */
    public boolean isConstant() {
        return constant;
    }
}
