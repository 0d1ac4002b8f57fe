package dev.warpbroker.examples.render;

/** Pairs of 32-bit words in a long, which a GPU loads at once. */
final class Words {
    private Words() {}

    static long pair(int low, int high) {
        return Integer.toUnsignedLong(low) | (long) high << Integer.SIZE;
    }

    static long pair(float low, float high) {
        return pair(Float.floatToRawIntBits(low), Float.floatToRawIntBits(high));
    }

    static int lowInt(long pair) {
        return (int) pair;
    }

    static int highInt(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }

    static float low(long pair) {
        return Float.intBitsToFloat(lowInt(pair));
    }

    static float high(long pair) {
        return Float.intBitsToFloat(highInt(pair));
    }
}
