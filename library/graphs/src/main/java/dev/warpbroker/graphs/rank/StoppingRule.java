package dev.warpbroker.graphs.rank;

/**
 * When PageRank stops: after a number of iterations, or before, as soon as one changes the ranks by less than a
 * tolerance.
 *
 * @param iterations the most iterations
 * @param tolerance for the sum of the absolute changes of all ranks in an iteration; 0 if they do not matter
 */
public record StoppingRule(int iterations, double tolerance) {
    /** What {@link #changeBelow} makes at most: ranks of a tolerance that doubles can have need some 200. */
    public static final int MAX_ITERATIONS = 1_000;

    /** Checks the numbers. */
    public StoppingRule {
        if (iterations < 1) {
            throw new IllegalArgumentException(iterations + " iterations of PageRank; give at least 1");
        }
        if (!(tolerance >= 0 && tolerance < 2)) {
            throw new IllegalArgumentException("tolerance " + tolerance
                    + " of PageRank; give a positive number below 2, which no change exceeds, or 0 for none");
        }
    }

    /** {@return the rule to stop after a number of iterations} */
    public static StoppingRule afterIterations(int iterations) {
        return new StoppingRule(iterations, 0);
    }

    /** {@return the rule to stop as soon as an iteration changes the ranks by less than {@code tolerance} in all} */
    public static StoppingRule changeBelow(double tolerance) {
        return new StoppingRule(MAX_ITERATIONS, tolerance);
    }

    /**
     * {@return whether this is the last iteration}
     *
     * @param iteration how many were made
     * @param change of all ranks in the last one
     */
    public boolean isReached(int iteration, double change) {
        return iteration == iterations || change < tolerance;
    }
}
