package dev.warpbroker.structures.contention;

/**
 * How far apart words must lie that many threads change for different reasons: 128 bytes, a cache line of a GPU and the
 * pair of lines that x86 fetches together.
 *
 * <p>Leave the first line of an array unused, too: on the JVM it has the array's length, which every access reads.
 */
public final class CacheLine {
    /** Ints on a line. */
    public static final int INTS = 32;

    /** Longs on a line. */
    public static final int LONGS = 16;

    private CacheLine() {}
}
