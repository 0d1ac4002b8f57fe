package dev.warpbroker.verify;

import java.util.Arrays;

/** Numbers from which small ones are picked: a tree that knows the least of every range. */
final class LeastTree {
    /** What stands for a number that was removed. */
    static final long GONE = Long.MAX_VALUE;

    private final int leaves;
    private final long[] least;

    LeastTree(long[] numbers) {
        leaves = Math.max(1, Integer.highestOneBit(Math.max(1, numbers.length - 1)) * 2);
        least = new long[2 * leaves];
        Arrays.fill(least, GONE);
        System.arraycopy(numbers, 0, least, leaves, numbers.length);
        for (int node = leaves - 1; node > 0; node--) {
            least[node] = Math.min(least[2 * node], least[2 * node + 1]);
        }
    }

    void set(int index, long number) {
        int node = leaves + index;
        least[node] = number;
        for (node /= 2; node > 0; node /= 2) {
            least[node] = Math.min(least[2 * node], least[2 * node + 1]);
        }
    }

    void remove(int index) {
        set(index, GONE);
    }

    /**
     * {@return the first index from {@code from} on and before {@code to} whose number is at most {@code limit}; or -1}
     */
    int find(int from, int to, long limit) {
        if (from >= to) {
            return -1;
        }
        int node = leaves + from;
        while (least[node] > limit) {
            // On to the range behind this one: up as long as this is a right child, then to the sibling.
            while ((node & 1) == 1) {
                node /= 2;
            }
            if (node == 0) {
                return -1;
            }
            node++;
        }
        while (node < leaves) {
            node = least[2 * node] <= limit ? 2 * node : 2 * node + 1;
        }
        return node - leaves < to ? node - leaves : -1;
    }
}
