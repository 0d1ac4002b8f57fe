package dev.warpbroker.tasks.host;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread of the host waits for lanes, which cannot wake it: spinning at first, then with longer and longer naps.
 * A queue that is closed, or its device, ends the wait.
 */
final class ThreadPause {
    private static final int SPINS = 1_000;
    private static final int FIRST_NAP_NANOS = 1_000;
    private static final int LONGEST_NAP_NANOS = 1_000_000;

    private final RingMemory memory;
    private int spins;
    private int nap = FIRST_NAP_NANOS;

    /** @param memory of the queue at which the thread waits */
    ThreadPause(RingMemory memory) {
        this.memory = memory;
    }

    /** Waits a little. */
    void take() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (spins < SPINS) {
            spins++;
            Thread.onSpinWait();
        } else if (!memory.entries().isOpen()) {
            throw new IllegalStateException(
                    "a queue between lanes and threads was closed, or its device, while a thread"
                            + " waited at it; let threads end first, or interrupt them");
        } else {
            LockSupport.parkNanos(this, nap);
            nap = Math.min(2 * nap, LONGEST_NAP_NANOS);
        }
    }
}
