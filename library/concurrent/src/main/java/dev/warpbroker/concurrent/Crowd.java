package dev.warpbroker.concurrent;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

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
    /** What {@link #giveWay} takes from a thread that has not given way yet. */
    static final int ARRIVED = 0;

    /** How long others are let on first. */
    private static final int PAUSE_NANOS = 20_000;

    /** Pauses double up to this while the same thread owns the place: it stands still. */
    private static final int LONGEST_PAUSE_NANOS = 500_000;

    /** Where the limit of a spin is in a stage. */
    private static final int LIMIT_BITS = 15;

    private static final int LIMIT = (1 << LIMIT_BITS) - 1;

    private final LongSupplier progress;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Where the last one that had its turn left the place. Guarded by the turn. */
    private long left;

    /** A guess, written by all without order; seldom, since all read it. */
    private int longestSpin = GivingWay.LONGEST_NANOS;

    /** @param progress a number that changes when an owner has got on */
    Crowd(LongSupplier progress) {
        this.progress = progress;
    }

    /**
     * Gives way after an attempt that found the place owned. Then try again.
     *
     * @param stage what the last call in this operation returned, {@link #ARRIVED} at first
     * @return how far the thread has got: the limit of its last spin, and above that the longest it is going to spin, as
     *     it was guessed at the start; or, if it is its turn, the negated next pause
     */
    int giveWay(int stage) {
        if (stage < 0) {
            GivingWay.park(-stage);
            return Math.max(2 * stage, -LONGEST_PAUSE_NANOS);
        }
        boolean virtual = Thread.currentThread().isVirtual();
        int longest = stage != ARRIVED ? longest(stage) : virtual ? GivingWay.SHORTEST_NANOS : longestSpin;
        int limit = stage != ARRIVED ? 2 * (stage & LIMIT) : GivingWay.SHORTEST_NANOS;
        if (limit <= longest && !GivingWay.ONE_PROCESSOR) {
            GivingWay.spin(limit);
            return longest << LIMIT_BITS | limit;
        }
        if (!virtual && longest > GivingWay.SHORTEST_NANOS) {
            longestSpin = longest / 2;
        }
        turn.lock();
        if (progress.getAsLong() != left) {
            GivingWay.park(PAUSE_NANOS);
        }
        return -PAUSE_NANOS;
    }

    /**
     * Ends an operation that has given way: its last attempt did not find the place owned.
     *
     * @param stage what {@link #giveWay} returned last
     */
    void leave(int stage) {
        if (stage < 0) {
            left = progress.getAsLong();
            turn.unlock();
        } else if (longest(stage) < GivingWay.LONGEST_NANOS
                && !Thread.currentThread().isVirtual()) {
            longestSpin = 2 * longest(stage);
        }
    }

    private static int longest(int stage) {
        return stage >> LIMIT_BITS;
    }
}
