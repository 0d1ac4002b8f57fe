package dev.warpbroker.verify;

import java.util.ArrayList;
import java.util.List;

/** How many intervals cover each position; a tree in which intervals are taken away and bare positions are found. */
final class Cover {
    /** Added to a position that was found bare, so that it is not found again. */
    private static final int FOUND = 1 << 30;

    private final int length;
    private final int leaves;

    /** The least count below a node, without what is pending above it. */
    private final int[] least;

    /** What has been added to all positions below a node. */
    private final int[] pending;

    /** Intervals from rank a to rank z cover the positions 2a + 1 to 2z - 1. */
    Cover(int length, int[] begins, int[] ends) {
        this.length = length;
        leaves = Integer.highestOneBit(Math.max(1, length - 1)) * 2;
        least = new int[2 * leaves];
        pending = new int[leaves];
        for (int i = 0; i < begins.length; i++) {
            least[leaves + 2 * begins[i] + 1]++;
            least[leaves + 2 * ends[i]]--;
        }
        for (int i = 1; i < length; i++) {
            least[leaves + i] += least[leaves + i - 1];
        }
        for (int i = length; i < leaves; i++) {
            least[leaves + i] = FOUND;
        }
        for (int node = leaves - 1; node > 0; node--) {
            least[node] = Math.min(least[2 * node], least[2 * node + 1]);
        }
    }

    int length() {
        return length;
    }

    /** Takes an interval away from the positions {@code from} to {@code to}. */
    void uncover(int from, int to) {
        add(1, 0, leaves - 1, from, to, -1);
    }

    /** {@return the positions from {@code from} to {@code to} that nothing covers and that were not returned before} */
    List<Integer> uncovered(int from, int to) {
        var found = new ArrayList<Integer>();
        collect(1, 0, leaves - 1, from, to, 0, found);
        for (int position : found) {
            add(1, 0, leaves - 1, position, position, FOUND);
        }
        return found;
    }

    private void add(int node, int low, int high, int from, int to, int amount) {
        if (from > high || to < low) {
            return;
        }
        if (from <= low && high <= to) {
            least[node] += amount;
            if (node < leaves) {
                pending[node] += amount;
            }
            return;
        }
        int middle = (low + high) >>> 1;
        add(2 * node, low, middle, from, to, amount);
        add(2 * node + 1, middle + 1, high, from, to, amount);
        least[node] = Math.min(least[2 * node], least[2 * node + 1]) + pending[node];
    }

    private void collect(int node, int low, int high, int from, int to, int above, List<Integer> found) {
        if (from > high || to < low || least[node] + above > 0) {
            return;
        }
        if (low == high) {
            found.add(low);
            return;
        }
        int middle = (low + high) >>> 1;
        collect(2 * node, low, middle, from, to, above + pending[node], found);
        collect(2 * node + 1, middle + 1, high, from, to, above + pending[node], found);
    }
}
