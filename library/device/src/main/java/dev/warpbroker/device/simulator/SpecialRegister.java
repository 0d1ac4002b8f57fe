package dev.warpbroker.device.simulator;

import dev.warpbroker.device.backend.GridShape;
import org.jspecify.annotations.Nullable;

/** A special register whose value does not change while a lane runs. */
enum SpecialRegister {
    TID("%tid.x"),
    NTID("%ntid.x"),
    CTAID("%ctaid.x"),
    NCTAID("%nctaid.x"),
    TID_Y("%tid.y"),
    TID_Z("%tid.z"),
    NTID_Y("%ntid.y"),
    NTID_Z("%ntid.z"),
    CTAID_Y("%ctaid.y"),
    CTAID_Z("%ctaid.z"),
    NCTAID_Y("%nctaid.y"),
    NCTAID_Z("%nctaid.z"),
    LANEID("%laneid"),
    WARPID("%warpid"),
    LANEMASK_EQ("%lanemask_eq"),
    LANEMASK_LT("%lanemask_lt"),
    LANEMASK_LE("%lanemask_le"),
    LANEMASK_GT("%lanemask_gt"),
    LANEMASK_GE("%lanemask_ge"),

    /** All blocks are on one multiprocessor. */
    SMID("%smid");

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

    int value(int lane, int warp, int block, GridShape shape) {
        int own = 1 << lane;
        int thread = warp * SimulatedWarp.SIZE + lane;
        return switch (this) {
            case TID -> thread % shape.blockWidth();
            case TID_Y -> thread / shape.blockWidth() % shape.blockHeight();
            case TID_Z -> thread / shape.blockWidth() / shape.blockHeight();
            case NTID -> shape.blockWidth();
            case NTID_Y -> shape.blockHeight();
            case NTID_Z -> shape.blockDepth();
            case CTAID -> shape.blockX(block);
            case CTAID_Y -> shape.blockY(block);
            case CTAID_Z -> shape.blockZ(block);
            case NCTAID -> shape.columns();
            case NCTAID_Y -> shape.rows();
            case NCTAID_Z -> shape.layers();
            case LANEID -> lane;
            case WARPID -> warp;
            case LANEMASK_EQ -> own;
            case LANEMASK_LT -> own - 1;
            case LANEMASK_LE -> own | (own - 1);
            case LANEMASK_GT -> ~(own | (own - 1));
            case LANEMASK_GE -> ~(own - 1);
            case SMID -> 0;
        };
    }
}
