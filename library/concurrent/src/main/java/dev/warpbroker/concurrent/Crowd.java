package dev.warpbroker.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Threads that want a place which one can own at a time, for a few instructions, and found it owned.
 *
 * <p>They give way first, and come back one by one only if that does not help. Whoever has met another spins
 * ({@link GivingWay}), twice as long each time, and then parks for a moment, some times. Then, or as soon as more
 * threads park so than there are processors, it waits for its turn, parked. Only the thread whose turn it is comes back
 * to try, after a pause as long as others get on without it. So however many threads there are, only few of them run,
 * and those find all they need in their caches; and however long an owner stands still, nobody but that one asks for
 * it.
 *
 * <p>A thread that had to wait for its turn tells the others: there are more threads than processors, the owner has
 * most likely been preempted, and spinning keeps it from one. The crowd is large then: they spin half as long, and wait
 * for their turns at once. Whoever succeeds nevertheless tells them the opposite. For virtual threads it is large where
 * there are many processors: to park them costs next to nothing there.
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

    /** Spins of an operation, each twice as long as the one before, while there are processors for all. */
    private static final int MAX_SPINS = GivingWay.SPINS;

    /** Short parks after that, at most: about 0.1 s. */
    private static final int MAX_PARKS = 1_000;

    /** Short parks so far, as stages. The last of them is that of one who goes on to wait for its turn. */
    private static final int FIRST_PARK = -1_000_000;

    private static final int LAST_PARK = FIRST_PARK - MAX_PARKS;

    /**
     * Where a stage in a large crowd has how many spins the operation makes; below that, how often it has given way.
     */
    private static final int SPINS_BITS = 8;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** With fewer of them, whatever wakes a virtual thread takes one away from those who work. */
    private static final boolean MANY_PROCESSORS = PROCESSORS > 4;

    private final LongSupplier progress;
    private final AtomicInteger parking;
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Where the last one that had its turn left the place. Guarded by the turn. */
    private long left;

    /** How many spins are of use. A guess, written by all without order; seldom, since all read it. */
    private int usualSpins = MAX_SPINS;

    /**
     * @param progress a number that changes when an owner has got on
     * @param parking how many threads are at their short parks, in all crowds of the same threads
     */
    Crowd(LongSupplier progress, AtomicInteger parking) {
        this.progress = progress;
        this.parking = parking;
    }

    /**
     * Gives way after an attempt that found the place owned. Then try again.
     *
     * @param stage what the last call in this operation returned, {@link #ARRIVED} at first
     * @return how far the thread has got. In a small crowd the length of its last spin, then a negative number: how
     *     often it has parked. In a large one a negative number: how many spins were of use when it began, and how many
     *     it has made; or, if it is its turn, the next pause. Whoever has got a negative number {@linkplain #leave
     *     leaves} in the end
     */
    int giveWay(int stage) {
        if (stage >= 0 && stage < GivingWay.LONGEST_NANOS && (stage != ARRIVED || !isLarge())) {
            int nanos = stage == ARRIVED ? GivingWay.SHORTEST_NANOS : 2 * stage;
            GivingWay.spin(nanos);
            return nanos;
        }
        return giveWayLonger(stage);
    }

    private boolean isLarge() {
        return GivingWay.ONE_PROCESSOR
                || (Thread.currentThread().isVirtual() ? MANY_PROCESSORS : usualSpins < MAX_SPINS);
    }

    private int giveWayLonger(int stage) {
        if (stage >= GivingWay.LONGEST_NANOS) {
            parking.getAndIncrement();
            return parkShortly(FIRST_PARK);
        }
        if (stage <= FIRST_PARK) {
            return parkShortly(stage);
        }
        if (stage <= -PAUSE_NANOS) {
            GivingWay.park(-stage);
            return Math.max(2 * stage, -LONGEST_PAUSE_NANOS);
        }
        boolean virtual = Thread.currentThread().isVirtual();
        int spins = stage != ARRIVED ? spins(stage) : virtual ? 1 : usualSpins;
        int times = -stage & ((1 << SPINS_BITS) - 1);
        if (times < spins && !GivingWay.ONE_PROCESSOR) {
            GivingWay.spin(GivingWay.SHORTEST_NANOS << times);
            return -(spins << SPINS_BITS | times + 1);
        }
        return waitForTurn(spins);
    }

    private int parkShortly(int stage) {
        if (stage == LAST_PARK
                || parking.get() > PROCESSORS && !Thread.currentThread().isVirtual()) {
            parking.getAndDecrement();
            return waitForTurn(MAX_SPINS);
        }
        GivingWay.park(GivingWay.LONGEST_NANOS);
        return stage - 1;
    }

    private int waitForTurn(int spins) {
        if (spins > 1 && !Thread.currentThread().isVirtual()) {
            usualSpins = spins - 1;
        }
        turn.lock();
        if (progress.getAsLong() != left) {
            GivingWay.park(PAUSE_NANOS);
        }
        return -PAUSE_NANOS;
    }

    /**
     * Ends an operation that has got a negative stage: its last attempt did not find the place owned.
     *
     * @param stage what {@link #giveWay} returned last
     */
    void leave(int stage) {
        if (stage <= FIRST_PARK) {
            parking.getAndDecrement();
        } else if (stage <= -PAUSE_NANOS) {
            left = progress.getAsLong();
            turn.unlock();
        } else if (spins(stage) < MAX_SPINS && !Thread.currentThread().isVirtual()) {
            usualSpins = spins(stage) + 1;
        }
    }

    private static int spins(int stage) {
        return -stage >> SPINS_BITS;
    }
}
