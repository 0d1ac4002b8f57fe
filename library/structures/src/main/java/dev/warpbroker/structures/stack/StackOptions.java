package dev.warpbroker.structures.stack;

/**
 * What a stack is made with. A stack that has no use for an option ignores it.
 *
 * @param capacity values that the stack is to hold, between 1 and 2^30
 * @param start where counters and tags begin, for tests of their wrap-around
 * @param scan how a {@code ScanStack} searches
 */
public record StackOptions(int capacity, int start, ScanOptions scan) {
    private static final int MAX_CAPACITY = 1 << 30;

    /** {@return the options for a stack of {@code capacity}} */
    public static StackOptions capacity(int capacity) {
        return new StackOptions(capacity, 0, ScanOptions.plain());
    }

    /** {@return these options with counters and tags that begin at {@code count}} */
    public StackOptions startingAt(int count) {
        return new StackOptions(capacity, count, scan);
    }

    /** {@return these options with another way to search} */
    public StackOptions with(ScanOptions options) {
        return new StackOptions(capacity, start, options);
    }

    public StackOptions {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity " + capacity + " of a stack; the least is 1, the most are "
                    + MAX_CAPACITY + " (2^30)"
                    + (capacity > MAX_CAPACITY ? ": split the values over several stacks" : ""));
        }
    }
}
