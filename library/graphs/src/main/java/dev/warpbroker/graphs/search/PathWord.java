package dev.warpbroker.graphs.search;

/**
 * All that is known of a vertex in a search for shortest paths, in one word, so that the smaller of two words is the
 * better one: its distance above all, then whether it waits to be looked at, then its predecessor. Kernel Java.
 */
final class PathWord {
    /** The vertex waits where its distance says. */
    static final long MARK = 1L << Integer.SIZE;

    /** No way is known. */
    static final long UNKNOWN = of(PathsResult.MAX_DISTANCE + 1, PathsResult.UNREACHED) & ~MARK;

    private PathWord() {}

    /** {@return the word of a vertex that waits} */
    static long of(int distance, int predecessor) {
        return (long) ((distance << 1 | 1) ^ Integer.MIN_VALUE) << Integer.SIZE | Integer.toUnsignedLong(predecessor);
    }

    static int distance(long word) {
        return ((int) (word >> Integer.SIZE) ^ Integer.MIN_VALUE) >>> 1;
    }

    static int predecessor(long word) {
        return (int) word;
    }

    static boolean isMarked(long word) {
        return (word & MARK) != 0;
    }

    /** {@return whether a word has a smaller distance than another, or the same and that one waits} */
    static boolean isBetter(long word, long other) {
        return (int) (word >> Integer.SIZE) < (int) (other >> Integer.SIZE);
    }
}
