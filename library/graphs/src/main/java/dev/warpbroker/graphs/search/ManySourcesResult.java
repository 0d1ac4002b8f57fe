package dev.warpbroker.graphs.search;

import java.time.Duration;

/**
 * What breadth-first searches from many sources found, each at the index of its source. The arrays are not copied: do
 * not write to them.
 */
public final class ManySourcesResult {
    private final int[] sources;
    private final int[] reached;
    private final int[] depths;
    private final long[] sums;
    private final Duration elapsed;

    ManySourcesResult(int[] sources, int[] reached, int[] depths, long[] sums, Duration elapsed) {
        this.sources = sources;
        this.reached = reached;
        this.depths = depths;
        this.sums = sums;
        this.elapsed = elapsed;
    }

    /** {@return the sources} */
    public int[] sources() {
        return sources;
    }

    /** {@return for each source the number of vertices that it reaches, itself included} */
    public int[] reached() {
        return reached;
    }

    /** {@return for each source the greatest distance of a vertex that it reaches} */
    public int[] depths() {
        return depths;
    }

    /** {@return for each source the sum of the distances of all vertices that it reaches} */
    public long[] sums() {
        return sums;
    }

    /** {@return the time on the device} */
    public Duration elapsed() {
        return elapsed;
    }

    /**
     * {@return the closeness of a source: one over its average distance to the others that it reaches; 0 if it reaches
     * none}
     *
     * @param index of the source among the sources
     */
    public double closeness(int index) {
        return sums[index] == 0 ? 0 : (reached[index] - 1) / (double) sums[index];
    }
}
