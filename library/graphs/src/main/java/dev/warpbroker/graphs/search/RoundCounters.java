package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Ints;

/**
 * Where the counters of rounds lie; a level is a round as well. There are three of every kind, which take turns: in
 * round k those of k + 1 grow, while those of k + 2, which were those of k - 1, are set to what they begin with: every
 * worker has left round k - 1 when one is in round k. So one barrier per round suffices. Kernel Java.
 */
final class RoundCounters {
    /** Counters lie this many elements apart: a cache line each, on every device. */
    static final int APART = Ints.LINE;

    /** The last round, this and the next. */
    static final int ROUNDS = 3;

    private RoundCounters() {}

    /** {@return the place of a counter whose kind begins at {@code kind}} */
    static int counter(int kind, int round) {
        return kind + round % ROUNDS * APART;
    }
}
