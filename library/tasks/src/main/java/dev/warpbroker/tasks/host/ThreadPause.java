package dev.warpbroker.tasks.host;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread of the host waits for lanes, which cannot wake it: spinning at first, then with longer and longer naps.
 */
final class ThreadPause {
    private static final int SPINS = 1_000;
    private static final int FIRST_NAP_NANOS = 1_000;
    private static final int LONGEST_NAP_NANOS = 1_000_000;

    private int spins;
    private int nap = FIRST_NAP_NANOS;

    /** Waits a little. */
    void take() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (spins < SPINS) {
            spins++;
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, nap);
            nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
        }
    }
}
