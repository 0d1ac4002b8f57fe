package dev.warpbroker.structures.queue;

/**
 * A link of a list whose nodes lie in an array: the node's index, and a tag that tells this link from others that once
 * pointed to the same node. Both are in one 64-bit word, so that one compare-and-swap compares both. Tags wrap.
 */
final class Link {
    /** The index of no node: no array is that long. */
    static final int NONE = Integer.MAX_VALUE;

    private static final int TAG_SHIFT = 32;
    private static final long INDEX_MASK = (1L << TAG_SHIFT) - 1;

    private Link() {}

    static long of(int index, int tag) {
        return (long) tag << TAG_SHIFT | index & INDEX_MASK;
    }

    static int index(long link) {
        return (int) link;
    }

    static int tag(long link) {
        return (int) (link >>> TAG_SHIFT);
    }
}
