package dev.warpbroker.apps.pagerank;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueClaim;
import dev.warpbroker.structures.queue.QueueKind;
import java.lang.invoke.VarHandle;

/** Workers that take cells from a queue, compute them, and put in those for which everything is there now. */
final class RankWorkers implements Kernel {
    /*
     * A cell is a node in an iteration, 1 to the last, and has the number iteration * nodes + node. It holds what the node hands
     * to each target of its edges in the next iteration. Cells of iteration 0 are given. A cell is made from
     *   - those of the sources of its in-edges in the iteration before, if they are vertices;
     *   - those of its parts in the same iteration, if its vertex is split; a part adds up and damps nothing.
     *
     * Invariants
     * - missing says for each cell how many others it still waits for: its sources, and the cell of the same node in the
     *   iteration before. Who counts down to 0 was the last contributor, keeps the cell until it has told all others, and then
     *   puts it into the queue, so every cell goes in once. Lanes of a warp do so together, where a queue can make use of it. In
     *   iteration 1 only split vertices wait, for their parts; all other cells are in the queue at the beginning.
     * - As a node waits for itself, it has one cell at a time in the queue, in a list of kept ones or in a worker's hands.
     *   So a queue with room for all nodes is never full, a node that has no in-edges is its own last contributor, and
     *   lists of kept cells can be linked through nodes.
     * - Every cell has a place of its own, which is written once in a launch. Nodes may be any number of iterations apart:
     *   nothing is overwritten that anyone may still need.
     * - Work is left as long as fewer cells than iterations * nodes are finished. Workers count what they finished when they
     *   find nothing to do.
     *
     * Access modes: a cell is plain. Who writes it makes a release fence, then counts down with relaxed operations; who was
     * the last makes an acquire fence, which with the others' fences orders all contributions before it, and hands the cell
     * to whoever dequeues it through a queue that publishes; for one that does not, the same fence releases and one after
     * the dequeue acquires. A lane that counts down for another of its warp does so after both have met in synchronize.
     * Links of kept cells are only touched by the lane that keeps them.
     */
    private static final long serialVersionUID = 1;

    /** Where the number of finished cells is. */
    static final int FINISHED = 0;

    /** Where the number of dequeues begun is: 128 bytes on. */
    static final int BEGUN = 32;

    /** Where the number of cells is that found no room at the beginning. */
    static final int REFUSED = 64;

    static final int COUNTERS = 96;

    /** Edges above which all lanes of a warp go over them together. */
    private static final int MANY = 32;

    /** Rounds between two looks at whether the launch was cancelled: a power of two. */
    private static final int LOOK = 64;

    /** Edges that a lane goes over at once, as memory takes its time. */
    private static final int AT_ONCE = 4;

    private static final int NONE = -1;

    private final transient IntQueue queue;
    private final transient Cells cells;
    private final transient Ints inOffsets;
    private final transient Ints sources;
    private final transient Ints outOffsets;
    private final transient Ints targets;
    private final transient Ints missing;
    private final transient Ints kept;
    private final transient Ints counters;
    private final int vertices;
    private final int nodes;
    private final int iterations;

    /** Whether an empty queue says so; of one that waits, only as many are taken as will come. */
    private final boolean returns;

    private final boolean publishes;

    /** Whether one lane of a warp works for itself and the others rest. */
    private final boolean single;

    /**
     * @param counters zeroes
     * @param iterations the last iteration
     */
    RankWorkers(RankGraph graph, Cells cells, QueueKind kind, IntQueue queue, Ints counters, int iterations) {
        this.queue = queue;
        this.cells = cells;
        this.counters = counters;
        this.iterations = iterations;
        inOffsets = graph.incoming().offsets();
        sources = graph.incoming().targets();
        outOffsets = graph.outgoing().offsets();
        targets = graph.outgoing().targets();
        missing = graph.missing();
        kept = graph.kept();
        vertices = graph.vertices();
        nodes = graph.nodes();
        returns = kind.claims(QueueClaim.RETURNS_WHEN_FULL_OR_EMPTY);
        publishes = kind.claims(QueueClaim.PUBLISHES);
        single = isForSingleLanes(kind);
    }

    /**
     * {@return whether lanes of a warp that work together must not use the queue each for itself} One that waits in an empty
     * queue would keep the others from the work that fills it, and one that waits for a lock those that hold it.
     */
    static boolean isForSingleLanes(QueueKind kind) {
        return !kind.claims(QueueClaim.RETURNS_WHEN_FULL_OR_EMPTY)
                || kind == QueueKind.TWO_LOCK
                || kind == QueueKind.LOCKED_LINKED;
    }

    /** A kernel that fills the queue, and {@link #missing} with what cells wait for. */
    Kernel preparation() {
        var into = queue;
        var waits = missing;
        var offsets = inOffsets;
        var from = sources;
        var counts = counters;
        int real = vertices;
        int all = nodes;
        int last = iterations;
        return lane -> {
            for (int node = lane.id(); node < all; node += lane.count()) {
                int begin = offsets.get(node);
                int degree = offsets.get(node + 1) - begin;
                for (int iteration = 2; iteration <= last; iteration++) {
                    waits.set(iteration * all + node, degree + 1);
                }
                boolean split = node < real && degree > 0 && from.get(begin) >= real;
                if (split) {
                    waits.set(all + node, degree);
                } else if (!into.enqueueWarp(lane, all + node)) {
                    counts.getAndAddRelaxed(REFUSED, 1);
                }
            }
        };
    }

    /** Cells that a lane keeps. */
    private static final class Hand {
        /** The cell kept last. If there are others, its node links to the one before. */
        private int keeps = NONE;

        private int count;
    }

    private void keep(Hand hand, int cell) {
        if (hand.count > 0) {
            kept.set(cell % nodes, hand.keeps);
        }
        hand.keeps = cell;
        hand.count++;
    }

    /** {@return the cell that was kept before the last one} */
    private int keptBefore(Hand hand) {
        return hand.count > 1 ? kept.get(hand.keeps % nodes) : NONE;
    }

    @Override
    public void run(Lane lane) {
        var warp = lane.warp();
        if (single && warp.lane() != 0) {
            return;
        }
        int everyone = single || warp.size() == 1 ? 1 : -1;
        var hand = new Hand();
        var backoff = new Backoff();
        int finished = 0;
        int round = 0;
        while (true) {
            if (warp.ballot(everyone, true) != everyone) {
                // A lane has ended because the launch was cancelled; what others would learn from it is undefined.
                return;
            }
            int cell = take(lane, hand);
            int takers = warp.ballot(everyone, cell != NONE);
            if (takers != 0) {
                compute(lane, everyone, hand, cell);
                finished += Integer.bitCount(takers);
                backoff = new Backoff();
                round++;
                if ((round & (LOOK - 1)) == 0) {
                    Backoff.stopIfCancelled("the end of all iterations");
                }
            } else {
                if (finished > 0) {
                    if (warp.isLeader(everyone)) {
                        counters.getAndAddRelaxed(FINISHED, finished);
                    }
                    finished = 0;
                }
                if (warp.any(everyone, noneIsLeft())) {
                    return;
                }
                backoff.pause("a vertex to rank");
            }
        }
    }

    private boolean noneIsLeft() {
        return returns
                ? counters.getOpaque(FINISHED) == iterations * nodes
                : counters.getOpaque(BEGUN) >= iterations * nodes;
    }

    private int take(Lane lane, Hand hand) {
        int cell = hand.keeps;
        if (cell != NONE) {
            hand.keeps = keptBefore(hand);
            hand.count--;
            return cell;
        }
        if (!returns && counters.getAndAddRelaxed(BEGUN, 1) >= iterations * nodes) {
            return NONE;
        }
        var dequeued = queue.dequeueWarp(lane);
        if (!dequeued.present()) {
            return NONE;
        }
        if (!publishes) {
            VarHandle.acquireFence();
        }
        return dequeued.value();
    }

    /** Computes the cell of each lane that has one. All lanes make this call. */
    private void compute(Lane lane, int everyone, Hand hand, int cell) {
        var warp = lane.warp();
        boolean together = everyone != 1;
        boolean present = cell != NONE;
        int node = present ? cell % nodes : 0;
        int row = cell - node;
        int from = present ? inOffsets.get(node) : 0;
        int to = present ? inOffsets.get(node + 1) : 0;
        boolean many = together && to - from > MANY;
        double sum = 0;
        if (!many) {
            sum = sumAlone(row, from, to);
        }
        int waiting = together ? warp.ballot(everyone, many) : 0;
        while (waiting != 0) {
            int of = warp.leader(waiting);
            waiting &= waiting - 1;
            double total = sumTogether(
                    warp,
                    everyone,
                    warp.shuffle(everyone, row, of),
                    warp.shuffle(everyone, from, of),
                    warp.shuffle(everyone, to, of));
            if (warp.lane() == of) {
                sum = total;
            }
        }

        from = present ? outOffsets.get(node) : 0;
        to = present ? outOffsets.get(node + 1) : 0;
        boolean part = node >= vertices;
        if (present) {
            cells.set(cell, part ? sum : SequentialPageRank.DAMPING * sum / Math.max(to - from, 1));
        }
        if (together) {
            warp.synchronize(everyone);
        }
        VarHandle.releaseFence();
        boolean goesOn = present && row < iterations * nodes;
        int next = part ? row : row + nodes;
        if (!part && !goesOn) {
            to = from;
        }
        many = together && to - from > MANY;
        if (!many) {
            contributeToAll(hand, next, from, to);
        }
        if (goesOn) {
            contribute(hand, cell + nodes);
        }
        waiting = together ? warp.ballot(everyone, many) : 0;
        while (waiting != 0) {
            int of = warp.leader(waiting);
            waiting &= waiting - 1;
            int base = warp.shuffle(everyone, next, of);
            int end = warp.shuffle(everyone, to, of);
            for (int edge = warp.shuffle(everyone, from, of) + warp.lane(); edge < end; edge += warp.size()) {
                contribute(hand, base + targets.get(edge));
            }
        }
        share(lane, hand);
    }

    /** {@return what a source hands to a cell of the iteration that begins at {@code row}} */
    private double contribution(int row, int source) {
        return cells.get(row + source - (source < vertices ? nodes : 0));
    }

    /** Loads of several edges are under way at once; they are added in their order. */
    private double sumAlone(int row, int from, int to) {
        double sum = 0;
        int edge = from;
        for (; edge <= to - AT_ONCE; edge += AT_ONCE) {
            double a = contribution(row, sources.get(edge));
            double b = contribution(row, sources.get(edge + 1));
            double c = contribution(row, sources.get(edge + 2));
            double d = contribution(row, sources.get(edge + 3));
            sum = sum + a + b + c + d;
        }
        for (; edge < to; edge++) {
            sum += contribution(row, sources.get(edge));
        }
        return sum;
    }

    private double sumTogether(Warp warp, int everyone, int row, int from, int to) {
        double sum = 0;
        for (int edge = from + warp.lane(); edge < to; edge += warp.size()) {
            sum += contribution(row, sources.get(edge));
        }
        for (int distance = warp.size() / 2; distance > 0; distance /= 2) {
            sum += warp.shuffle(everyone, sum, warp.lane() ^ distance);
        }
        return sum;
    }

    private void contribute(Hand hand, int cell) {
        keepIfLast(hand, cell, missing.getAndAddRelaxed(cell, -1));
    }

    /** Counts down for several edges before it looks at what came of it. */
    private void contributeToAll(Hand hand, int next, int from, int to) {
        int edge = from;
        for (; edge <= to - AT_ONCE; edge += AT_ONCE) {
            int a = next + targets.get(edge);
            int b = next + targets.get(edge + 1);
            int c = next + targets.get(edge + 2);
            int d = next + targets.get(edge + 3);
            int leftOfA = missing.getAndAddRelaxed(a, -1);
            int leftOfB = missing.getAndAddRelaxed(b, -1);
            int leftOfC = missing.getAndAddRelaxed(c, -1);
            int leftOfD = missing.getAndAddRelaxed(d, -1);
            keepIfLast(hand, a, leftOfA);
            keepIfLast(hand, b, leftOfB);
            keepIfLast(hand, c, leftOfC);
            keepIfLast(hand, d, leftOfD);
        }
        for (; edge < to; edge++) {
            contribute(hand, next + targets.get(edge));
        }
    }

    private void keepIfLast(Hand hand, int cell, int left) {
        if (left == 1) {
            keep(hand, cell);
        }
    }

    /** Puts what was kept into the queue, as far as there is room. */
    private void share(Lane lane, Hand hand) {
        if (hand.count > 0) {
            VarHandle.acquireFence();
        }
        while (hand.count > 0) {
            // Once the cell is in the queue its node may be kept by another lane, in another list.
            int before = keptBefore(hand);
            if (!queue.enqueueWarp(lane, hand.keeps)) {
                return;
            }
            hand.keeps = before;
            hand.count--;
        }
    }
}
