package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Longs;

/**
 * Where the words of a ring's entries lie, and how they are marked. Host and kernels use it alike.
 *
 * <p>A word is a long of host-visible memory: 32 bits of an entry above, the mark below. The mark is the number of the
 * lap in which the word was written, so a reader knows from the word itself whether it is there: an entry needs no
 * flag, no order among its words, and no second look. (So do the LL protocol of NCCL and its relatives.)
 *
 * <p>Entries lie in pages of as many as a warp has lanes. A page has its entries' first words one after the other, then
 * the second words, and so on: a warp reads or writes each row at once.
 *
 * @param lanes entries of a page, a power of two
 * @param pages pages of a ring, a power of two
 * @param words words of an entry
 */
record RingLayout(int lanes, int pages, int words) {
    /** Longs of 128 bytes: counters of different rings do not share a line. */
    static final int LINE = Longs.LINE;

    /** Bits of a lap's number. The two above tell kinds of entries apart. */
    private static final int LAP_BITS = 30;

    private static final int LAP_MASK = (1 << LAP_BITS) - 1;

    /** Of a request: not to be run; of an answer: was not run. */
    static final int CANCELLED = 1 << LAP_BITS;

    /** Of a request: there are no more. */
    static final int END = 2 << LAP_BITS;

    /** {@return entries of a ring} */
    int slots() {
        return lanes * pages;
    }

    /** {@return longs of a ring} */
    long longs() {
        return (long) slots() * words;
    }

    /** {@return the long with a word of the first entry of a page; that of the n-th entry is n further on} */
    int row(int ring, long page, int word) {
        return ((ring * pages + (int) (page & pages - 1)) * words + word) * lanes;
    }

    /** {@return the long with a word of an entry} */
    int at(int ring, long position, int word) {
        return row(ring, pageOf(position), word) + (int) (position & lanes - 1);
    }

    /** {@return the page of an entry} */
    long pageOf(long position) {
        return position >>> Integer.numberOfTrailingZeros(lanes);
    }

    /** {@return the mark of all entries of a page} */
    int lap(long page) {
        return (int) ((page >>> Integer.numberOfTrailingZeros(pages)) + 1) & LAP_MASK;
    }

    /** {@return the mark of an entry} */
    int lapAt(long position) {
        return lap(pageOf(position));
    }

    static long marked(int word, int mark) {
        return (long) word << Integer.SIZE | Integer.toUnsignedLong(mark);
    }

    static int mark(long marked) {
        return (int) marked;
    }

    static int word(long marked) {
        return (int) (marked >>> Integer.SIZE);
    }
}
