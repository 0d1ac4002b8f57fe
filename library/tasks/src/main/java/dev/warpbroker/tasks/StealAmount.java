package dev.warpbroker.tasks;

/** How much a worker without tasks takes from another's deque. */
public enum StealAmount {
    /** One task. */
    ONE,

    /** Half of what is there. */
    HALF,

    /** As many as a warp has lanes: for warps and blocks one each, for threads half of what is there and at most 32. */
    WARP
}
