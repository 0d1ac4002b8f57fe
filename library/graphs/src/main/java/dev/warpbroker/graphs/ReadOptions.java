package dev.warpbroker.graphs;

import org.jspecify.annotations.Nullable;

/**
 * How a file is to be understood.
 *
 * @param format of the file; null to find out
 * @param direction what an edge of the file is
 * @param selfLoops whether edges from a vertex to itself are kept
 */
public record ReadOptions(@Nullable GraphFormat format, Direction direction, boolean selfLoops) {
    /** What an edge of a file is. */
    public enum Direction {
        /** What the file says it is; one edge from the first to the second vertex where it says nothing. */
        AS_WRITTEN,
        /** One edge, from the first to the second vertex. */
        DIRECTED,
        /** An edge in both directions. */
        UNDIRECTED
    }

    /** {@return the options that take a file as it is: any format, edges as written, loops kept} */
    public static ReadOptions asWritten() {
        return new ReadOptions(null, Direction.AS_WRITTEN, true);
    }

    /** {@return these options with a format} */
    public ReadOptions withFormat(@Nullable GraphFormat given) {
        return new ReadOptions(given, direction, selfLoops);
    }

    /** {@return these options with a direction} */
    public ReadOptions withDirection(Direction given) {
        return new ReadOptions(format, given, selfLoops);
    }

    /** {@return these options with or without loops} */
    public ReadOptions withSelfLoops(boolean kept) {
        return new ReadOptions(format, direction, kept);
    }
}
