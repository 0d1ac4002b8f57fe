package dev.warpbroker.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets many threads through at once, cheaply, and now and then one alone, which waits until all others are out. It
 * counts what they did.
 *
 * <p>There are two {@linkplain #ARRIVALS kinds} of passages. A thread that is inside must get out without waiting for
 * one that is not.
 */
final class Gate {
    /*
     * A thread has a stripe, by its number, with a word for each kind of passage: how many are inside in the lower
     * half, how much was done in the upper. One add on the way in, one on the way out, mostly on a line that is in the
     * thread's own cache.
     *
     * Invariants
     * - While the gate is closed, the thread that closed it holds its lock.
     * - Nobody is inside while one is alone. A thread that enters adds to its word and then reads `closed`; one that
     *   closes sets `closed` and then reads all words. All of these are volatile, so one sees the other. A thread that
     *   finds the gate closed steps back and enters under the lock; nobody can close the gate again before that.
     * - What was done inside happens before what one does alone after that, and the other way round: by the words, by
     *   `closed` and by the lock.
     * - The upper halves may wrap around; sums of them, and differences of sums, are right modulo 2^32.
     */

    /** Puts an element in, or fails to. */
    static final int ARRIVALS = 0;

    /** Takes an element out, or fails to, or looks. */
    static final int DEPARTURES = 1;

    /** Longs in 128 bytes: lines are fetched in pairs. */
    private static final int STRIPE = 16;

    private static final int MAX_STRIPES = 64;
    private static final int STRIPES_PER_PROCESSOR = 4;

    private static final int DONE_SHIFT = Integer.SIZE;

    /** 2^32 divided by the golden ratio: spreads consecutive numbers. */
    private static final int SPREAD = 0x9E3779B9;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    /** The stripes, from 1 on: what is in front of the array in memory is not ours. */
    private final long[] words;

    private final int hashShift;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean closed;

    Gate() {
        int wanted = Math.min(STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(), MAX_STRIPES);
        int stripes = Integer.highestOneBit(2 * wanted - 1);
        hashShift = Integer.numberOfLeadingZeros(stripes - 1);
        words = new long[(stripes + 1) * STRIPE];
    }

    private int wordOf(int passage) {
        int hash = (int) Thread.currentThread().threadId() * SPREAD;
        return ((hash >>> hashShift) + 1) * STRIPE + passage;
    }

    /** {@return what {@link #leave} wants to be told} */
    int enter(int passage) {
        int word = wordOf(passage);
        WORD.getAndAdd(words, word, 1L);
        if (closed) {
            WORD.getAndAdd(words, word, -1L);
            requireNotAlone();
            lock.lock();
            try {
                WORD.getAndAdd(words, word, 1L);
            } finally {
                lock.unlock();
            }
        }
        return word;
    }

    /**
     * Goes out, with a full fence.
     *
     * @param entered what {@link #enter} returned
     * @param done what to add to the count of the passage
     */
    void leave(int entered, int done) {
        WORD.getAndAdd(words, entered, ((long) done << DONE_SHIFT) - 1);
    }

    /** Returns when nobody is inside, and keeps others out until {@link #open}. */
    void close() {
        requireNotAlone();
        lock.lock();
        closed = true;
        int pause = 0;
        for (int at = STRIPE; at < words.length; at += STRIPE) {
            while (isInside(at + ARRIVALS) || isInside(at + DEPARTURES)) {
                pause = GivingWay.pause(pause);
            }
        }
    }

    private boolean isInside(int word) {
        return (int) (long) WORD.getVolatile(words, word) != 0;
    }

    void open() {
        closed = false;
        lock.unlock();
    }

    private void requireNotAlone() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "a collection that a queue is being drained to cannot use the queue; drain to a list and use that");
        }
    }

    /** Adds to the count of a passage what was done behind the closed gate. */
    void count(int passage, int done) {
        WORD.getAndAdd(words, wordOf(passage), (long) done << DONE_SHIFT);
    }

    /** {@return how much was done by those who have left, modulo 2^32} */
    int done(int passage) {
        int sum = 0;
        for (int at = STRIPE; at < words.length; at += STRIPE) {
            sum += (int) ((long) WORD.getVolatile(words, at + passage) >>> DONE_SHIFT);
        }
        return sum;
    }
}
