package dev.warpbroker.tasks.worker;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;

/**
 * A worker that is a whole warp (on the JVM a thread), as one of its lanes sees it. Kernel Java, for kernels whose
 * workers stay until all work is done. All blocks of the launch must consist of whole warps.
 *
 * <p>The lanes of a worker call its methods together, unless the method says otherwise.
 *
 * <p><b>Missing lanes.</b> A lane ends when it throws, and when it sees that the host has cancelled the launch, which
 * other lanes of its warp may see later. What these would learn from it by votes and shuffles is undefined. So a worker
 * asks now and then whether it {@link #isComplete}, at least once after every call that can end a lane, and leaves if
 * it is not.
 */
public final class WarpWorker {
    private final Lane lane;
    private final Warp warp;

    /**
     * Makes what the calling lane sees of its worker.
     *
     * @param lane the calling lane
     */
    public WarpWorker(Lane lane) {
        this.lane = lane;
        warp = lane.warp();
    }

    /** {@return the calling lane} Any lane may call this alone. */
    public Lane lane() {
        return lane;
    }

    /** {@return the warp} Any lane may call this alone. */
    public Warp warp() {
        return warp;
    }

    /** {@return the mask of all lanes of the worker} Any lane may call this alone. */
    public int mask() {
        return -1 >>> Integer.SIZE - warp.size();
    }

    /** {@return the number of this worker, from 0 on} Any lane may call this alone. */
    public int number() {
        return lane.id() >>> laneBits();
    }

    /** {@return how many workers the launch has} Any lane may call this alone. */
    public int count() {
        return lane.count() >>> laneBits();
    }

    /** {@return the number of this worker among those of its block} Any lane may call this alone. */
    public int numberInBlock() {
        return lane.block().lane() >>> laneBits();
    }

    private int laneBits() {
        return Integer.numberOfTrailingZeros(warp.size());
    }

    /** {@return whether the calling lane speaks for the worker} Any lane may call this alone. */
    public boolean isFirst() {
        return warp.lane() == 0;
    }

    /** {@return the value that the first lane has given} */
    public int fromFirst(int value) {
        return warp.shuffle(mask(), value, 0);
    }

    /** {@return the value that the first lane has given} */
    public long fromFirst(long value) {
        return warp.shuffle(mask(), value, 0);
    }

    /** {@return whether some lane has given {@code true}} */
    public boolean any(boolean flag) {
        return warp.any(mask(), flag);
    }

    /** {@return the lanes that have given {@code true}} */
    public int ballot(boolean flag) {
        return warp.ballot(mask(), flag);
    }

    /** {@return the sum of what all lanes have given} */
    public int sum(int value) {
        int sum = value;
        for (int step = 1; step < warp.size(); step *= 2) {
            sum += warp.shuffle(mask(), sum, warp.lane() ^ step);
        }
        return sum;
    }

    /** {@return the sum of what the lanes up to the calling one have given} */
    public int sumUpTo(int value) {
        int sum = value;
        for (int step = 1; step < warp.size(); step *= 2) {
            int before = warp.shuffle(mask(), sum, warp.lane() - step);
            sum += warp.lane() >= step ? before : 0;
        }
        return sum;
    }

    /** Waits for all lanes. What they wrote to memory before is visible to all of them afterwards. */
    public void synchronize() {
        warp.synchronize(mask());
    }

    /** {@return whether all lanes are here} If not, the worker must leave: see above. */
    public boolean isComplete() {
        return warp.ballot(mask(), true) == mask();
    }

    /**
     * Ends the calling lanes if one of their warp has ended because the host has cancelled the launch.
     *
     * @param waitingFor what they work at, a constant; named if the launch is cancelled
     */
    public void stopIfIncomplete(String waitingFor) {
        if (!isComplete()) {
            Backoff.stopIfCancelled(waitingFor);
        }
    }

    /**
     * Ends the worker if the host has cancelled the launch. The first lane looks, which costs a read of the host's
     * memory: so call this now and then only.
     *
     * @param waitingFor what the worker works at, a constant; named if the launch is cancelled
     */
    public void stopIfCancelled(String waitingFor) {
        if (isFirst()) {
            Backoff.stopIfCancelled(waitingFor);
        }
        stopIfIncomplete(waitingFor);
    }
}
