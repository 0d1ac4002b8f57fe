package dev.warpbroker.graphs;

import org.jspecify.annotations.Nullable;

/**
 * How a file is to be understood.
 *
 * @param format of the file; null to find out
 * @param direction what an edge of the file is
 * @param selfLoops whether edges from a vertex to itself are kept
 * @param weightScale what weights are multiplied by before they are rounded to whole numbers; null if they are whole
 */
public record ReadOptions(
        @Nullable GraphFormat format,
        Direction direction,
        boolean selfLoops,
        @Nullable Double weightScale) {
    /** @throws IllegalArgumentException if the scale is not a positive, finite number */
    public ReadOptions {
        if (weightScale != null && !(weightScale > 0 && weightScale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a weight scale of " + weightScale + "; give a positive number");
        }
    }

    /** What an edge of a file is. */
    public enum Direction {
        /** What the file says it is; one edge from the first to the second vertex where it says nothing. */
        AS_WRITTEN,
        /** One edge, from the first to the second vertex. */
        DIRECTED,
        /** An edge in both directions. */
        UNDIRECTED
    }

    /** {@return whether edges lead both ways, if the file says so or not} */
    boolean undirected(boolean asWritten) {
        return switch (direction) {
            case AS_WRITTEN -> asWritten;
            case DIRECTED -> false;
            case UNDIRECTED -> true;
        };
    }

    /** {@return the options that take a file as it is: any format, edges as written, loops kept, weights whole} */
    public static ReadOptions asWritten() {
        return new ReadOptions(null, Direction.AS_WRITTEN, true, null);
    }

    /** {@return these options with a format} */
    public ReadOptions withFormat(@Nullable GraphFormat given) {
        return new ReadOptions(given, direction, selfLoops, weightScale);
    }

    /** {@return these options with a direction} */
    public ReadOptions withDirection(Direction given) {
        return new ReadOptions(format, given, selfLoops, weightScale);
    }

    /** {@return these options with or without loops} */
    public ReadOptions withSelfLoops(boolean kept) {
        return new ReadOptions(format, direction, kept, weightScale);
    }

    /** {@return these options with a scale of weights, or without one} */
    public ReadOptions withWeightScale(@Nullable Double scale) {
        return new ReadOptions(format, direction, selfLoops, scale);
    }
}
