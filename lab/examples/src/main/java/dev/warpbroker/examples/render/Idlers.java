package dev.warpbroker.examples.render;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Workers of a launch that have nothing to do. Each waits until another one has given it something, or until all are
 * idle, which is the end. Kernel Java but for making and closing it.
 */
final class Idlers implements AutoCloseable {
    /*
     * Each worker has a word: its state. Whoever is IDLE becomes CLAIMED by one of those that have something to give,
     * which then writes what was given there; or the END is written there.
     *
     * The count is never more than the number of workers that are idle or claimed. Whoever claims a worker counts it
     * out before it can become idle itself. So if all workers are counted, none has claimed another that is still
     * counted, and none will: whoever counted itself last knows that this is the end, and tells all others.
     *
     * Access modes: what is given is in other memory, and is published by the release of the word and an acquire by its
     * owner. Idle workers look at their own words without acquire, which would cost their neighbours the cache.
     */
    private static final int IDLE = 1;
    private static final int CLAIMED = 2;

    /** Instead of something given: there will be nothing more. */
    static final int END = 3;

    /** Of idle workers, states that one who gives looks at: of so many for each lane. */
    private static final int LOOKS = 2;

    /** Between two looks of an idle worker. */
    private static final int PAUSE_NANOS = 500;

    /** From one look whether the launch was cancelled to the next, which is a read of the host's memory. */
    private static final int LOOKS_AT_HOST = 4_096;

    static final int NONE = -1;

    private final Ints states;
    private final Ints count;

    Idlers(Device device, int workers) {
        states = device.ints(workers);
        count = device.ints(1);
    }

    /** {@return whether it seems that somebody is idle} */
    boolean areThere(WarpWorker worker) {
        int idle = 0;
        if (worker.isFirst()) {
            idle = count.getOpaque(0);
        }
        return worker.fromFirst(idle) > 0;
    }

    /** {@return an idle worker that now waits for the caller to {@link #give}, or {@link #NONE} if none was found} */
    int claim(WarpWorker worker) {
        var warp = worker.warp();
        int claimed = NONE;
        for (int i = 0; i < LOOKS && claimed == NONE; i++) {
            int other = (worker.number() + 1 + i * warp.size() + warp.lane()) % worker.count();
            int idle = worker.ballot(states.getOpaque(other) == IDLE);
            if (idle != 0) {
                int chosen = warp.leader(idle);
                if (warp.lane() == chosen && states.compareAndExchangeRelaxed(other, IDLE, CLAIMED) == IDLE) {
                    count.getAndAddRelaxed(0, -1);
                    claimed = other;
                }
                claimed = warp.shuffle(worker.mask(), claimed, chosen);
            }
        }
        return claimed;
    }

    /**
     * Ends the wait of a worker. What all lanes of the caller wrote before is visible to it.
     *
     * @param taker the worker that was claimed
     * @param what more than {@link #END}
     */
    void give(WarpWorker worker, int taker, int what) {
        worker.synchronize();
        if (worker.isFirst()) {
            states.setRelease(taker, what);
        }
    }

    /** The calling worker has nothing to do; {@return what it was given, or {@link #END}} */
    int await(WarpWorker worker) {
        int own = worker.number();
        if (worker.isFirst()) {
            states.setOpaque(own, IDLE);
        }
        countIn(worker);
        int given = IDLE;
        int looks = 0;
        while (given == IDLE || given == CLAIMED) {
            if (worker.isFirst()) {
                Backoff.sleep(PAUSE_NANOS);
                given = states.getOpaque(own);
            }
            given = worker.fromFirst(given);
            looks++;
            if (looks % LOOKS_AT_HOST == 0) {
                worker.stopIfCancelled("rays of other workers");
            }
        }
        if (worker.isFirst()) {
            states.getAcquire(own);
        }
        worker.synchronize();
        return given;
    }

    /** The calling worker leaves, and can be given nothing: nobody waits for it. */
    void leave(WarpWorker worker) {
        countIn(worker);
    }

    private void countIn(WarpWorker worker) {
        int before = 0;
        if (worker.isFirst()) {
            before = count.getAndAddRelaxed(0, 1);
        }
        int all = worker.count();
        if (worker.fromFirst(before) == all - 1) {
            for (int i = worker.warp().lane(); i < all; i += worker.warp().size()) {
                states.setOpaque(i, END);
            }
        }
    }

    @Override
    public void close() {
        states.close();
        count.close();
    }
}
