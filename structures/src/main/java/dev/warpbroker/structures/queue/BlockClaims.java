package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;

/**
 * Where warps of a block that claim at about the same time are made one: while a claim is under way, those that come
 * gather for the next, and the first of them claims for all. Flat combining (Hendler, Incze, Shavit and Tzafrir, SPAA 2010)
 * of additions, in the shared memory of a block, without a barrier: nobody has to take part.
 */
final class BlockClaims {
    /*
     * Invariants
     * - Claims are made in rounds, numbered modulo 2^16. ARRIVALS is the number of the round that gathers, and how many lanes
     *   have come to it. Who comes first leads: once the round before has ended it closes its own by beginning the next,
     *   claims for all that came, and notes what it got in the cell of its round.
     * - ENDED is the first round that has not ended. A round that has ended leaves its cell as it is until all that came to it
     *   have read it: UNREAD of the cell is how many have not. The leader of the round that gets the cell next waits.
     * - Lanes of a round get positions in the order in which they came to it.
     *
     * Access modes: ENDED is stored with release after the cell, and read with acquire; a reader takes itself off UNREAD with
     * release after it has read, and the leader sees that with acquire before it writes.
     */

    private static final int ARRIVALS = 0;
    private static final int ENDED = 1;
    private static final int FIRST_CELL = 2;

    /** Cells: a power of two. */
    private static final int CELLS = 4;

    private static final int GRANTED = 0;
    private static final int POSITION = 1;
    private static final int UNREAD = 2;
    private static final int CELL = 3;

    /** Ints of shared memory, zero at the beginning. */
    static final int LENGTH = FIRST_CELL + CELLS * CELL;

    /** Bits of ARRIVALS that hold the number of lanes: a block has at most 1,024. */
    private static final int ROUND_SHIFT = 16;

    private static final int LANES = (1 << ROUND_SHIFT) - 1;

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
     * @return how many of all positions from the first of this warp on are granted, which may be more than {@code lanes}, and
     *     less than none
     */
    Broker.Batch claim(Broker broker, int end, int lanes) {
        int arrival = shared.getAndAddRelaxed(origin + ARRIVALS, lanes);
        int round = arrival >>> ROUND_SHIFT;
        int before = arrival & LANES;
        return before == 0 ? lead(broker, end, round, lanes) : follow(round, before, lanes);
    }

    private Broker.Batch lead(Broker broker, int end, int round, int lanes) {
        int cell = cell(round);
        var backoff = new Backoff();
        int looks = 0;
        while (shared.getAcquire(origin + ENDED) != round || shared.getAcquire(cell + UNREAD) != 0) {
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the claim of its block before this one");
            }
        }
        int all = shared.getAndSet(origin + ARRIVALS, (round + 1) << ROUND_SHIFT) & LANES;
        var batch = broker.claim(end, all);
        shared.set(cell + GRANTED, batch.granted());
        shared.set(cell + POSITION, batch.position());
        shared.set(cell + UNREAD, all - lanes);
        shared.setRelease(origin + ENDED, (round + 1) & LANES);
        return batch;
    }

    private Broker.Batch follow(int round, int before, int lanes) {
        int cell = cell(round);
        var backoff = new Backoff();
        int looks = 0;
        while ((short) (shared.getAcquire(origin + ENDED) - round) <= 0) {
            looks++;
            if (looks > EAGER_LOOKS) {
                backoff.pause("the claim that its block makes for it");
            }
        }
        var batch = new Broker.Batch(shared.get(cell + GRANTED) - before, shared.get(cell + POSITION) + before);
        shared.getAndAdd(cell + UNREAD, -lanes);
        return batch;
    }

    private int cell(int round) {
        return origin + FIRST_CELL + (round & (CELLS - 1)) * CELL;
    }
}
