package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.time.Duration;

/**
 * Level-synchronous search in one launch that turns around where that is less work: S. Beamer, K. Asanović, D.
 * Patterson, <i>Direction-Optimizing Breadth-First Search</i>, 2012.
 *
 * <p>Top-down, workers look at the edges that leave the vertices of a level. Bottom-up, every vertex that has not been
 * reached looks for a vertex of the level among the sources of its in-edges, and stops at the first: where a level has a
 * large part of all edges, that is a small part of them. Levels with few edges are left to one block (on the JVM to one
 * thread), which needs no barrier for all between them.
 */
final class DirectionSearch implements Search {
    /*
     * A level is a list of vertices, and of items: parts of the edges of vertices with very many, so that all workers
     * share them. A vertex is claimed by a compare-and-exchange of its distance, relaxed, as all that contend for it
     * would write the same; looks before it may be stale. Bottom-up each vertex belongs to one lane, which writes
     * plainly, and a source is in the level exactly if its distance says so: so there is no list, and it is made of the
     * distances when the search goes top-down again. A vertex without out-edges need not be in the list.
     *
     * Counters of a level are number level % 3 of their kind. In level k those of k + 1 grow, while those of k + 2 are
     * set to 0: every worker has left level k - 1 then. All decisions are made of counters that do not change any more,
     * so all lanes make the same.
     */

    /** What an edge costs top-down, where reaching its target is an atomic operation, in in-edges looked at. */
    private static final int TOP_DOWN = 2;

    /** Edges of an item. */
    private static final int PART = 1_024;

    /** A level with at most so many edges is left to one block, or to one thread of the JVM. */
    private static final int FEW_FOR_BLOCK = 1_024;

    private static final int FEW_FOR_THREAD = 8_192;

    private static final int WARP_PORTION = 32;
    private static final int THREAD_PORTION = 128;

    /** In-edges that a lane looks at alone before its warp helps. */
    private static final int ALONE = 32;

    /** Vertices that a thread of the JVM takes at once. */
    private static final int THREAD_MAX = 64;

    private static final int THREAD_RANGE = 4_096;

    /** Counters lie this many ints apart: a cache line each. */
    private static final int APART = 32;

    private static final int LEVELS = 3;
    private static final int TAIL = 0;
    private static final int CLAIMS = LEVELS * APART;
    private static final int ITEMS = 2 * LEVELS * APART;
    private static final int FOUND = 3 * LEVELS * APART;
    private static final int KINDS = 4;

    /** Where the block that was left alone says how far it got. */
    private static final int LEVEL = KINDS * LEVELS * APART;

    private static final int COUNTERS = LEVEL + APART;

    /** In {@link #sums}, after the edges of levels: those that no vertex of a level so far has. */
    private static final int LEFT = LEVELS * APART;

    private static final int EXPANSIONS = LEFT + APART;
    private static final int SUMS = EXPANSIONS + 1;

    private final Device device;
    private final Team team;
    private final int vertices;
    private final int edges;
    private final Ints offsets;
    private final Ints targets;
    private final Ints inOffsets;
    private final Ints sources;
    private final @org.jspecify.annotations.Nullable DeviceGraph turned;

    /** Edges of a vertex that is of no use in a level: the edge of an undirected graph that led to it is one. */
    private final int useless;

    private final int ring;
    private final int rings;
    private final Ints counters;
    private final Longs sums;

    /** Levels with even numbers, then those with odd ones. */
    private final Ints list;

    /** Vertex and first edge of items, by turns; levels with even numbers, then those with odd ones. */
    private final Ints items;

    private final int itemCapacity;
    private final Ints distances;
    private final Ints predecessors;

    DirectionSearch(DeviceGraph graph, BfsOptions options) {
        device = graph.device();
        vertices = graph.vertices();
        edges = graph.edges();
        offsets = graph.offsets();
        targets = graph.targets();
        useless = graph.undirected() ? 1 : 0;
        team = Team.of(device, options.threads());
        turned = graph.undirected() ? null : DeviceGraph.of(device, graph.graph().transposed());
        inOffsets = turned == null ? offsets : turned.offsets();
        sources = turned == null ? targets : turned.targets();
        int portion = team.warpSize() == 1 ? THREAD_PORTION : WARP_PORTION;
        ring = 2 * portion;
        rings = ring * team.workersInBlock();
        counters = device.ints(COUNTERS);
        sums = device.longs(SUMS);
        list = device.ints(2L * vertices);
        itemCapacity = 2 * (edges / PART) + 1;
        items = device.ints(4L * itemCapacity);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        counters.fill(0);
        sums.fill(0);
        Kernel kernel = kernel(source);
        var launch = device.launch(team.grid(device, kernel), kernel);
        launch.join(limit);
        return new Bfs.Run(launch.elapsed(), sums.copyOut(EXPANSIONS, 1)[0]);
    }

    @Override
    public Kernel kernel(int source) {
        return lane -> work(lane, source);
    }

    @Override
    public BfsResult result() {
        return new BfsResult(distances.copyOut(), predecessors.copyOut());
    }

    /** What a lane has found in a level, and done in all. */
    private static final class Tally {
        int found;
        long edges;
        long expansions;
    }

    private static int counter(int kind, int level) {
        return kind + level % LEVELS * APART;
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var outbox = new Outbox(worker, lane.block().sharedInts(rings), ring);
        var tally = new Tally();
        int few = worker.warp().size() == 1 ? FEW_FOR_THREAD : FEW_FOR_BLOCK;
        clear(lane, source);
        lane.gridBarrier();
        int level = 0;
        long left = edges;
        while (counters.getOpaque(counter(FOUND, level)) > 0) {
            long ahead = sums.getOpaque(counter(0, level));
            if (ahead <= few) {
                // Nobody may look at a counter that the block is going to use again.
                lane.gridBarrier();
                if (lane.block().index() == 0) {
                    while (ahead <= few && counters.getOpaque(counter(FOUND, level)) > 0) {
                        left -= ahead;
                        forget(lane.id() == 0, level + 2);
                        topDown(worker, level, worker.numberInBlock(), team.workersInBlock(), outbox, tally);
                        handIn(worker, level, outbox, tally);
                        lane.block().barrier();
                        level++;
                        ahead = sums.getOpaque(counter(0, level));
                        worker.stopIfCancelled(WORK);
                    }
                    if (lane.id() == 0) {
                        counters.setOpaque(LEVEL, level);
                        sums.setOpaque(LEFT, left);
                    }
                }
                lane.gridBarrier();
                level = counters.getOpaque(LEVEL);
                left = sums.getOpaque(LEFT);
            } else if (isLessBottomUp(ahead, left - ahead)) {
                do {
                    left -= ahead;
                    forget(lane.id() == 0, level + 2);
                    bottomUp(worker, level, tally);
                    handIn(worker, level, outbox, tally);
                    lane.gridBarrier();
                    level++;
                    ahead = sums.getOpaque(counter(0, level));
                } while (isLessBottomUp(ahead, left - ahead));
                if (counters.getOpaque(counter(FOUND, level)) > 0) {
                    makeList(worker, level, outbox);
                    lane.gridBarrier();
                }
            } else {
                left -= ahead;
                forget(lane.id() == 0, level + 2);
                topDown(worker, level, worker.number(), worker.count(), outbox, tally);
                handIn(worker, level, outbox, tally);
                lane.gridBarrier();
                level++;
            }
        }
        if (tally.expansions > 0) {
            sums.getAndAddRelaxed(EXPANSIONS, tally.expansions);
        }
    }

    /*
     * If the sources of in-edges were drawn from all edges, one in edges / ahead would be in the level, and a vertex would
     * find it after as many looks. It stops after its last edge in any case, so all vertices together look at no more
     * than the edges of those not reached.
     */
    private boolean isLessBottomUp(long ahead, long left) {
        return ahead > 0 && vertices + Math.min(left, (long) vertices * (edges / ahead)) < TOP_DOWN * ahead;
    }

    private void clear(Lane lane, int source) {
        if (lane.warp().size() == 1) {
            int end = (int) ((long) vertices * (lane.id() + 1) / lane.count());
            for (int vertex = (int) ((long) vertices * lane.id() / lane.count()); vertex < end; vertex++) {
                clear(vertex, source);
            }
        } else {
            for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
                clear((int) vertex, source);
            }
        }
        if (lane.id() == 0) {
            int degree = offsets.get(source + 1) - offsets.get(source);
            if (degree > PART) {
                addItems(source, offsets.get(source), degree, 0);
            } else {
                list.set(0, source);
                counters.setOpaque(TAIL, 1);
            }
            counters.setOpaque(FOUND, 1);
            sums.setOpaque(0, degree);
        }
    }

    private void clear(int vertex, int source) {
        distances.set(vertex, vertex == source ? 0 : BfsResult.UNREACHED);
        predecessors.set(vertex, vertex == source ? source : BfsResult.UNREACHED);
    }

    private void forget(boolean mine, int level) {
        if (mine) {
            for (int kind = 0; kind < KINDS; kind++) {
                counters.setOpaque(counter(kind * LEVELS * APART, level), 0);
            }
            sums.setOpaque(counter(0, level), 0);
        }
    }

    private void topDown(WarpWorker worker, int level, int number, int workers, Outbox outbox, Tally tally) {
        int itemCount = counters.getOpaque(counter(ITEMS, level));
        int item = (level & 1) * itemCapacity;
        for (int i = number; i < itemCount; i += workers) {
            int vertex = items.get(2 * (item + i));
            int first = items.get(2 * (item + i) + 1);
            int end = Math.min(first + PART, offsets.get(vertex + 1));
            if (worker.warp().size() == 1) {
                lookAt(worker, vertex, first, end, level, outbox, tally);
            } else {
                for (int edge = first; edge < end; edge += worker.warp().size()) {
                    int mine = edge + worker.warp().lane();
                    add(worker, mine < end, mine, vertex, level, outbox, tally);
                }
            }
        }
        int size = counters.getOpaque(counter(TAIL, level));
        int most = worker.warp().size() == 1 ? THREAD_MAX : worker.warp().size();
        int batch = Math.clamp(size / (2L * workers), 1, most);
        int from = number * batch;
        while (from < size) {
            int count = Math.min(batch, size - from);
            expand(worker, level, (level & 1) * vertices + from, count, outbox, tally);
            if (worker.isFirst()) {
                tally.expansions += count;
            }
            from = size;
            if (workers * batch < size) {
                int claimed = worker.isFirst() ? counters.getAndAddRelaxed(counter(CLAIMS, level), batch) : 0;
                from = workers * batch + worker.fromFirst(claimed);
            }
            worker.stopIfIncomplete(WORK);
        }
    }

    private void expand(WarpWorker worker, int level, int from, int count, Outbox outbox, Tally tally) {
        var warp = worker.warp();
        if (warp.size() == 1) {
            for (int at = from; at < from + count; at++) {
                int vertex = list.get(at);
                lookAt(worker, vertex, offsets.get(vertex), offsets.get(vertex + 1), level, outbox, tally);
            }
        } else {
            int vertex = warp.lane() < count ? list.get(from + warp.lane()) : WarpEdges.NO_VERTEX;
            var fan = WarpEdges.of(worker, offsets, vertex);
            for (int first = 0; first < fan.total(); first += warp.size()) {
                int number = first + warp.lane();
                int owner = fan.owner(worker, number);
                int edge = number + warp.shuffle(worker.mask(), fan.shift(), owner);
                int source = warp.shuffle(worker.mask(), vertex, owner);
                add(worker, number < fan.total(), edge, source, level, outbox, tally);
            }
        }
    }

    /** By a thread alone. */
    private void lookAt(WarpWorker worker, int vertex, int begin, int end, int level, Outbox outbox, Tally tally) {
        for (int edge = begin; edge < end; edge++) {
            int target = targets.get(edge);
            if (distances.getOpaque(target) == BfsResult.UNREACHED && claim(target, vertex, level + 1)) {
                if (belongs(target, level, tally)) {
                    outbox.add(target);
                    if (outbox.count() == THREAD_PORTION) {
                        hand(worker, level, outbox, THREAD_PORTION);
                    }
                }
            }
        }
    }

    /** By all lanes of a warp, each with an edge if it is {@code present}. */
    private void add(
            WarpWorker worker, boolean present, int edge, int source, int level, Outbox outbox, Tally tally) {
        boolean isNew = false;
        int target = 0;
        if (present) {
            target = targets.get(edge);
            isNew = distances.getOpaque(target) == BfsResult.UNREACHED
                    && claim(target, source, level + 1)
                    && belongs(target, level, tally);
        }
        outbox.add(worker, isNew, target);
        if (outbox.count() >= WARP_PORTION) {
            hand(worker, level, outbox, WARP_PORTION);
        }
    }

    private boolean claim(int vertex, int predecessor, int distance) {
        boolean claimed =
                distances.compareAndExchangeRelaxed(vertex, BfsResult.UNREACHED, distance) == BfsResult.UNREACHED;
        if (claimed) {
            predecessors.set(vertex, predecessor);
        }
        return claimed;
    }

    /** Counts a vertex of the next level. {@return whether it is to be in the list} */
    private boolean belongs(int vertex, int level, Tally tally) {
        int begin = offsets.get(vertex);
        int degree = offsets.get(vertex + 1) - begin;
        tally.edges += degree;
        if (degree <= useless) {
            return false;
        }
        tally.found++;
        if (degree > PART) {
            addItems(vertex, begin, degree, level + 1);
            return false;
        }
        return true;
    }

    private void addItems(int vertex, int begin, int degree, int level) {
        int count = Math.ceilDiv(degree, PART);
        int at = (level & 1) * itemCapacity + counters.getAndAddRelaxed(counter(ITEMS, level), count);
        for (int i = 0; i < count; i++) {
            items.set(2 * (at + i), vertex);
            items.set(2 * (at + i) + 1, begin + i * PART);
        }
    }

    private void hand(WarpWorker worker, int level, Outbox outbox, int count) {
        int at = worker.isFirst() ? counters.getAndAddRelaxed(counter(TAIL, level + 1), count) : 0;
        int begin = (level + 1 & 1) * vertices + worker.fromFirst(at);
        for (int i = worker.warp().lane(); i < count; i += worker.warp().size()) {
            list.set(begin + i, outbox.get(i));
        }
        outbox.remove(count);
        worker.synchronize();
    }

    /** At the end of a level. */
    private void handIn(WarpWorker worker, int level, Outbox outbox, Tally tally) {
        if (outbox.count() > 0) {
            hand(worker, level, outbox, outbox.count());
        }
        var warp = worker.warp();
        int found = tally.found;
        long ahead = tally.edges;
        if (worker.any(ahead > 0)) {
            for (int distance = warp.size() / 2; distance > 0; distance /= 2) {
                found += warp.shuffle(worker.mask(), found, warp.lane() ^ distance);
                ahead += warp.shuffle(worker.mask(), ahead, warp.lane() ^ distance);
            }
            if (worker.isFirst()) {
                counters.getAndAddRelaxed(counter(FOUND, level + 1), found);
                sums.getAndAddRelaxed(counter(0, level + 1), ahead);
            }
        }
        tally.found = 0;
        tally.edges = 0;
    }

    private void bottomUp(WarpWorker worker, int level, Tally tally) {
        var lane = worker.lane();
        if (worker.warp().size() == 1) {
            int from = lane.id() * THREAD_RANGE;
            while (from < vertices) {
                int end = Math.min(from + THREAD_RANGE, vertices);
                for (int vertex = from; vertex < end; vertex++) {
                    if (distances.get(vertex) == BfsResult.UNREACHED) {
                        int edgesEnd = inOffsets.get(vertex + 1);
                        boolean reached = false;
                        for (int edge = inOffsets.get(vertex); edge < edgesEnd && !reached; edge++) {
                            reached = isFrom(vertex, edge, level);
                        }
                        settle(reached, vertex, tally);
                    }
                }
                tally.expansions += end - from;
                worker.stopIfCancelled(WORK);
                from = lane.count() * THREAD_RANGE
                        + counters.getAndAddRelaxed(counter(CLAIMS, level), THREAD_RANGE);
            }
        } else {
            var warp = worker.warp();
            for (long first = lane.id() - warp.lane(); first < vertices; first += lane.count()) {
                int vertex = (int) first + warp.lane();
                boolean wanted = vertex < vertices && distances.get(vertex) == BfsResult.UNREACHED;
                int edge = wanted ? inOffsets.get(vertex) : 0;
                int end = wanted ? inOffsets.get(vertex + 1) : 0;
                int aloneEnd = Math.min(end, edge + ALONE);
                boolean reached = false;
                while (edge < aloneEnd && !reached) {
                    reached = isFrom(vertex, edge, level);
                    edge++;
                }
                int helped = worker.ballot(!reached && edge < end);
                while (helped != 0) {
                    int owner = Integer.numberOfTrailingZeros(helped);
                    int of = warp.shuffle(worker.mask(), vertex, owner);
                    int at = warp.shuffle(worker.mask(), edge, owner) + warp.lane();
                    int last = warp.shuffle(worker.mask(), end, owner);
                    boolean all = false;
                    while (!all && warp.any(worker.mask(), at < last)) {
                        boolean hit = at < last && distances.getOpaque(sources.get(at)) == level;
                        int hits = worker.ballot(hit);
                        if (hits != 0) {
                            all = true;
                            if (warp.lane() == Integer.numberOfTrailingZeros(hits)) {
                                reach(of, sources.get(at), level + 1);
                            }
                        }
                        at += warp.size();
                    }
                    reached |= all && warp.lane() == owner;
                    helped &= helped - 1;
                }
                settle(reached, vertex, tally);
                if (wanted) {
                    tally.expansions++;
                }
            }
        }
    }

    /** {@return whether the source of an in-edge is in the level, in which case the vertex has been reached} */
    private boolean isFrom(int vertex, int edge, int level) {
        int source = sources.get(edge);
        boolean is = distances.getOpaque(source) == level;
        if (is) {
            reach(vertex, source, level + 1);
        }
        return is;
    }

    private void reach(int vertex, int predecessor, int distance) {
        distances.setOpaque(vertex, distance);
        predecessors.set(vertex, predecessor);
    }

    private void settle(boolean reached, int vertex, Tally tally) {
        if (reached) {
            tally.found++;
            tally.edges += offsets.get(vertex + 1) - offsets.get(vertex);
        }
    }

    /** Makes the list of a level that was found bottom-up. */
    private void makeList(WarpWorker worker, int level, Outbox outbox) {
        var lane = worker.lane();
        var warp = worker.warp();
        var ignored = new Tally();
        for (long first = lane.id() - warp.lane(); first < vertices; first += lane.count()) {
            int vertex = (int) first + warp.lane();
            boolean isIn = vertex < vertices
                    && distances.get(vertex) == level
                    && belongs(vertex, level - 1, ignored);
            outbox.add(worker, isIn, vertex);
            if (outbox.count() >= WARP_PORTION) {
                hand(worker, level - 1, outbox, WARP_PORTION);
            }
        }
        if (outbox.count() > 0) {
            hand(worker, level - 1, outbox, outbox.count());
        }
    }

    @Override
    public void close() {
        if (turned != null) {
            turned.close();
        }
        counters.close();
        sums.close();
        list.close();
        items.close();
        distances.close();
        predecessors.close();
    }
}
