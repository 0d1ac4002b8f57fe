package dev.warpbroker.concurrent;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread that met another one at the same place gives way: for a random time around a limit that doubles with
 * every further encounter, spinning; from the longest limit on it parks, so that a thread which was preempted at that
 * place gets a processor. Virtual threads, and those with one processor for all, park from the start.
 *
 * <p>The pauses are far longer than an operation. That is the point: while the others are away, one thread does a run
 * of operations with all it needs in its own cache, instead of passing cache lines around at every operation.
 */
final class GivingWay {
    /** Spinning is of no use then. */
    static final boolean ONE_PROCESSOR = Runtime.getRuntime().availableProcessors() == 1;

    static final int SHORTEST_NANOS = 1_000;

    /** From the shortest to the longest, each twice as long as the one before. */
    static final int SPINS = 5;

    static final int LONGEST_NANOS = SHORTEST_NANOS << (SPINS - 1);

    private GivingWay() {}

    /**
     * Gives way.
     *
     * @param limit what the last call in this operation returned, 0 at first
     * @return what to hand to the next call
     */
    static int pause(int limit) {
        if (limit < LONGEST_NANOS && !ONE_PROCESSOR && !Thread.currentThread().isVirtual()) {
            int next = limit == 0 ? SHORTEST_NANOS : 2 * limit;
            spin(next);
            return next;
        }
        park(LONGEST_NANOS);
        return LONGEST_NANOS;
    }

    /** Spins for a random time around {@code nanos}. */
    static void spin(int nanos) {
        int limit = nanos / 2 + ThreadLocalRandom.current().nextInt(nanos);
        long start = System.nanoTime();
        while (System.nanoTime() - start < limit) {
            Thread.onSpinWait();
        }
    }

    /** Parks for about {@code nanos}, also if the thread is interrupted, and leaves it so. */
    static void park(long nanos) {
        boolean interrupted = Thread.interrupted();
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
