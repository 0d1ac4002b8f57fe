package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;

/**
 * A lock-free queue of indices that is never asked to hold more than half of its entries: the scalable circular queue
 * (SCQ) of Ruslan Nikolaev, <i>A Scalable, Portable, and Memory-Efficient Lock-Free FIFO Queue</i>, DISC 2019.
 */
final class IndexRing {
    /*
     * The ring has 2n entries, n at least the number of indices and of threads. Position p belongs to entry p modulo
     * 2n, in cycle p divided by 2n. An entry is one word:
     *
     *     cycle (31 bits) | unsafe (1 bit) | index + 1, or 0 (32 bits)
     *
     * - An enqueue fills an entry of an earlier cycle that has no index. A dequeue that comes before its enqueue moves
     *   the cycle on, so that the enqueue fails; one that finds the index of an earlier cycle marks the entry unsafe,
     *   and then an enqueue may fill it only if its own dequeue has not begun (Head <= position).
     * - Threshold is how many dequeues may fail before the ring is known to be empty: the last index put in is at most
     *   3n positions ahead of Head. Each enqueue sets it to 3n - 1 when it is done, each dequeue that fails takes one
     *   off. So dequeues do not spoil the positions of enqueues for ever, which is what makes the ring lock-free.
     *
     * Access modes: an entry is filled with release and read with acquire, so whoever gets an index sees what was
     * written before it was put in, and whoever finds an entry unsafe finds Head as far on as the one that marked it
     * did. Head, Tail and Threshold decide by read-modify-writes: an add of zero reads the last value there is.
     */

    private static final int LINE = Ints.LINE;
    private static final int HEAD = 2 * LINE;
    private static final int THRESHOLD = 10 * LINE;
    private static final int TAIL = 18 * LINE;
    private static final int LENGTH = 19 * LINE;

    /** No index. */
    static final int NONE = -1;

    private static final int CYCLE_SHIFT = 33;
    private static final long UNSAFE = 1L << 32;
    private static final long INDEX = 0xffff_ffffL;

    /** Neighbours in the order of positions are so many entries apart: those of a warp do not meet in a cache line. */
    private static final int NEIGHBOURS = 8;

    /** How often a dequeue that is ahead of Tail tries to move it. */
    private static final int MAX_CATCH_UPS = 32;

    private final Ints counters;
    private final Longs entries;

    /** 2n - 1: position to entry. */
    private final int mask;

    /** log2 2n: position to cycle. */
    private final int shift;

    /** @param n a power of two, at least the number of indices, and of threads */
    IndexRing(Device device, int n) {
        entries = device.longs(2 * n);
        counters = device.ints(LENGTH);
        mask = 2 * n - 1;
        shift = Integer.numberOfTrailingZeros(2 * n);
    }

    /** Makes it hold the indices from 0 to {@code count - 1}, from the host; the first is at {@code start}. */
    void begin(int start, int count) {
        long[] words = new long[mask + 1];
        for (int i = 0; i <= mask; i++) {
            int position = start + i;
            words[entry(position)] = i < count ? filled(position, i) : over(position - (mask + 1));
        }
        entries.copyIn(words);
        int[] image = new int[LENGTH];
        image[HEAD] = start;
        image[TAIL] = start + count;
        image[THRESHOLD] = count == 0 ? -1 : maxThreshold();
        counters.copyIn(image);
    }

    private int maxThreshold() {
        return 3 * ((mask + 1) / 2) - 1;
    }

    void close() {
        entries.close();
        counters.close();
    }

    private int entry(int position) {
        int place = position & mask;
        return place % NEIGHBOURS * ((mask + 1) / NEIGHBOURS) + place / NEIGHBOURS;
    }

    private int cycle(int position) {
        return position >>> shift;
    }

    private static int cycle(long word) {
        return (int) (word >>> CYCLE_SHIFT);
    }

    /** {@return less than 0 if cycle {@code a} is before {@code b}, by the bits that positions leave for cycles} */
    private int compare(int a, int b) {
        return (a - b) << shift;
    }

    private long over(int position) {
        return (long) cycle(position) << CYCLE_SHIFT;
    }

    private long filled(int position, int index) {
        return over(position) | index + 1L;
    }

    /** Puts an index in that is not inside. */
    void enqueue(int index, QueueOptions.Statistics statistics) {
        if (!fill(counters.getAndAddRelaxed(TAIL, 1), index)) {
            var backoff = new Backoff();
            do {
                statistics.retried();
                backoff.pause("enqueue: an entry that no dequeue has spoilt");
            } while (!fill(counters.getAndAddRelaxed(TAIL, 1), index));
        }
        if (counters.getAndAddAcqRel(THRESHOLD, 0) != maxThreshold()) {
            counters.getAndSetRelaxed(THRESHOLD, maxThreshold());
        }
    }

    private boolean fill(int position, int index) {
        long word = entries.getAcquire(entry(position));
        while ((word & INDEX) == 0
                && compare(cycle(word), cycle(position)) < 0
                && ((word & UNSAFE) == 0 || counters.getAndAddRelaxed(HEAD, 0) - position <= 0)) {
            long seen = entries.compareAndExchangeAcqRel(entry(position), word, filled(position, index));
            if (seen == word) {
                return true;
            }
            word = seen;
        }
        return false;
    }

    /** {@return an index, or {@link #NONE}} */
    int dequeue(QueueOptions.Statistics statistics) {
        if (counters.getAndAddRelaxed(THRESHOLD, 0) < 0) {
            return NONE;
        }
        while (true) {
            int position = counters.getAndAddRelaxed(HEAD, 1);
            long word = settle(position);
            if ((word & INDEX) != 0 && cycle(word) == cycle(position)) {
                entries.getAndBitwiseAndRelaxed(entry(position), ~INDEX);
                return (int) (word - 1);
            }
            int tail = counters.getAndAddRelaxed(TAIL, 0);
            if (tail - position <= 1) {
                catchUp(tail, position + 1);
                counters.getAndAddRelaxed(THRESHOLD, -1);
                return NONE;
            }
            if (counters.getAndAddRelaxed(THRESHOLD, -1) <= 0) {
                return NONE;
            }
            statistics.retried();
        }
    }

    /** {@return the entry once it is decided whether there is an index at {@code position}} */
    private long settle(int position) {
        long word = entries.getAcquire(entry(position));
        while (compare(cycle(word), cycle(position)) < 0) {
            long next = (word & INDEX) == 0 ? over(position) | word & UNSAFE : word | UNSAFE;
            if (next == word) {
                return word;
            }
            long seen = entries.compareAndExchangeAcqRel(entry(position), word, next);
            if (seen == word) {
                return next;
            }
            word = seen;
        }
        return word;
    }

    /** Tail was overtaken: moves it to Head, so that enqueues need not try what is spoilt. */
    private void catchUp(int tail, int head) {
        int from = tail;
        int to = head;
        int tries = 0;
        while (from - to < 0 && tries < MAX_CATCH_UPS && !counters.compareAndSetAcqRel(TAIL, from, to)) {
            to = counters.getOpaque(HEAD);
            from = counters.getOpaque(TAIL);
            tries++;
        }
    }

    /** {@return about how many indices are inside} */
    int size() {
        return counters.getOpaque(TAIL) - counters.getOpaque(HEAD);
    }
}
