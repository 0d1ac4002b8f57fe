package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;

/**
 * A barrier for all threads of a launch, which must all be on the device at once. What a thread wrote before it came is
 * visible to all threads after it.
 */
final class GridBarrier implements AutoCloseable {
    /*
     * One lane of a block speaks for it: the barriers of the block order its writes before the arrival, which releases,
     * and its reads after the look at the round, which acquires. The last to arrive takes back the arrivals before it
     * opens the round, so that the counters stay small however many rounds there are. A round is a number that only has
     * to differ from the one before.
     *
     * If the launch is cancelled, the speaker ends while it waits, and leaves the others of its block behind in a
     * barrier that opens for them then. They see that it did not say which round has begun.
     */
    private static final String WAITING = "the other blocks at the end of a level";

    private static final int ARRIVED = 0;
    private static final int ROUND = Ints.LINE;

    private final Ints counters;

    GridBarrier(Device device) {
        counters = device.ints(2 * ROUND);
    }

    /** Forgets the arrivals, for a launch that follows one that was ended. From the host. */
    void clear() {
        counters.fill(0);
    }

    /**
     * Waits for all other threads.
     *
     * @param round how often the caller was here before in this launch
     */
    void await(Lane lane, int round) {
        var block = lane.block();
        var begun = block.sharedInts(1);
        if (block.lane() == 0) {
            begun.set(0, round);
        }
        block.barrier();
        if (block.lane() == 0) {
            if (counters.getAndAddAcqRel(ARRIVED, 1) == block.count() - 1) {
                counters.setOpaque(ARRIVED, 0);
                counters.setRelease(ROUND, round + 1);
            } else {
                var backoff = new Backoff();
                while (counters.getAcquire(ROUND) == round) {
                    backoff.pause(WAITING);
                }
            }
            begun.set(0, round + 1);
        }
        block.barrier();
        if (begun.get(0) == round) {
            Backoff.stopIfCancelled(WAITING);
        }
    }

    @Override
    public void close() {
        counters.close();
    }
}
