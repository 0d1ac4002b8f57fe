package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;

/**
 * Positions for warps of a block that want some at about the same time: while one fetch-and-add is under way, those
 * that come gather for the next, and the first of them makes it for all. Like {@link BlockClaims}, but nobody depends
 * on anybody: whoever has waited long enough gets positions of its own, and those that were meant for it stay unused.
 */
final class BlockPositions {
    /*
     * Invariants
     * - Rounds are numbered modulo 2^16. ARRIVALS is the number of the round that gathers, and how many lanes have come
     *   to it. Whoever comes first leads: once the round before has its positions it closes its own by beginning the
     *   next, adds to the counter for all that came, and leaves the first position in the cell of the round.
     * - Whoever gives up on a round closes it, unless it is closed. A leader that finds its round closed by another
     *   adds for its own lanes only. So a lane comes to a round once, and no more come than a block has lanes.
     * - Each word of a cell carries the tag of its round in its upper half. Leaders write without regard to others:
     *   whoever sees its own tag in both words has the position that its leader got, and everybody else gives up.
     * - Positions are got after all that have one of them came: the number that is added is what the closing exchange
     *   has read.
     * - Positions that nobody uses are those of lanes that gave up after their round was closed.
     *
     * Progress: every loop ends after PATIENCE looks, or, in close, after as many attempts as there are other warps.
     *
     * Access modes: opaque and relaxed, see BlockClaims. A lane must not stand still while its block makes 2^16 rounds:
     * it could get a position from before its call, and be put ahead of others.
     */

    private static final int ARRIVALS = 0;
    private static final int FIRST_CELL = 1;

    /** Cells, a power of two: who is late by as many rounds finds its own overwritten. */
    private static final int CELLS = 64;

    private static final int POSITION_LOW = 0;
    private static final int POSITION_HIGH = 1;
    private static final int CELL = 2;

    /** Ints of shared memory, zero at the beginning. */
    static final int LENGTH = FIRST_CELL + CELLS * CELL;

    private static final int HALF = 16;

    /** Of a word: a number of lanes (a block has at most 1,024), or half of a position. */
    private static final int LOW = (1 << HALF) - 1;

    /** Looks before the first pause: a fetch-and-add takes about as long. */
    private static final int EAGER_LOOKS = 64;

    /** Looks before others are no longer waited for. */
    private static final int PATIENCE = 1_024;

    private final Ints shared;

    BlockPositions(Ints shared) {
        this.shared = shared;
    }

    /**
     * {@return the first of as many positions as there are lanes}
     *
     * @param counters of which {@code counter} is the word that is added to
     */
    int next(Ints counters, int counter, int lanes) {
        int arrival = arrive(lanes);
        int round = arrival >>> HALF;
        int before = arrival & LOW;
        return before == 0 ? lead(counters, counter, round, lanes) : follow(counters, counter, round, before, lanes);
    }

    /** {@return the round that the caller has come to, and how many came before it; the first of all is to lead} */
    int arrive(int lanes) {
        return shared.getAndAddRelaxed(ARRIVALS, lanes);
    }

    private int lead(Ints counters, int counter, int round, int lanes) {
        var backoff = new Backoff();
        int looks = 1;
        while (looks < PATIENCE && isUnderWay(round - 1)) {
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the positions that its block gets before");
            }
        }
        int all = close(round);
        if (all == 0) {
            return counters.getAndAddRelaxed(counter, lanes);
        }
        int position = counters.getAndAddRelaxed(counter, all);
        int cell = cell(round);
        int tag = tag(round);
        shared.setOpaque(cell + POSITION_LOW, tag | position & LOW);
        shared.setOpaque(cell + POSITION_HIGH, tag | position >>> HALF);
        return position;
    }

    private int follow(Ints counters, int counter, int round, int before, int lanes) {
        int cell = cell(round);
        int tag = tag(round);
        var backoff = new Backoff();
        for (int looks = 1; looks < PATIENCE; looks++) {
            int low = shared.getOpaque(cell + POSITION_LOW);
            int high = shared.getOpaque(cell + POSITION_HIGH);
            if (carry(low, high, tag)) {
                return (high << HALF | low & LOW) + before;
            }
            if (isLater(low, tag)) {
                break;
            }
            if (looks > EAGER_LOOKS) {
                backoff.pause("the positions that its block gets for it");
            }
        }
        close(round);
        return counters.getAndAddRelaxed(counter, lanes);
    }

    /** {@return whether a word carries the tag of a later round: the positions of this one have been overwritten} */
    private static boolean isLater(int word, int tag) {
        return (word & ~LOW) - tag > 0;
    }

    /** {@return how many lanes came to a round that the caller has closed; 0 if somebody else has} */
    private int close(int round) {
        int seen = shared.getOpaque(ARRIVALS);
        while (seen >>> HALF == round) {
            int witness = shared.compareAndExchangeRelaxed(ARRIVALS, seen, (round + 1) << HALF);
            if (witness == seen) {
                return seen & LOW;
            }
            seen = witness;
        }
        return 0;
    }

    /** {@return whether a round has not left its positions yet} */
    private boolean isUnderWay(int round) {
        int cell = cell(round);
        return !carry(shared.getOpaque(cell + POSITION_LOW), shared.getOpaque(cell + POSITION_HIGH), tag(round));
    }

    /** {@return whether both words have the tag} */
    private static boolean carry(int low, int high, int tag) {
        return ((low ^ tag) | (high ^ tag)) >>> HALF == 0;
    }

    private static int cell(int round) {
        return FIRST_CELL + (round & (CELLS - 1)) * CELL;
    }

    /** {@return the mark of a round: that of untouched memory is the one of the round before the first} */
    private static int tag(int round) {
        return (round + 1) << HALF;
    }
}
