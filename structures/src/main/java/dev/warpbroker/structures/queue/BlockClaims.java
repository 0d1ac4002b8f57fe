package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;

/**
 * Where warps of a block that claim at about the same time are made one: while a claim is under way, those that come
 * gather for the next, and the first of them claims for all, for enqueues and dequeues at once. Flat combining (Hendler, Incze,
 * Shavit and Tzafrir, SPAA 2010) of additions, in the shared memory of a block, without a barrier: nobody has to take part.
 */
final class BlockClaims {
    /*
     * Invariants
     * - Claims are made in rounds, numbered modulo 2^10. ARRIVALS is the number of the round that gathers, and how many lanes
     *   have come to it at either end of the queue. Who comes first leads: once the round before has ended it closes its own by
     *   beginning the next, claims for all that came, and leaves what it got in the cell of its round.
     * - ENDED is the first round that has not ended. A round that has ended leaves its cell as it is until all that came to it
     *   have read it: UNREAD of the cell is how many have not. The leader of the round that gets the cell next waits.
     * - Each word of a result carries the tag of its round in its upper half. Whoever sees the tag of its own round in all of
     *   them has the result; a cell gets the same tag again only after 2^10 rounds.
     * - Lanes of a round get positions in the order in which they came to it.
     *
     * Access modes: opaque and relaxed everywhere, because a fence here would wait for the stores to global memory that the
     * lanes have made before. Words of a result need no order among them, each has its tag. UNREAD is read by an add of
     * zero, which reads the last value there is: a load might give the one from before the cell was last used. A reader takes
     * itself off UNREAD only after a branch on what it has read, and a leader writes only after a branch on ENDED and
     * UNREAD: nothing is written before the branch that decides whether it is.
     */

    private static final int ARRIVALS = 0;
    private static final int ENDED = 1;
    private static final int FIRST_CELL = 2;

    /** Cells: a power of two. */
    private static final int CELLS = 4;

    /** Of a cell: three words of a result for each end, and a count. */
    private static final int RESULT = 3;

    private static final int UNREAD = 2 * RESULT;
    private static final int CELL = UNREAD + 1;

    /** Ints of shared memory, zero at the beginning. */
    static final int LENGTH = FIRST_CELL + CELLS * CELL;

    /** Bits of a number of lanes: a block has at most 1,024. */
    private static final int LANE_BITS = 11;

    private static final int LANES = (1 << LANE_BITS) - 1;
    private static final int ROUND_SHIFT = 2 * LANE_BITS;
    private static final int ROUNDS = (1 << Integer.SIZE - ROUND_SHIFT) - 1;

    private static final int HALF = 16;
    private static final int LOW = (1 << HALF) - 1;

    /** Looks before the first pause: a claim takes about as long. */
    private static final int EAGER_LOOKS = 64;

    private final Ints shared;

    BlockClaims(Ints shared) {
        this.shared = shared;
    }

    /**
     * Claims for the lanes of a warp, together with other warps.
     *
     * @param end 0 for enqueues, 1 for dequeues
     * @return how many of all positions from the first of this warp on are granted, which may be more than {@code lanes}, and
     *     less than none
     */
    Broker.Batch claim(Broker broker, int end, int lanes) {
        int shift = end * LANE_BITS;
        int arrival = shared.getAndAddRelaxed(ARRIVALS, lanes << shift);
        int round = arrival >>> ROUND_SHIFT;
        return arrival << Integer.SIZE - ROUND_SHIFT == 0
                ? lead(broker, end, round, lanes)
                : follow(end, round, arrival >>> shift & LANES, lanes);
    }

    private Broker.Batch lead(Broker broker, int end, int round, int lanes) {
        int cell = cell(round);
        var backoff = new Backoff();
        int looks = 0;
        while (shared.getOpaque(ENDED) != round || shared.getAndAddRelaxed(cell + UNREAD, 0) != 0) {
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the claim of its block before this one");
            }
        }
        int all = shared.getAndSetRelaxed(ARRIVALS, (round + 1) << ROUND_SHIFT);
        int enqueues = all & LANES;
        int dequeues = all >>> LANE_BITS & LANES;
        var both = broker.claimBoth(enqueues, dequeues);
        shared.setOpaque(cell + UNREAD, enqueues + dequeues - lanes);
        leave(cell, tag(round), both.tail());
        leave(cell + RESULT, tag(round), both.head());
        shared.setOpaque(ENDED, (round + 1) & ROUNDS);
        return end == 0 ? both.tail() : both.head();
    }

    private void leave(int at, int tag, Broker.Batch batch) {
        shared.setOpaque(at, tag | batch.granted());
        shared.setOpaque(at + 1, tag | (batch.position() & LOW));
        shared.setOpaque(at + 2, tag | batch.position() >>> HALF);
    }

    private Broker.Batch follow(int end, int round, int before, int lanes) {
        int cell = cell(round);
        int at = cell + end * RESULT;
        int tag = tag(round);
        var backoff = new Backoff();
        int looks = 0;
        while (true) {
            int granted = shared.getOpaque(at) ^ tag;
            int low = shared.getOpaque(at + 1) ^ tag;
            int high = shared.getOpaque(at + 2) ^ tag;
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

    private static int cell(int round) {
        return FIRST_CELL + (round & (CELLS - 1)) * CELL;
    }

    /** {@return the mark of a round, which differs from that of untouched memory in the first rounds} */
    private static int tag(int round) {
        return (round + 1) << HALF;
    }
}
