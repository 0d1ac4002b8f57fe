package dev.warpbroker.experiments;

/**
 * Random numbers that need no state: what a seed, a thread and a draw give is the same on every device, and on the
 * host.
 */
public final class Chance {
    private static final int BITS = 24;
    private static final int ONE = 1 << BITS;

    private Chance() {}

    /** {@return 32 bits that look random} */
    public static int bits(int seed, int thread, int draw) {
        return mixed(mixed(mixed(seed) + thread) + draw);
    }

    /** {@return {@code probability}, from 0 to 1, as {@link #happens} wants it} */
    public static int threshold(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability " + probability + " is outside 0..1");
        }
        return (int) Math.round(probability * ONE);
    }

    /** {@return whether something of that probability happens with these bits} */
    public static boolean happens(int bits, int threshold) {
        return bits >>> (32 - BITS) < threshold;
    }

    /** {@return a number from 1 to {@code most}} */
    public static int upTo(int most, int bits) {
        return 1 + Integer.remainderUnsigned(bits, most);
    }

    private static int mixed(int value) {
        int x = value + 0x9e3779b9;
        x = (x ^ x >>> 16) * 0x7feb352d;
        x = (x ^ x >>> 15) * 0x846ca68b;
        return x ^ x >>> 16;
    }
}
