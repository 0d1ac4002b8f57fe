package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.worker.OutstandingWork;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.lang.invoke.VarHandle;

/** Workers that take cells from a queue, compute them, and put in those for which everything is there now. */
final class RankWorkers implements Kernel {
    /*
     * A cell is a node in an iteration, 1 to the last, and has the number iteration * nodes + node. It holds what the
     * node hands to each target of its edges in the next iteration. Cells of iteration 0 are given. A cell is made from
     *   - those of the sources of its in-edges in the iteration before, if they are vertices;
     *   - those of its parts in the same iteration, if its vertex is split; a part adds up and damps nothing.
     *
     * Invariants
     * - missing says for each cell how many others it still waits for: its sources, and the cell of the same node in
     *   the iteration before. The lane that counts down to 0 is the last contributor, keeps the cell until it has told
     *   all others, and then puts it into the queue, so every cell goes in once. Lanes of a warp lay such cells on a
     *   tray in shared memory and put them in together, as many at a time as there are lanes, for queues that can make
     *   one claim of that; what finds no place there, or no room in the queue, a lane keeps in a list of its own. In
     *   iteration 1 only split vertices wait, for their parts; all other cells are in the queue at the beginning.
     * - As a node waits for itself, it has one cell at a time in the queue, on a tray, in a list of kept ones or in a
     *   worker's hands. So a queue with room for all nodes is never full, a node that has no in-edges is its own last
     *   contributor, and lists of kept cells can be linked through nodes.
     * - Every cell has a place of its own, which is written once in a launch. Nodes may be any number of iterations
     *   apart: nothing is overwritten that a worker may still need.
     * - Each of the iterations * nodes cells is a unit of outstanding work. Workers take what they finished off the
     *   count when they find nothing to do.
     * - Workers that find nothing must not be in the way of those that work, or that have not yet counted what they
     *   finished because they wait for the lock of a queue that is not fair. They look at the queue's hint before they
     *   ask again, only as many lanes ask as it may have something for, and pauses grow: the longest are such that all
     *   warps together look about once in four nanoseconds. A pause is no longer than the worker has waited before.
     *
     * Access modes: a cell is plain. The lane that writes it makes a release fence, then counts down with relaxed
     * operations. The last contributor makes an acquire fence, which with the fences of the others orders all
     * contributions before it. A queue that publishes hands the cell on; for one that does not, a release fence comes
     * before the enqueue and an acquire fence after the dequeue. A lane that adds up or counts down for another of its
     * warp, or puts in what another has laid on the tray, does so after both have met in synchronize, which orders the
     * tray, too. Links of kept cells are only touched by the lane that keeps them.
     */
    private static final long serialVersionUID = 1;

    /** Where the number of outstanding cells is. */
    static final int OUTSTANDING = 0;

    /** Where the number of dequeues begun is: 128 bytes on. */
    private static final int BEGUN = 32;

    /** Where the number of cells is that found no room at the beginning. */
    static final int REFUSED = 64;

    static final int COUNTERS = 96;

    /** Edges above which all lanes of a warp go over them together. */
    private static final int MANY = 32;

    /** Nanoseconds between two looks at whether the launch was cancelled. */
    private static final int LOOK = 1_000_000;

    /** Edges that a lane goes over at once, as memory takes its time. */
    private static final int AT_ONCE = 4;

    /** On a tray: how many cells were laid on it, which may be more than have a place. */
    private static final int LAID = 0;

    /**
     * On a tray: when its warp has last looked whether the launch was cancelled; here because no register is left for
     * that if 2,048 lanes are to share those of a GPU.
     */
    private static final int LOOKED = 1;

    private static final int FIRST_PLACE = 2;

    /** Ints of a tray. */
    private static final int TRAY = 128;

    private static final int SHORTEST_NANOS = 32;
    private static final int LONGEST_NANOS_PER_WARP = 4;

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
    private final transient OutstandingWork outstanding;
    private final int vertices;
    private final int nodes;
    private final int iterations;

    /** Whether whoever finds the queue empty is told so; from one that waits, only as many are taken as will come. */
    private final boolean returns;

    private final boolean publishes;

    /** Whether one lane of a warp works for itself and the others rest. */
    private final boolean single;

    /** Ints of shared memory for the trays of a block. */
    private final int trays;

    /**
     * @param counters {@link #COUNTERS} words, which {@link #prepare} sets
     * @param iterations the last iteration
     * @param blockSize lanes of a block, at most
     * @param by whether lanes poll and enqueue with their warp, or each makes the queue's own operations
     */
    RankWorkers(
            RankGraph graph,
            Cells cells,
            QueueKind kind,
            IntQueue queue,
            Ints counters,
            int iterations,
            int blockSize,
            Granularity by) {
        this.queue = by == Granularity.WARP ? queue : new LaneByLane(queue);
        this.cells = cells;
        this.counters = counters;
        outstanding = new OutstandingWork(counters, OUTSTANDING);
        this.iterations = iterations;
        inOffsets = graph.incoming().offsets();
        sources = graph.incoming().targets();
        outOffsets = graph.outgoing().offsets();
        targets = graph.outgoing().targets();
        missing = graph.missing();
        kept = graph.kept();
        vertices = graph.vertices();
        nodes = graph.nodes();
        returns = by == Granularity.WARP || kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
        publishes = kind.claims(Claim.PUBLISHES);
        single = by != Granularity.WARP && isForSingleLanes(kind);
        trays = TRAY * Math.ceilDiv(blockSize, graph.device().properties().lanesPerWorker());
    }

    /**
     * {@return whether lanes of a warp must not use the queue each for itself} One that waits in an empty queue would
     * keep the others from the work that fills it, and one that waits for a lock those that hold it.
     */
    static boolean isForSingleLanes(QueueKind kind) {
        return !kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY) || kind.claims(Claim.LOCKS);
    }

    /** Sets the counters for a launch. From the host. */
    void prepare() {
        counters.fill(0);
        counters.copyIn(new int[] {iterations * nodes}, OUTSTANDING);
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

    /** Cells for which everything is there: those that a lane keeps, and the tray of its warp. */
    private static final class ReadyCells {
        private final Ints shared;

        /** Where the tray is. */
        private final int tray;

        /** The cell kept last. If there are others, its node links to the one before. */
        private int keeps = NONE;

        private int count;

        private ReadyCells(Ints shared, int tray) {
            this.shared = shared;
            this.tray = tray;
        }

        /** {@return whether there was a place on the tray} */
        private boolean lay(int cell) {
            int place = FIRST_PLACE + shared.getAndAddRelaxed(tray + LAID, 1);
            if (place < TRAY) {
                shared.set(tray + place, cell);
            }
            return place < TRAY;
        }

        /** {@return the end of the places that have been taken} */
        private int end() {
            return Math.min(FIRST_PLACE + shared.get(tray + LAID), TRAY);
        }
    }

    private void keep(ReadyCells ready, int cell) {
        if (ready.count > 0) {
            kept.set(cell % nodes, ready.keeps);
        }
        ready.keeps = cell;
        ready.count++;
    }

    /** {@return the cell that was kept before the last one} */
    private int keptBefore(ReadyCells ready) {
        return ready.count > 1 ? kept.get(ready.keeps % nodes) : NONE;
    }

    @Override
    public void run(Lane lane) {
        var warp = lane.warp();
        if (single && warp.lane() != 0) {
            return;
        }
        var worker = new WarpWorker(lane);
        int everyone = single ? 1 : worker.mask();
        var ready = new ReadyCells(lane.block().sharedInts(trays), worker.numberInBlock() * TRAY);
        if (worker.isFirst()) {
            ready.shared.set(ready.tray + LAID, 0);
            ready.shared.set(ready.tray + LOOKED, (int) lane.nanoTime());
        }
        int finished = 0;
        int pause = 0;
        while (true) {
            if (!single && !worker.isComplete()) {
                return;
            }
            int cell = take(lane, ready, pause > 0 && returns ? queue.sizeHint() : warp.size());
            int takers = warp.ballot(everyone, cell != NONE);
            if (takers != 0) {
                compute(lane, everyone, ready, cell);
                finished += Integer.bitCount(takers);
                pause = takers == everyone ? 0 : 1;
            } else {
                if (finished > 0) {
                    if (worker.isFirst()) {
                        outstanding.add(-finished);
                    }
                    finished = 0;
                }
                if (warp.any(everyone, noneIsLeft())) {
                    return;
                }
                pause = Math.min(Math.max(2 * pause, SHORTEST_NANOS), longest(worker.count()));
                Backoff.sleep(pause);
            }
            if (worker.isFirst()) {
                int now = (int) lane.nanoTime();
                if (now - ready.shared.get(ready.tray + LOOKED) > LOOK) {
                    ready.shared.set(ready.tray + LOOKED, now);
                    Backoff.stopIfCancelled("a vertex to rank, or the end of all iterations");
                }
            }
        }
    }

    private static int longest(int warps) {
        return Math.max(LONGEST_NANOS_PER_WARP * warps, 8 * SHORTEST_NANOS);
    }

    private boolean noneIsLeft() {
        return returns ? outstanding.isDone() : counters.getOpaque(BEGUN) >= iterations * nodes;
    }

    /** @param expected about how many cells the queue has for the warp */
    private int take(Lane lane, ReadyCells ready, int expected) {
        int cell = ready.keeps;
        if (cell != NONE) {
            ready.keeps = keptBefore(ready);
            ready.count--;
            return cell;
        }
        if (lane.warp().lane() >= expected) {
            return NONE;
        }
        if (!returns && counters.getAndAddRelaxed(BEGUN, 1) >= iterations * nodes) {
            return NONE;
        }
        var dequeued = returns ? queue.pollWarp(lane) : queue.dequeueWarp(lane);
        if (!dequeued.present()) {
            return NONE;
        }
        if (!publishes) {
            VarHandle.acquireFence();
        }
        return dequeued.value();
    }

    /** Computes the cell of each lane that has one. All lanes make this call. */
    private void compute(Lane lane, int everyone, ReadyCells ready, int cell) {
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
        if (waiting != 0) {
            warp.synchronize(everyone);
        }
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
            cells.set(cell, part ? sum : PageRank.DAMPING * sum / Math.max(to - from, 1));
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
            contributeToAll(ready, together, next, from, to);
        }
        if (goesOn) {
            contribute(ready, together, cell + nodes);
        }
        waiting = together ? warp.ballot(everyone, many) : 0;
        while (waiting != 0) {
            int of = warp.leader(waiting);
            waiting &= waiting - 1;
            int base = warp.shuffle(everyone, next, of);
            int end = warp.shuffle(everyone, to, of);
            for (int edge = warp.shuffle(everyone, from, of) + warp.lane(); edge < end; edge += warp.size()) {
                contribute(ready, true, base + targets.get(edge));
            }
        }
        share(lane, everyone, ready);
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

    private void contribute(ReadyCells ready, boolean together, int cell) {
        keepIfLast(ready, together, cell, missing.getAndAddRelaxed(cell, -1));
    }

    /** Counts down for several edges before it looks at what came of it. */
    private void contributeToAll(ReadyCells ready, boolean together, int next, int from, int to) {
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
            keepIfLast(ready, together, a, leftOfA);
            keepIfLast(ready, together, b, leftOfB);
            keepIfLast(ready, together, c, leftOfC);
            keepIfLast(ready, together, d, leftOfD);
        }
        for (; edge < to; edge++) {
            contribute(ready, together, next + targets.get(edge));
        }
    }

    private void keepIfLast(ReadyCells ready, boolean together, int cell, int left) {
        if (left == 1 && !(together && ready.lay(cell))) {
            keep(ready, cell);
        }
    }

    /** Puts what was made ready into the queue, as far as there is room. All lanes make this call. */
    private void share(Lane lane, int everyone, ReadyCells ready) {
        var warp = lane.warp();
        VarHandle.acquireFence();
        if (everyone != 1) {
            warp.synchronize(everyone);
            int end = ready.end();
            if (!publishes) {
                VarHandle.releaseFence();
            }
            for (int place = FIRST_PLACE + warp.lane(); place < end; place += warp.size()) {
                int cell = ready.shared.get(ready.tray + place);
                if (!queue.enqueueWarp(lane, cell)) {
                    keep(ready, cell);
                }
            }
            warp.synchronize(everyone);
            if (warp.isLeader(everyone)) {
                ready.shared.set(ready.tray + LAID, 0);
            }
        }
        while (ready.count > 0) {
            // Once the cell is in the queue its node may be kept by another lane, in another list.
            int before = keptBefore(ready);
            if (!queue.enqueueWarp(lane, ready.keeps)) {
                return;
            }
            ready.keeps = before;
            ready.count--;
        }
    }
}
