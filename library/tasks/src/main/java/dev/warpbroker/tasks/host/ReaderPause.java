package dev.warpbroker.tasks.host;

import java.util.concurrent.locks.LockSupport;

/** How the thread that reads answers waits for them: spinning at first, then with longer and longer naps. */
final class ReaderPause {
    private static final int SPINS = 2_000;
    private static final int LONGEST_NAP_NANOS = 100_000;
    private static final int FIRST_NAP_NANOS = 1_000;

    /** Naps of full length until the thread may sleep if nothing is under way: some milliseconds. */
    private static final int NAPS = 64;

    private static final long SLEEP_NANOS = 100_000_000;

    /** Time between two looks whether the kernel still runs, which asks the driver. */
    private static final long LOOK_NANOS = 1_000_000;

    private int spins;
    private int nap = FIRST_NAP_NANOS;
    private int naps;
    private long lastLook = System.nanoTime();
    private long lastNumber;

    /** There was something. */
    void reset() {
        spins = 0;
        nap = FIRST_NAP_NANOS;
        naps = 0;
    }

    /** {@return whether it is time to look after the kernel} */
    boolean isLookDue() {
        if (spins < SPINS) {
            return false;
        }
        long now = System.nanoTime();
        boolean due = now - lastLook > LOOK_NANOS;
        if (due) {
            lastLook = now;
        }
        return due;
    }

    /** {@return whether there has been nothing for long} */
    boolean isLong() {
        return naps >= NAPS;
    }

    /**
     * {@return whether a number of requests has changed since the last call} If so, the thread does not sleep soon:
     * threads that look for their answers themselves would have to wake it again and again.
     */
    boolean isNews(long number) {
        boolean changed = number != lastNumber;
        if (changed) {
            lastNumber = number;
            naps = 0;
        }
        return changed;
    }

    void take() {
        if (spins < SPINS) {
            spins++;
            Thread.onSpinWait();
            return;
        }
        LockSupport.parkNanos(this, nap);
        nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
        if (nap == LONGEST_NAP_NANOS && naps < NAPS) {
            naps++;
        }
    }

    /** Sleeps until somebody wakes the thread, or for a while. */
    void sleep() {
        LockSupport.parkNanos(this, SLEEP_NANOS);
    }
}
