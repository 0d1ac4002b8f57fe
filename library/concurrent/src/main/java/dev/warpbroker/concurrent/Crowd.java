package dev.warpbroker.concurrent;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads that want a place which one can own at a time, for a few instructions, and found it owned.
 *
 * <p>They give way first and then one by one. Who has met another spins ({@link GivingWay}), the longer the oftener it
 * does, up to a limit that halves when that was of no use: the owner has most likely been preempted, and spinning keeps
 * it from a processor. After that a thread waits for its turn, parked. Only the one whose turn it is comes back to try,
 * after a pause as long as others get on without it. So however many threads there are, only few of them run, and those
 * find all they need in their caches; and however long an owner stands still, nobody but that one asks for it.
 *
 * <p>Turns are in the order of arrival, and a thread whose turn it is needs only an instant at which nobody owns the
 * place, so it gets it in the end. Nobody has to wake anybody for it: owners know nothing of this class.
 */
final class Crowd {
    /** What an attempt returns that found the place owned. */
    static final Object BUSY = new Object();

    /** How long others are let on first. */
    private static final int PAUSE_NANOS = 20_000;

    /** Pauses double up to this while the same thread owns the place: it stands still. */
    private static final int LONGEST_PAUSE_NANOS = 500_000;

    private final LongSupplier progress;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Where the last one that had its turn left the place. Guarded by the turn. */
    private long left;

    /** A guess, written by all without order. */
    private int longestSpin = GivingWay.LONGEST_NANOS;

    /** @param progress a number that changes when an owner has got on */
    Crowd(LongSupplier progress) {
        this.progress = progress;
    }

    /** {@return what {@code attempt} returns as soon as that is not {@link #BUSY}} */
    @Nullable
    Object insist(Supplier<@Nullable Object> attempt) {
        Object result = spin(attempt);
        if (result != BUSY) {
            return result;
        }
        turn.lock();
        try {
            if (progress.getAsLong() != left) {
                GivingWay.park(PAUSE_NANOS);
            }
            result = attempt.get();
            for (int pause = PAUSE_NANOS; result == BUSY; pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS)) {
                GivingWay.park(pause);
                result = attempt.get();
            }
            left = progress.getAsLong();
            return result;
        } finally {
            turn.unlock();
        }
    }

    private @Nullable Object spin(Supplier<@Nullable Object> attempt) {
        if (GivingWay.ONE_PROCESSOR) {
            return BUSY;
        }
        boolean virtual = Thread.currentThread().isVirtual();
        int longest = virtual ? GivingWay.SHORTEST_NANOS : longestSpin;
        for (int limit = GivingWay.SHORTEST_NANOS; limit <= longest; limit *= 2) {
            GivingWay.spin(limit);
            Object result = attempt.get();
            if (result != BUSY) {
                if (!virtual && longest < GivingWay.LONGEST_NANOS) {
                    longestSpin = 2 * longest;
                }
                return result;
            }
        }
        if (!virtual && longest > GivingWay.SHORTEST_NANOS) {
            longestSpin = longest / 2;
        }
        return BUSY;
    }
}
