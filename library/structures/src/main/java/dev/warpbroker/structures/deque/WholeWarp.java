package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Lane;

/** The lanes of a warp that exist, whether they are active or not. */
final class WholeWarp {
    private WholeWarp() {}

    /**
     * {@return the mask of all lanes of the caller's warp; fewer than the warp's size at the end of a block or grid}
     */
    static int mask(Lane lane) {
        return lane.warp().allLanes();
    }
}
