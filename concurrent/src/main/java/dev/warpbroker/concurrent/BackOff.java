package dev.warpbroker.concurrent;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread that met another one at the same place gives way: for a random time around a limit that doubles with every
 * further encounter, spinning; from the longest limit on it parks, so that a thread which was preempted at that place gets
 * a processor.
 *
 * <p>The pauses are far longer than an operation. That is the point: while the others are away, one thread does a run of
 * operations with all it needs in its own cache, instead of passing cache lines around at every operation.
 */
final class BackOff {
    private static final int SHORTEST_NANOS = 1_000;
    private static final int LONGEST_NANOS = 16_000;

    private BackOff() {}

    /**
     * Gives way.
     *
     * @param limit what the last call in this operation returned, 0 at first
     * @return what to hand to the next call
     */
    static int pause(int limit) {
        if (limit < LONGEST_NANOS) {
            int next = limit == 0 ? SHORTEST_NANOS : 2 * limit;
            spin(next / 2 + ThreadLocalRandom.current().nextInt(next));
            return next;
        }
        if (Thread.currentThread().isInterrupted()) {
            // Parking would return at once.
            Thread.yield();
            spin(LONGEST_NANOS);
        } else {
            LockSupport.parkNanos(LONGEST_NANOS);
        }
        return limit;
    }

    private static void spin(int nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
