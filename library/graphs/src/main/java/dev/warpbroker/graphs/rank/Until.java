package dev.warpbroker.graphs.rank;

/**
 * When to stop: after a number of iterations, or before, as soon as one changes the ranks by less than a tolerance.
 *
 * @param iterations the most iterations
 * @param tolerance for the sum of the absolute changes of all ranks in an iteration; 0 if they do not matter
 */
public record Until(int iterations, double tolerance) {
    /** What {@link #changeBelow} makes at most: ranks of a tolerance that doubles can have need some 200. */
    public static final int MAX_ITERATIONS = 1_000;

    public Until {
        if (iterations < 1) {
            throw new IllegalArgumentException(iterations + " iterations of PageRank; the least is 1");
        }
        if (!(tolerance >= 0 && tolerance < 2)) {
            throw new IllegalArgumentException("tolerance " + tolerance
                    + " of PageRank; give a positive number below 2, which no change exceeds, or 0 for none");
        }
    }

    /** {@return to stop after a number of iterations} */
    public static Until after(int iterations) {
        return new Until(iterations, 0);
    }

    /** {@return to stop as soon as an iteration changes the ranks by less than {@code tolerance} in all} */
    public static Until changeBelow(double tolerance) {
        return new Until(MAX_ITERATIONS, tolerance);
    }

    /** {@return whether this is the last iteration} */
    boolean isReached(int iteration, double change) {
        return iteration == iterations || change < tolerance;
    }
}
