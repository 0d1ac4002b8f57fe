package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.util.Arrays;

/**
 * Two queues for each worker, one for the present level and one for the next; a worker whose own is empty steals from
 * others. Owner and thieves take vertices in the chunks in which they were put in.
 *
 * <p>Unlike in the thesis, warps of a GPU that have put many chunks into their own queue give further ones to others,
 * one each: where a vertex has a million edges, thieves would not find the one queue among thousands soon enough.
 */
final class StealingWavefront implements Wavefront {
    /*
     * A queue is a list of chunks. In one level a list for the next level is only added to, by anyone, with an exchange
     * of its head; after the barrier it is only taken from, by anyone, with a compare-and-exchange of its head. A chunk
     * is never put back in the same level, so that a head that is found again is the same list: there is no ABA
     * problem. Links and vertices are written plainly and are ordered by the barrier; heads are read opaquely, since
     * they change while others look. A chunk says how many its owner had put before it into the list, which is a hint
     * to nobody but that owner: if others have added to it, it is wrong.
     *
     * Because nobody adds to it, a list that was seen empty stays empty: a worker that found nothing may go to the
     * barrier. A thief need not have seen all lists, for every owner empties its own.
     *
     * Chunks are numbered from 0 in each level by a counter, one of RoundCounters, which
     * then says how many chunks the level has. A level has at most vertices / portion full ones and one that is
     * not for each worker.
     */
    private static final int NONE = -1;

    /** Times that a thief among many workers looks at as many others as it has lanes. */
    private static final int LOOKS = 4;

    /** Chunks of its own that a warp puts into its list before it gives them to others. */
    private static final int DEEP = 8;

    /** Bits of the number of vertices in a chunk; the number of chunks before it is above them. */
    private static final int COUNT_BITS = 8;

    private final Ints counters;

    /** The first chunk of each worker's list: for levels with even numbers, then for those with odd ones. */
    private final Ints heads;

    /** The chunk that follows each in its list; even levels, then odd ones. */
    private final Ints links;

    /** Vertices in each chunk, and chunks before it; even levels, then odd ones. */
    private final Ints counts;

    private final Ints vertices;
    private final int portion;
    private final int workers;
    private final int chunks;

    /** Heads lie apart, too, where a worker is a thread with a cache of its own. */
    private final int headStride;

    /**
     * @param capacity vertices of the graph
     * @param workers at most
     * @param portion vertices in a chunk
     */
    StealingWavefront(Device device, int capacity, int workers, int portion) {
        this.workers = workers;
        this.portion = portion;
        chunks = Math.addExact(capacity / portion, workers);
        headStride = device.properties().lanesPerWorker() == 1 ? APART : 1;
        counters = device.ints(ROUNDS * APART);
        heads = device.ints(2 * workers * headStride);
        links = device.ints(2 * chunks);
        counts = device.ints(2 * chunks);
        vertices = device.ints(Math.multiplyExact(2 * portion, chunks));
    }

    @Override
    public void begin(int source) {
        int[] none = new int[2 * workers * headStride];
        Arrays.fill(none, NONE);
        none[0] = 0;
        heads.copyIn(none);
        counters.fill(0);
        counters.copyIn(new int[] {1});
        links.copyIn(new int[] {NONE});
        counts.copyIn(new int[] {1});
        vertices.copyIn(new int[] {source});
    }

    private static int counter(int level) {
        return RoundCounters.counter(0, level);
    }

    private int head(int level, int worker) {
        return ((level & 1) * workers + worker) * headStride;
    }

    private int chunk(int level, int number) {
        return (level & 1) * chunks + number;
    }

    @Override
    public int size(int level) {
        return counters.getOpaque(counter(level));
    }

    @Override
    public Batch take(WarpWorker worker, int level, int size, int turn) {
        int workersHere = worker.count();
        if (turn == 0 && worker.lane().id() == 0) {
            counters.setOpaque(counter(level + 2), 0);
        }
        int taken = NONE;
        if (worker.isFirst()) {
            taken = takeFrom(level, worker.number());
        }
        taken = worker.fromFirst(taken);
        if (taken == NONE) {
            taken = steal(worker, level, workersHere, victim(worker.number(), level, turn, workersHere));
        }
        if (taken == NONE) {
            return new Batch(0, 0);
        }
        int at = chunk(level, taken);
        return new Batch(at * portion, counts.get(at) & (1 << COUNT_BITS) - 1);
    }

    private static int victim(int worker, int level, int turn, int workersHere) {
        int mixed = (worker * 0x9E3779B9 + level) * 0x85EBCA6B + turn;
        mixed = (mixed ^ mixed >>> 15) * 0xC2B2AE35;
        return (mixed >>> 1) % workersHere;
    }

    private int takeFrom(int level, int worker) {
        int head = head(level, worker);
        int found = heads.getOpaque(head);
        while (found != NONE) {
            int seen = heads.compareAndExchangeRelaxed(head, found, links.get(chunk(level, found)));
            if (seen == found) {
                return found;
            }
            found = seen;
        }
        return NONE;
    }

    /** Tries once: where thousands of thieves try again and again, hardly any succeeds. */
    private int stealFrom(int level, int victim) {
        int head = head(level, victim);
        int found = heads.getOpaque(head);
        if (found == NONE) {
            return NONE;
        }
        int seen = heads.compareAndExchangeRelaxed(head, found, links.get(chunk(level, found)));
        return seen == found ? found : NONE;
    }

    /** Every lane looks at a victim of its own; the first that sees something tries to take it. */
    private int steal(WarpWorker worker, int level, int workersHere, int first) {
        var warp = worker.warp();
        int looks = warp.size() == 1 ? workersHere : Math.min(Math.ceilDiv(workersHere, warp.size()), LOOKS);
        int taken = NONE;
        int from = first;
        for (int look = 0; look < looks && taken == NONE; look++) {
            int victim = (from + warp.lane()) % workersHere;
            boolean full = heads.getOpaque(head(level, victim)) != NONE;
            int seen = worker.ballot(full);
            if (seen != 0) {
                int thief = warp.leader(seen);
                int stolen = NONE;
                if (warp.lane() == thief) {
                    stolen = stealFrom(level, victim);
                }
                taken = warp.shuffle(worker.mask(), stolen, thief);
            }
            from = (from + warp.size()) % workersHere;
        }
        return taken;
    }

    @Override
    public void put(WarpWorker worker, int level, Outbox outbox, int count) {
        var warp = worker.warp();
        int number = 0;
        if (worker.isFirst()) {
            number = counters.getAndAddRelaxed(counter(level + 1), 1);
            int at = chunk(level + 1, number);
            int to = worker.number();
            int last = heads.getOpaque(head(level + 1, to));
            int depth = last == NONE ? 0 : (counts.getOpaque(chunk(level + 1, last)) >> COUNT_BITS) + 1;
            if (depth >= DEEP && warp.size() > 1) {
                to = number % worker.count();
                depth = 0;
            }
            counts.setOpaque(at, depth << COUNT_BITS | count);
            links.set(at, heads.getAndSetRelaxed(head(level + 1, to), number));
        }
        int begin = chunk(level + 1, worker.fromFirst(number)) * portion;
        outbox.moveTo(worker, vertices, begin, count);
    }

    @Override
    public Ints vertices() {
        return vertices;
    }

    @Override
    public void close() {
        counters.close();
        heads.close();
        links.close();
        counts.close();
        vertices.close();
    }
}
