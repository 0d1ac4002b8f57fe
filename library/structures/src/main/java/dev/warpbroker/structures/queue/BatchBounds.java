package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Ints;

/**
 * What of a batch there is memory for, found out before anything is claimed: a claim that fails half-way would be lost.
 */
final class BatchBounds {
    private BatchBounds() {}

    /** Refuses to read {@code count} values that {@code source} does not have. */
    static void requireInside(Ints source, int from, int count) {
        requireIndex(source, from);
        if (count > source.length() - from) {
            throw new IndexOutOfBoundsException("a batch of " + count + " values from " + from + " on in an array of "
                    + source.length() + "; ask for no more than there are");
        }
    }

    /** {@return how many of {@code most} values there is room for; none if it is negative} */
    static int fitting(Ints target, int from, int most) {
        requireIndex(target, from);
        return Math.max(0, Math.min(most, target.length() - from));
    }

    private static void requireIndex(Ints memory, int from) {
        if (from < 0 || from > memory.length()) {
            throw new IndexOutOfBoundsException("a batch from " + from + " on in an array of " + memory.length()
                    + "; it may begin at 0 to " + memory.length());
        }
    }
}
