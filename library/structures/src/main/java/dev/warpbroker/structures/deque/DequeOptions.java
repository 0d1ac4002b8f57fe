package dev.warpbroker.structures.deque;

/**
 * What a set of deques is made with.
 *
 * @param count how many deques
 * @param capacity elements that each is to hold, a power of two between 2 and 2^30
 * @param start where positions begin, for tests of their wrap-around
 * @param packed whether the ends of all deques lie side by side, several in a cache line: to measure what that costs
 */
public record DequeOptions(int count, int capacity, long start, boolean packed) {
    private static final int MIN_CAPACITY = 2;
    private static final int MAX_CAPACITY = 1 << 30;

    /** {@return the options for {@code count} deques of {@code capacity}} */
    public static DequeOptions of(int count, int capacity) {
        return new DequeOptions(count, capacity, 0, false);
    }

    /** {@return these options with positions that begin at {@code position}} */
    public DequeOptions startingAt(long position) {
        return new DequeOptions(count, capacity, position, packed);
    }

    /** {@return these options with the ends of deques side by side or not} */
    public DequeOptions withPacked(boolean sideBySide) {
        return new DequeOptions(count, capacity, start, sideBySide);
    }

    public DequeOptions {
        if (count < 1) {
            throw new IllegalArgumentException(count + " deques; the least is 1");
        }
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " of a deque is not a power of two between "
                    + MIN_CAPACITY + " and " + MAX_CAPACITY + " (2^30); the next that is: "
                    + next(Math.clamp(capacity, MIN_CAPACITY, MAX_CAPACITY)));
        }
    }

    private static int next(int capacity) {
        return Integer.highestOneBit(2 * capacity - 1);
    }
}
