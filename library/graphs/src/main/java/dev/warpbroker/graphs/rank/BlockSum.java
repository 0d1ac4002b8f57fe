package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;

/**
 * A sum over the lanes of a block. Kernel Java.
 *
 * @param upTo the sum of the values of this lane and those before it
 * @param all the sum of all values
 */
record BlockSum(int upTo, int all) {
    private static final int MAX_WARPS = 32;

    /** {@return the sum of a value of each lane} All lanes of a block of whole warps make this call. */
    static BlockSum of(Lane lane, int value) {
        var block = lane.block();
        var warp = lane.warp();
        var each = block.sharedInts(MAX_WARPS);
        int number = block.lane() / warp.size();
        int upTo = upTo(warp, value);
        block.barrier();
        if (warp.lane() == warp.size() - 1) {
            each.set(number, upTo);
        }
        block.barrier();
        int before = 0;
        int all = 0;
        for (int i = 0; i < block.size() / warp.size(); i++) {
            int sum = each.get(i);
            before += i < number ? sum : 0;
            all += sum;
        }
        return new BlockSum(before + upTo, all);
    }

    /** {@return the sum of the values of this lane and those before it in the warp} All its lanes make this call. */
    static int upTo(Warp warp, int value) {
        int sum = value;
        for (int distance = 1; distance < warp.size(); distance *= 2) {
            int below = warp.shuffle(warp.allLanes(), sum, Math.max(warp.lane() - distance, 0));
            sum += warp.lane() >= distance ? below : 0;
        }
        return sum;
    }
}
