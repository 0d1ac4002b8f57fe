package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;

/**
 * Where warps of a block that claim at about the same time are made one: while a claim is under way, those that come
 * gather for the next, and the first of them claims for all. Flat combining (Hendler, Incze, Shavit and Tzafrir, SPAA
 * 2010) of additions, in the shared memory of a block, without a barrier: nobody has to take part.
 */
final class BlockClaims {
    /*
     * Invariants
     * - Claims are made in rounds, numbered modulo 2^16. ARRIVALS is the number of the round that gathers, and how many
     *   lanes have come to it. Whoever comes first leads: once the cell of its round is free it closes its round by
     *   beginning the next, claims for all that came, and leaves what it got in the cell. So several rounds may be
     *   under way, one for each cell.
     * - A round that has ended leaves its cell as it is until all that came to it have read it: UNREAD of the cell is
     *   how many have not. A cell is free for the next round if UNREAD is 0 and all its words carry the tag of the
     *   round before, or none yet: a word that does not would be written after the next leader had written it.
     * - Each word of a result carries the tag of its round in its upper half. Whoever sees the tag of its own round in
     *   all of them has the result; a cell gets the same tag again only after 2^16 rounds.
     * - Lanes of a round get positions in the order in which they came to it.
     *
     * Access modes: opaque and relaxed everywhere, because a fence here would wait for the stores to global memory that
     * the lanes have made before. Words of a result need no order among them, each has its tag. UNREAD is read by an
     * add of zero, which reads the last value there is: a load might give the one from before the cell was last used. A
     * reader takes itself off UNREAD only after a branch on what it has read, and a leader writes only after a branch
     * on tag and UNREAD: nothing is written before the branch that decides whether it is. The tag goes up after UNREAD,
     * because it is made of what the add to UNREAD returned, which is 0.
     */

    private static final int ARRIVALS = 0;
    private static final int FIRST_CELL = 1;

    /** Cells: a power of two. */
    private static final int CELLS = 4;

    private static final int GRANTED = 0;
    private static final int POSITION_LOW = 1;
    private static final int POSITION_HIGH = 2;
    private static final int UNREAD = 3;
    private static final int CELL = 4;

    /** Ints of shared memory, zero at the beginning. */
    static final int LENGTH = FIRST_CELL + CELLS * CELL;

    private static final int HALF = 16;

    /** Of a word: a number of lanes (a block has at most 1,024), or half of a position. */
    private static final int LOW = (1 << HALF) - 1;

    /** Looks before the first pause: a claim takes about as long. */
    private static final int EAGER_LOOKS = 64;

    private final Ints shared;
    private final int origin;

    BlockClaims(Ints shared, int origin) {
        this.shared = shared;
        this.origin = origin;
    }

    /**
     * Claims for the lanes of a warp, together with other warps.
     *
     * @return how many of all positions from the first of this warp on are granted, which may be more than
     *     {@code lanes}, and less than none
     */
    Broker.Batch claim(Broker broker, int end, int lanes) {
        int arrival = shared.getAndAddRelaxed(origin + ARRIVALS, lanes);
        int round = arrival >>> HALF;
        int before = arrival & LOW;
        return before == 0 ? lead(broker, end, round, lanes) : follow(round, before, lanes);
    }

    private Broker.Batch lead(Broker broker, int end, int round, int lanes) {
        int cell = cell(round);
        var backoff = new Backoff();
        int looks = 0;
        while (!isFree(cell, round)) {
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the claim of its block that has its cell");
            }
        }
        int all = shared.getAndSetRelaxed(origin + ARRIVALS, (round + 1) << HALF) & LOW;
        int unread = shared.getAndAddRelaxed(cell + UNREAD, all - lanes);
        var batch = broker.claim(end, all);
        int tag = tag(round) | unread;
        shared.setOpaque(cell + GRANTED, tag | batch.granted());
        shared.setOpaque(cell + POSITION_LOW, tag | (batch.position() & LOW));
        shared.setOpaque(cell + POSITION_HIGH, tag | batch.position() >>> HALF);
        return batch;
    }

    /** {@return whether the round that had the cell before, if there was one, has ended and was read by all} */
    private boolean isFree(int cell, int round) {
        int first = shared.getOpaque(cell + GRANTED) >>> HALF;
        int tag = first == 0 && round < CELLS ? 0 : tag(round - CELLS);
        return carries(cell, tag) && shared.getAndAddRelaxed(cell + UNREAD, 0) == 0;
    }

    /** {@return whether all words of a result have the tag} */
    private boolean carries(int cell, int tag) {
        int granted = shared.getOpaque(cell + GRANTED) ^ tag;
        int low = shared.getOpaque(cell + POSITION_LOW) ^ tag;
        int high = shared.getOpaque(cell + POSITION_HIGH) ^ tag;
        return (granted | low | high) >>> HALF == 0;
    }

    private Broker.Batch follow(int round, int before, int lanes) {
        int cell = cell(round);
        int tag = tag(round);
        var backoff = new Backoff();
        int looks = 0;
        while (true) {
            int granted = shared.getOpaque(cell + GRANTED) ^ tag;
            int low = shared.getOpaque(cell + POSITION_LOW) ^ tag;
            int high = shared.getOpaque(cell + POSITION_HIGH) ^ tag;
            if ((granted | low | high) >>> HALF == 0) {
                shared.getAndAddRelaxed(cell + UNREAD, -lanes);
                return new Broker.Batch(granted - before, (high << HALF | low) + before);
            }
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the claim that its block makes for it");
            }
        }
    }

    private int cell(int round) {
        return origin + FIRST_CELL + (round & (CELLS - 1)) * CELL;
    }

    /** {@return the mark of a round, which differs from that of untouched memory in the first rounds} */
    private static int tag(int round) {
        return (round + 1) << HALF;
    }
}
