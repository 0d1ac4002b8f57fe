package dev.warpbroker.graphs;

/**
 * Random choices that depend on nothing but a seed and what is chosen about, so that the answer is the same everywhere.
 * Kernel Java.
 *
 * <p>The numbers are those of Steele, Lea and Flood's SplitMix64 (2014), finished with the better mixing constants that
 * David Stafford found (2011).
 */
final class Chance {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int BITS = 53;

    private Chance() {}

    /** {@return 64 random bits for {@code key}} */
    static long bits(long seed, long key) {
        return mix(mix(seed + GOLDEN) + key * GOLDEN);
    }

    /** {@return for {@link #happens}: what a probability is as a number} */
    static long threshold(double probability) {
        return (long) (probability * (1L << BITS));
    }

    /** {@return true with the probability of {@code threshold}} */
    static boolean happens(long bits, long threshold) {
        return (bits >>> (Long.SIZE - BITS)) < threshold;
    }

    /** {@return the edge between two vertices as one number, whichever way it is looked at} */
    static long edge(int one, int other) {
        return (long) Math.min(one, other) << Integer.SIZE | Math.max(one, other);
    }

    private static long mix(long bits) {
        long mixed = bits;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
