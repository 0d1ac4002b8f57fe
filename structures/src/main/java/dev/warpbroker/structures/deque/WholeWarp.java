package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Lane;

/** The lanes of a warp that exist, whether they are active or not. */
final class WholeWarp {
    private WholeWarp() {}

    /** {@return the mask of all lanes of the caller's warp; fewer than the warp's size at the end of a block or grid} */
    static int mask(Lane lane) {
        var warp = lane.warp();
        var block = lane.block();
        int inBlock = block.size() - (block.lane() - warp.lane());
        int inGrid = lane.count() - (lane.id() - warp.lane());
        int lanes = Math.min(warp.size(), Math.min(inBlock, inGrid));
        return -1 >>> (Integer.SIZE - lanes);
    }
}
