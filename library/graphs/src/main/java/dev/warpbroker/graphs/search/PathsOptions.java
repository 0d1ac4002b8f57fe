package dev.warpbroker.graphs.search;

/**
 * How to search for shortest paths.
 *
 * @param delta the range of distances whose vertices are looked at in any order, a power of two or rounded down to one;
 *     0 for one that follows from the weights and the number of edges. A small one costs steps, a large one looks at
 *     vertices again and again
 * @param threads most threads of the device that search; 0 for as many as it holds at once, or one per processor of the
 *     JVM
 */
public record PathsOptions(int delta, int threads) {
    /** Checks the numbers. */
    public PathsOptions {
        if (delta < 0) {
            throw new IllegalArgumentException(
                    "delta " + delta + "; give at least 1, or 0 for one that fits the weights of the graph");
        }
        if (threads < 0) {
            throw new IllegalArgumentException("a search for paths by " + threads
                    + " threads; give at least 1, or 0 for as many as the device holds");
        }
    }

    /** {@return delta as it fits the graph, and as many threads as the device holds} */
    public static PathsOptions defaults() {
        return new PathsOptions(0, 0);
    }

    /** {@return these options with another delta} */
    public PathsOptions withDelta(int given) {
        return new PathsOptions(given, threads);
    }

    /** {@return these options with another number of threads} */
    public PathsOptions withThreads(int given) {
        return new PathsOptions(delta, given);
    }
}
