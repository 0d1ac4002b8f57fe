package dev.warpbroker.device.simulator;

import org.jspecify.annotations.Nullable;

/** A special register whose value does not change while a lane runs. */
enum SpecialRegister {
    TID("%tid.x"),
    NTID("%ntid.x"),
    CTAID("%ctaid.x"),
    NCTAID("%nctaid.x"),
    LANEID("%laneid"),
    WARPID("%warpid"),
    LANEMASK_EQ("%lanemask_eq"),
    LANEMASK_LT("%lanemask_lt"),
    LANEMASK_LE("%lanemask_le"),
    LANEMASK_GT("%lanemask_gt"),
    LANEMASK_GE("%lanemask_ge");

    private final String spelling;

    SpecialRegister(String spelling) {
        this.spelling = spelling;
    }

    static @Nullable SpecialRegister spelled(String name) {
        for (SpecialRegister register : values()) {
            if (register.spelling.equals(name)) {
                return register;
            }
        }
        return null;
    }

    String spelling() {
        return spelling;
    }

    int value(int lane, int warp, int block, int blockSize, int blocks) {
        int own = 1 << lane;
        return switch (this) {
            case TID -> warp * SimulatedWarp.SIZE + lane;
            case NTID -> blockSize;
            case CTAID -> block;
            case NCTAID -> blocks;
            case LANEID -> lane;
            case WARPID -> warp;
            case LANEMASK_EQ -> own;
            case LANEMASK_LT -> own - 1;
            case LANEMASK_LE -> own | (own - 1);
            case LANEMASK_GT -> ~(own | (own - 1));
            case LANEMASK_GE -> ~(own - 1);
        };
    }
}
