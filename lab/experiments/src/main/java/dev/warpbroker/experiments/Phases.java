package dev.warpbroker.experiments;

/** Operations at random, in phases in which most put values in and phases in which most take some out. */
final class Phases {
    private static final int LENGTH = 8;
    private static final int OFTEN = 75;

    private Phases() {}

    /**
     * {@return whether operation {@code i} of a thread puts a value in; {@code draw} is a number of this operation
     * alone}
     */
    static boolean inserts(int draw, int i) {
        boolean filling = i / LENGTH % 2 == 0;
        return percent(draw) < (filling ? OFTEN : 100 - OFTEN);
    }

    /** {@return a number from 0 to 99 that looks random: the finalizer of splitmix32} */
    private static int percent(int number) {
        int mixed = number * 0x9e3779b9;
        mixed = (mixed ^ mixed >>> 16) * 0x21f0aaad;
        mixed = (mixed ^ mixed >>> 15) * 0x735a2d97;
        return Integer.remainderUnsigned(mixed ^ mixed >>> 15, 100);
    }
}
