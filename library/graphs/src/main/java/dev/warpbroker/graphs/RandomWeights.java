package dev.warpbroker.graphs;

import java.io.Serializable;

/**
 * Weights that follow from the two ends of an edge and a seed alone: the same in both directions, and wherever they are
 * made. Kernel Java.
 *
 * @param low the least weight
 * @param high the greatest weight
 * @param seed of the choice
 */
record RandomWeights(int low, int high, long seed) implements Serializable {
    private static final long serialVersionUID = 1;

    RandomWeights {
        if (low < 0 || high < low) {
            throw new IllegalArgumentException("weights " + low + ".." + high
                    + "; the least is at least 0, and the greatest at least as great as the least");
        }
    }

    /** {@return the weight of the edge between two vertices} */
    int of(int one, int other) {
        long range = (long) high - low + 1;
        return low + (int) ((Chance.bits(seed, Chance.edge(one, other)) >>> Integer.SIZE) * range >>> Integer.SIZE);
    }
}
