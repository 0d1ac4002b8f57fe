package dev.warpbroker.examples.render;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;

/**
 * A {@link PixelThread} whose block takes so much shared memory that a multiprocessor holds few of them.
 *
 * @param sharedInts as many as a block has lanes, or more
 */
record PixelBlock(PixelThread thread, int sharedInts) implements Kernel {
    @Override
    public void run(Lane lane) {
        // Written so that the compiler leaves it there.
        lane.block().sharedInts(sharedInts).setOpaque(lane.block().lane(), 1);
        thread.run(lane);
    }
}
