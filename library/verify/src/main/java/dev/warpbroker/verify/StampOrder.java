package dev.warpbroker.verify;

/** Sorts by stamps: a radix sort over the digits that the stamps of a history really have. */
final class StampOrder {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private StampOrder() {}

    /** {@return the indices of {@code stamps} in ascending order of their stamps, {@link History#NEVER} last} */
    static int[] of(long[] stamps) {
        int n = stamps.length;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (long stamp : stamps) {
            if (stamp != History.NEVER) {
                least = Math.min(least, stamp);
                greatest = Math.max(greatest, stamp);
            }
        }
        long never = least > greatest ? 0 : greatest - least + 1;
        long[] keys = new long[n];
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            keys[i] = stamps[i] == History.NEVER ? never : stamps[i] - least;
            order[i] = i;
        }
        long[] nextKeys = new long[n];
        int[] nextOrder = new int[n];
        int bits = Long.SIZE - Long.numberOfLeadingZeros(never);
        for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
            int[] starts = starts(keys, shift);
            for (int i = 0; i < n; i++) {
                int to = starts[digit(keys[i], shift)]++;
                nextKeys[to] = keys[i];
                nextOrder[to] = order[i];
            }
            long[] oldKeys = keys;
            keys = nextKeys;
            nextKeys = oldKeys;
            int[] oldOrder = order;
            order = nextOrder;
            nextOrder = oldOrder;
        }
        return order;
    }

    private static int[] starts(long[] keys, int shift) {
        int[] starts = new int[DIGITS];
        for (long key : keys) {
            starts[digit(key, shift)]++;
        }
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int count = starts[digit];
            starts[digit] = sum;
            sum += count;
        }
        return starts;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & DIGITS - 1;
    }
}
