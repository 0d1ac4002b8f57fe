package dev.warpbroker.compiler.ir;

/** Numbers that the machine keeps for each lane. */
public enum SpecialRegister {
    /** In x, which is all in a grid of one dimension; this is so for the next three, too. */
    THREAD_IN_BLOCK(Type.INT, true),
    BLOCK_SIZE(Type.INT, true),
    BLOCK_INDEX(Type.INT, true),
    BLOCK_COUNT(Type.INT, true),
    THREAD_Y(Type.INT, true),
    THREAD_Z(Type.INT, true),
    BLOCK_HEIGHT(Type.INT, true),
    BLOCK_DEPTH(Type.INT, true),
    BLOCK_Y(Type.INT, true),
    BLOCK_Z(Type.INT, true),
    BLOCK_ROWS(Type.INT, true),
    BLOCK_LAYERS(Type.INT, true),
    LANE_IN_WARP(Type.INT, true),
    LANES_BELOW(Type.INT, true),
    NANO_TIME(Type.LONG, false),

    /** A block may be moved to another one while it runs. */
    MULTIPROCESSOR(Type.INT, false);

    private final Type type;
    private final boolean constant;

    SpecialRegister(Type type, boolean constant) {
        this.type = type;
        this.constant = constant;
    }

    public Type type() {
        return type;
    }

    /** {@return whether all lanes of a block read the same, always} */
    public boolean isOfBlock() {
        return switch (this) {
            case BLOCK_SIZE,
                    BLOCK_INDEX,
                    BLOCK_COUNT,
                    BLOCK_HEIGHT,
                    BLOCK_DEPTH,
                    BLOCK_Y,
                    BLOCK_Z,
                    BLOCK_ROWS,
                    BLOCK_LAYERS -> true;
            case THREAD_IN_BLOCK, THREAD_Y, THREAD_Z, LANE_IN_WARP, LANES_BELOW, NANO_TIME, MULTIPROCESSOR -> false;
        };
    }

    /** {@return whether a lane always reads the same} */
    public boolean isConstant() {
        return constant;
    }
}
