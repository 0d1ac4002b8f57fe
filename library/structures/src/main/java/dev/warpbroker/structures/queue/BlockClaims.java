package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Warp;

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
     *   how many have not. A cell is free for the next round if UNREAD is 0 and both words of its result have the tag
     *   of the round before, or are untouched: one that does not would be written after the next leader had written it.
     * - Each word of a result carries the tag of its round in its upper bits. Whoever sees the tag of its own round in
     *   both has the result; a cell gets the same tag again only after 2^12 rounds.
     * - Lanes of a round get positions in the order in which they came to it.
     *
     * Access modes: opaque and relaxed everywhere, because a fence here would wait for the stores to global memory that
     * the lanes have made before. Words of a result need no order among them, each has its tag. UNREAD is read by an
     * add of zero, which reads the last value there is: a load might give the one from before the cell was last used. A
     * reader takes itself off UNREAD only after a branch on what it has read, and a leader writes only after a branch
     * on tags and UNREAD: nothing is written before the branch that decides whether it is. The tag goes up after
     * UNREAD, because it is made of what the add to UNREAD returned, which is 0.
     *
     * All lanes of a warp read the result, although one would do: on a GPU lanes that wait for one of them in a loop
     * are not together again afterwards, and every instruction takes two until they are.
     */

    private static final int LOG_CELLS = 2;
    private static final int CELLS = 1 << LOG_CELLS;

    /** Words of a cell: granted lanes and the lower part of the position; the upper part; who has not read them. */
    private static final int GRANTED_AND_LOW = 0;

    private static final int HIGH = 1;
    private static final int UNREAD = 2;
    private static final int CELL = 4;

    private static final int ARRIVALS = CELLS * CELL;

    /** Ints of shared memory, zero at the beginning; a multiple of a cell, so that two words are read at once. */
    static final int LENGTH = ARRIVALS + CELL;

    /** Bits of ARRIVALS that count lanes, of which a block has at most 1,024. */
    private static final int HALF = 16;

    private static final int LANES = (1 << HALF) - 1;

    /** Bits of the lower part of a position; above it are as many for the granted lanes, then the tag. */
    private static final int LOW_BITS = 11;

    private static final int LOW = (1 << LOW_BITS) - 1;
    private static final int BELOW_TAG = 2 * LOW_BITS;

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
     * @param mask lanes that all make this call
     * @return how many of all positions from the first of this warp on are granted, which may be more than there are
     *     lanes, and less than none
     */
    Broker.Batch claim(Broker broker, int end, Warp warp, int mask) {
        int leader = warp.leader(mask);
        int arrival = 0;
        if (warp.lane() == leader) {
            arrival = shared.getAndAddRelaxed(origin + ARRIVALS, Integer.bitCount(mask));
            if (before(arrival) == 0) {
                lead(broker, end, round(arrival));
            }
        }
        arrival = warp.shuffle(mask, arrival, leader);
        return resultOf(round(arrival), before(arrival), warp, mask);
    }

    private void lead(Broker broker, int end, int round) {
        int cell = cell(round);
        var backoff = new Backoff();
        int looks = 0;
        while (!isFree(cell, round)) {
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the claim of its block that has its cell");
            }
        }
        int all = shared.getAndSetRelaxed(origin + ARRIVALS, (round + 1) << HALF) & LANES;
        int unread = shared.getAndAddRelaxed(cell + UNREAD, all);
        var batch = broker.claim(end, all);
        int tag = tag(round) | unread;
        shared.setOpaque(cell + GRANTED_AND_LOW, tag | batch.granted() << LOW_BITS | batch.position() & LOW);
        shared.setOpaque(cell + HIGH, tag | batch.position() >>> LOW_BITS);
    }

    /** {@return whether the round that had the cell before, if there was one, has ended and was read by all} */
    private boolean isFree(int cell, int round) {
        int tag = tag(round - CELLS);
        int low = shared.getOpaque(cell + GRANTED_AND_LOW) ^ tag;
        int high = shared.getOpaque(cell + HIGH) ^ tag;
        return areTagged(low, high) && shared.getAndAddRelaxed(cell + UNREAD, 0) == 0;
    }

    private Broker.Batch resultOf(int round, int before, Warp warp, int mask) {
        int cell = cell(round);
        int tag = tag(round);
        var backoff = new Backoff();
        int eager = EAGER_LOOKS;
        while (true) {
            int low = shared.getOpaque(cell + GRANTED_AND_LOW) ^ tag;
            int high = shared.getOpaque(cell + HIGH) ^ tag;
            if (areTagged(low, high)) {
                takeOffUnread(cell, warp, mask);
                return new Broker.Batch((low >>> LOW_BITS) - before, (high << LOW_BITS | low & LOW) + before);
            }
            eager--;
            if (eager <= 0) {
                backoff.pause("the claim that its block makes for it");
            }
        }
    }

    private void takeOffUnread(int cell, Warp warp, int mask) {
        warp.synchronize(mask); // all lanes have read it
        if (warp.lane() == warp.leader(mask)) {
            shared.getAndAddRelaxed(cell + UNREAD, -Integer.bitCount(mask));
        }
    }

    private static int round(int arrival) {
        return arrival >>> HALF;
    }

    /** {@return how many lanes came to the round before} */
    private static int before(int arrival) {
        return arrival & LANES;
    }

    private int cell(int round) {
        return origin + (round & (CELLS - 1)) * CELL;
    }

    /** {@return whether words had the tag that was taken off them} */
    private static boolean areTagged(int low, int high) {
        return (low | high) >>> BELOW_TAG == 0;
    }

    /**
     * {@return the mark of a round: in the first ones another one than that of untouched memory, and that before it}
     */
    private static int tag(int round) {
        return ((round >> LOG_CELLS) + 1) << BELOW_TAG;
    }
}
