package dev.warpbroker.device.simulator;

/** Lanes of a warp that are at the same instruction and execute together. */
final class LaneGroup {
    enum State {
        RUNNING,
        AT_BLOCK_BARRIER,
        AT_WARP_OPERATION
    }

    /** Bit set of lanes; never 0 while the group is part of its warp. */
    int lanes;

    /** Index of the next instruction; of the one waited at, if not running. */
    int next;

    State state = State.RUNNING;

    /** The mask that the lanes wait for at a warp operation, or the number of the barrier of the block. */
    int members;

    LaneGroup(int lanes, int next) {
        this.lanes = lanes;
        this.next = next;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Leaves the instruction that was waited at. */
    void proceed() {
        state = State.RUNNING;
        next++;
    }
}
