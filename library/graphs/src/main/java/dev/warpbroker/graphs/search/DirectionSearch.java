package dev.warpbroker.graphs.search;

import static dev.warpbroker.graphs.search.RoundCounters.APART;
import static dev.warpbroker.graphs.search.RoundCounters.ROUNDS;
import static dev.warpbroker.graphs.search.RoundCounters.counter;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.time.Duration;

/**
 * {@link BfsVariant#DIRECTION} by warps of a GPU, in one launch: S. Beamer, K. Asanović, D. Patterson,
 * <i>Direction-Optimizing Breadth-First Search</i>, 2012.
 *
 * <p>Top-down, workers look at the edges that leave the vertices of a level. Bottom-up, every vertex that has not been
 * reached looks for a vertex of the level among the sources of its in-edges, and stops at the first: where a level has
 * a large part of all edges, that is a small part of them. Levels with few edges are left to one block, which needs no
 * barrier for all between them.
 */
final class DirectionSearch implements Search {
    /*
     * A level is a list of vertices, and of items: parts of the edges of vertices with many, so that all workers share
     * them. A vertex is claimed by a compare-and-exchange of its distance, relaxed, as all that contend for it would
     * write the same; looks before it may be stale. Bottom-up each vertex belongs to one lane, which writes plainly,
     * and a source is in the level exactly if its distance says so: so there is no list, and it is made of the
     * distances when the search goes top-down again. A vertex without out-edges need not be in the list.
     *
     * Counters of a level are number level % 3 of their kind. In level k those of k + 1 grow, while those of k + 2 are
     * set to 0: every worker has left level k - 1 then. All decisions are made of counters that do not change any more,
     * so all lanes make the same. A search ends with a level that has no edges.
     *
     * What costs time in a small level is atomic operations on the same counter, hence one of a kind for each block;
     * and waiting for memory, hence a block that is alone keeps its levels in its own memory.
     */

    /** Edges of an item, two for each lane of a warp. */
    private static final int PART = 64;

    /**
     * In a level with at most so many edges vertices are claimed without a look at them before: waiting for that takes
     * longer than claims in vain.
     */
    private static final int FEW_CLAIMS = 1 << 16;

    /** Threads of a block. */
    private static final int BLOCK = 512;

    /** More threads than this leaves edges for would only wait for each other. */
    private static final int EDGES_OF_A_THREAD = 4;

    /** A level with at most so many edges is left to one block. It finds no more vertices than that. */
    private static final int FEW = 1_024;

    /**
     * Levels after which it is looked whether the search was cancelled: by the block that is alone; and by one worker
     * for all, who otherwise see it when they wait for it. Powers of two.
     */
    private static final int LOOK_AFTER_ALONE = 256;

    private static final int LOOK_AFTER = 32;

    /** Vertices that a worker has found before it makes room for them in the list. */
    private static final int PORTION = 32;

    /** In-edges that a lane looks at alone before its warp helps. */
    private static final int ALONE = 32;

    /** Of a block. */
    private static final int MAX_WORKERS = 32;

    private static final int TAIL = 0;
    private static final int ITEMS = ROUNDS * APART;
    private static final int KINDS = 2;

    /** Where the block that was left alone says how far it got. */
    private static final int LEVEL = KINDS * ROUNDS * APART;

    private static final int COUNTERS = LEVEL + APART;

    /** In {@link #sums}, after the edges of levels: those that no vertex of a level so far has. */
    private static final int LEFT = ROUNDS * APART;

    private static final int EXPANSIONS = LEFT + APART;
    private static final int SUMS = EXPANSIONS + 1;

    private final int few;
    private final Team team;
    private final int vertices;
    private final int edges;
    private final Ints offsets;
    private final Ints targets;
    private final Ints inOffsets;
    private final Ints sources;

    /** Edges of a vertex that is of no use in a level: the edge of an undirected graph that led to it is one. */
    private final int useless;

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
        this(graph, options, FEW);
    }

    /** @param few edges of a level that is left to one block, up to {@value #FEW} */
    DirectionSearch(DeviceGraph graph, BfsOptions options, int few) {
        this.few = few;
        var device = graph.device();
        vertices = graph.vertices();
        edges = graph.edges();
        offsets = graph.offsets();
        targets = graph.targets();
        useless = graph.undirected() ? 1 : 0;
        int fitting = Math.max(edges / EDGES_OF_A_THREAD, BLOCK);
        int most = options.threads() == 0 ? Integer.MAX_VALUE : options.threads();
        team = Team.of(device, Math.min(fitting, most), BLOCK);
        inOffsets = graph.incoming().offsets();
        sources = graph.incoming().targets();
        rings = 2 * PORTION * team.workersInBlock();
        counters = device.ints(COUNTERS);
        sums = device.longs(SUMS);
        list = device.ints(2L * vertices);
        itemCapacity = itemCapacity(edges);
        items = device.ints(4L * itemCapacity);
        distances = device.ints(vertices);
        predecessors = device.ints(vertices);
    }

    /** {@return the bytes besides those of the graph} */
    static long bytes(GraphSize size) {
        return 4L * Integer.BYTES * size.vertices()
                + 4L * Integer.BYTES * itemCapacity(size.edges())
                + (long) Integer.BYTES * COUNTERS
                + (long) Long.BYTES * SUMS;
    }

    /** {@return how many items a level has at most} A vertex of more than one has less than two for each part. */
    private static int itemCapacity(long edges) {
        return (int) (2 * (edges / PART) + 1);
    }

    @Override
    public Bfs.Run run(int source, Duration limit) {
        counters.fill(0);
        sums.fill(0);
        var elapsed = team.run(kernel(source), limit);
        return new Bfs.Run(elapsed, sums.copyOut(EXPANSIONS, 1)[0]);
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
        long edges;
        long expansions;
    }

    private void work(Lane lane, int source) {
        var worker = new WarpWorker(lane);
        var outbox = new Outbox(worker, lane.block().sharedInts(rings), 2 * PORTION);
        var tally = new Tally();
        clear(lane, source);
        lane.gridBarrier();
        int number = 0;
        int turns = 0;
        long left = edges;
        var level = level(number);
        while (level.edges > 0) {
            turns++;
            if (worker.number() == 0 && turns % LOOK_AFTER == 0) {
                worker.stopIfCancelled(WORK);
            }
            if (level.edges <= few) {
                // Nobody may look at a counter that the block is going to use again.
                lane.gridBarrier();
                if (lane.block().index() == 0) {
                    alone(worker, number, level, left, tally);
                }
                lane.gridBarrier();
                number = counters.getOpaque(LEVEL);
                left = sums.getOpaque(LEFT);
            } else if (isLessBottomUp(level.edges, left - level.edges)) {
                long ahead = level.edges;
                do {
                    left -= ahead;
                    forget(lane, number + 2);
                    bottomUp(worker, number, tally);
                    handIn(worker, number, outbox, tally);
                    lane.gridBarrier();
                    number++;
                    ahead = sums.getOpaque(counter(0, number));
                } while (isLessBottomUp(ahead, left - ahead));
                if (ahead > 0) {
                    makeList(worker, number, outbox);
                    lane.gridBarrier();
                }
            } else {
                left -= level.edges;
                forget(lane, number + 2);
                topDown(worker, number, level, outbox, tally);
                handIn(worker, number, outbox, tally);
                lane.gridBarrier();
                number++;
            }
            level = level(number);
        }
        if (tally.expansions > 0) {
            sums.getAndAddRelaxed(EXPANSIONS, tally.expansions);
        }
    }

    /**
     * A level that has been found.
     *
     * @param edges that leave its vertices
     * @param listed vertices in the list
     * @param items of vertices with many edges
     */
    private record Level(long edges, int listed, int items) {}

    /** {@return a level} Lanes wait once for all that is to be known of it. */
    private Level level(int number) {
        return new Level(
                sums.getOpaque(counter(0, number)),
                counters.getOpaque(counter(TAIL, number)),
                counters.getOpaque(counter(ITEMS, number)));
    }

    private boolean isLessBottomUp(long ahead, long left) {
        return Direction.isLessBottomUp(vertices, edges, ahead, left);
    }

    private void clear(Lane lane, int source) {
        for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            clear((int) vertex, source);
        }
        if (lane.id() == 0) {
            int degree = offsets.get(source + 1) - offsets.get(source);
            if (degree > PART) {
                addItems(source, offsets.get(source), degree, 0);
            } else {
                list.set(0, source);
                counters.setOpaque(TAIL, 1);
            }
            sums.setOpaque(0, degree);
        }
    }

    private void clear(int vertex, int source) {
        distances.set(vertex, vertex == source ? 0 : BfsResult.UNREACHED);
        predecessors.set(vertex, vertex == source ? source : BfsResult.UNREACHED);
    }

    private void forget(Lane lane, int level) {
        if (lane.id() == 0) {
            forgetAll(level);
        }
    }

    private void forgetAll(int level) {
        for (int kind = 0; kind < KINDS; kind++) {
            counters.setOpaque(counter(kind * ROUNDS * APART, level), 0);
        }
        sums.setOpaque(counter(0, level), 0);
    }

    private void topDown(WarpWorker worker, int number, Level level, Outbox outbox, Tally tally) {
        int workers = worker.count();
        int lanes = worker.warp().size();
        boolean looks = level.edges > FEW_CLAIMS;
        int item = (number & 1) * itemCapacity;
        for (int i = worker.number(); i < level.items; i += workers) {
            int vertex = items.get(2 * (item + i));
            int first = items.get(2 * (item + i) + 1) + worker.warp().lane();
            int end = Math.min(first - worker.warp().lane() + PART, offsets.get(vertex + 1));
            var one = step(first < end, first, vertex);
            var other = step(end - first > lanes, first + lanes, vertex);
            follow(worker, one, other, looks, number, outbox, tally);
        }
        int batch = Math.clamp(Math.ceilDiv(level.listed, workers), 1, lanes);
        // From the other end, for those that have had no item.
        for (long from = (long) (workers - 1 - worker.number()) * batch;
                from < level.listed;
                from += (long) workers * batch) {
            int count = (int) Math.min(batch, level.listed - from);
            expand(worker, number, listOf(number) + from, count, looks, outbox, tally);
            tally.expansions += worker.isFirst() ? count : 0;
        }
    }

    /** {@return where the list of a level begins} */
    private long listOf(int level) {
        return (level & 1) == 0 ? 0 : vertices;
    }

    private void expand(WarpWorker worker, int level, long from, int count, boolean looks, Outbox outbox, Tally tally) {
        var warp = worker.warp();
        int vertex = warp.lane() < count ? list.get(from + warp.lane()) : WarpEdges.NO_VERTEX;
        var fan = WarpEdges.of(worker, offsets, vertex);
        for (int first = 0; first < fan.total(); first += 2 * warp.size()) {
            var one = step(worker, fan, first + warp.lane(), vertex);
            var other = step(worker, fan, first + warp.size() + warp.lane(), vertex);
            follow(worker, one, other, looks, level, outbox, tally);
        }
    }

    /** An edge, if there is one. */
    private record Step(boolean exists, int source, int target) {}

    private Step step(boolean exists, int edge, int source) {
        return new Step(exists, source, exists ? targets.get(edge) : 0);
    }

    /** {@return an edge of a vertex of some lane} */
    private Step step(WarpWorker worker, WarpEdges fan, int number, int vertex) {
        var warp = worker.warp();
        int owner = fan.owner(worker, number);
        int edge = number + warp.shuffle(worker.mask(), fan.shift(), owner);
        return step(number < fan.total(), edge, warp.shuffle(worker.mask(), vertex, owner));
    }

    /** Follows two edges, so that the lanes of a worker wait once for both at every step. All lanes make this call. */
    private void follow(WarpWorker worker, Step one, Step other, boolean looks, int level, Outbox outbox, Tally tally) {
        boolean oneIs = one.exists && (!looks || isUnreached(one.target));
        boolean otherIs = other.exists && (!looks || isUnreached(other.target));
        oneIs = oneIs && claim(one.target, one.source, level + 1);
        otherIs = otherIs && claim(other.target, other.source, level + 1);
        int oneBegin = oneIs ? offsets.get(one.target) : 0;
        int otherBegin = otherIs ? offsets.get(other.target) : 0;
        int oneDegree = oneIs ? offsets.get(one.target + 1) - oneBegin : 0;
        int otherDegree = otherIs ? offsets.get(other.target + 1) - otherBegin : 0;
        add(worker, one.target, oneBegin, oneDegree, level, outbox);
        add(worker, other.target, otherBegin, otherDegree, level, outbox);
        tally.edges += oneDegree + otherDegree;
    }

    private boolean isUnreached(int vertex) {
        return distances.getOpaque(vertex) == BfsResult.UNREACHED;
    }

    /** Adds vertices to the next level, by all lanes of a warp, each with one if that has edges. */
    private void add(WarpWorker worker, int vertex, int begin, int degree, int level, Outbox outbox) {
        outbox.add(worker, belongs(vertex, begin, degree, level + 1), vertex);
        if (outbox.count() >= PORTION) {
            hand(worker, level, outbox, PORTION);
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

    /** Cuts a vertex of a level that has many edges. {@return whether a vertex is to be in the list} */
    private boolean belongs(int vertex, int begin, int degree, int level) {
        if (degree > PART) {
            addItems(vertex, begin, degree, level);
        }
        return degree > useless && degree <= PART;
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
        put(worker, level, worker.fromFirst(at), outbox, count);
    }

    private void put(WarpWorker worker, int level, int at, Outbox outbox, int count) {
        outbox.moveTo(worker, list, listOf(level + 1) + at, count);
    }

    /** At the end of a level: what the workers of a block have found, at once. All its lanes make this call. */
    private void handIn(WarpWorker worker, int level, Outbox outbox, Tally tally) {
        var lane = worker.lane();
        var block = lane.block();
        var warp = worker.warp();
        var begins = block.sharedInts(MAX_WORKERS);
        var found = block.sharedLongs(MAX_WORKERS);
        long ahead = sum(worker, tally.edges);
        tally.edges = 0;
        if (worker.isFirst()) {
            begins.set(worker.numberInBlock(), outbox.count());
            found.set(worker.numberInBlock(), ahead);
        }
        block.barrier();
        if (worker.numberInBlock() == 0) {
            boolean present = warp.lane() < block.size() / warp.size();
            int count = present ? begins.get(warp.lane()) : 0;
            long all = sum(worker, present ? found.get(warp.lane()) : 0);
            int end = WarpEdges.sumUpTo(worker, count);
            int tail = 0;
            if (warp.lane() == warp.size() - 1) {
                tail = end > 0 ? counters.getAndAddRelaxed(counter(TAIL, level + 1), end) : 0;
                if (all > 0) {
                    sums.getAndAddRelaxed(counter(0, level + 1), all);
                }
            }
            tail = warp.shuffle(worker.mask(), tail, warp.size() - 1);
            if (present) {
                begins.set(warp.lane(), tail + end - count);
            }
        }
        block.barrier();
        put(worker, level, begins.get(worker.numberInBlock()), outbox, outbox.count());
    }

    /** {@return the sum over all lanes, in each of them} */
    private static long sum(WarpWorker worker, long value) {
        var warp = worker.warp();
        long sum = value;
        for (int distance = warp.size() / 2; distance > 0; distance /= 2) {
            sum += warp.shuffle(worker.mask(), sum, warp.lane() ^ distance);
        }
        return sum;
    }

    /** Levels with few edges, by one block, which has them in its own memory. */
    private void alone(WarpWorker worker, int first, Level level, long leftBefore, Tally tally) {
        var lane = worker.lane();
        var block = lane.block();
        var warp = worker.warp();
        var own = new OwnLevels(
                block.sharedInts(2 * FEW),
                block.sharedInts(2 * FEW),
                block.sharedInts(2 * FEW),
                block.sharedInts(ROUNDS),
                block.sharedInts(ROUNDS));
        int number = first;
        long left = leftBefore;
        long ahead = level.edges;
        fetch(lane, number, level, own);
        while (ahead > 0 && ahead <= few) {
            left -= ahead;
            int size = own.count.get(number % ROUNDS);
            if (block.lane() == 0) {
                own.forget(number + 2);
            }
            int workers = block.size() / warp.size();
            int batch = Math.clamp(Math.ceilDiv(size, workers), 1, warp.size());
            for (int from = worker.numberInBlock() * batch; from < size; from += workers * batch) {
                boolean present = from + warp.lane() < Math.min(from + batch, size);
                expandAlone(worker, present, from + warp.lane(), number, own);
                tally.expansions += present ? 1 : 0;
            }
            block.barrier();
            number++;
            ahead = own.edges.get(number % ROUNDS);
            if (number % LOOK_AFTER_ALONE == 0) {
                worker.stopIfCancelled(WORK);
            }
        }
        if (block.lane() < ROUNDS) {
            // The counters of all three levels begin anew.
            forgetAll(number + block.lane());
        }
        block.barrier();
        int size = own.count.get(number % ROUNDS);
        for (int i = block.lane(); i < size; i += block.size()) {
            int at = OwnLevels.place(number, i);
            int vertex = own.vertices.get(at);
            int begin = own.begins.get(at);
            if (belongs(vertex, begin, own.ends.get(at) - begin, number)) {
                list.set(listOf(number) + counters.getAndAddRelaxed(counter(TAIL, number), 1), vertex);
            }
        }
        if (block.lane() == 0) {
            counters.setOpaque(LEVEL, number);
            sums.setOpaque(LEFT, left);
            sums.setOpaque(counter(0, number), ahead);
        }
    }

    /**
     * What the block that is alone has in its own memory: the vertices of even levels, then those of odd ones, with the
     * ends of their rows; and of three levels, by turns, how many these are, and the edges of all.
     */
    private record OwnLevels(Ints vertices, Ints begins, Ints ends, Ints count, Ints edges) {
        static int place(int level, int index) {
            return (level & 1) * FEW + index;
        }

        void add(int level, int vertex, int begin, int end) {
            int at = place(level, count.getAndAddRelaxed(level % ROUNDS, 1));
            vertices.set(at, vertex);
            begins.set(at, begin);
            ends.set(at, end);
        }

        void forget(int level) {
            count.set(level % ROUNDS, 0);
            edges.set(level % ROUNDS, 0);
        }
    }

    private void fetch(Lane lane, int number, Level level, OwnLevels own) {
        var block = lane.block();
        if (block.lane() == 0) {
            own.forget(number);
            own.forget(number + 1);
        }
        block.barrier();
        for (int i = block.lane(); i < level.listed; i += block.size()) {
            int vertex = list.get(listOf(number) + i);
            own.add(number, vertex, offsets.get(vertex), offsets.get(vertex + 1));
        }
        for (int i = block.lane(); i < level.items; i += block.size()) {
            int item = 2 * ((number & 1) * itemCapacity + i);
            int vertex = items.get(item);
            int begin = offsets.get(vertex);
            // Once for all items of a vertex.
            if (items.get(item + 1) == begin) {
                own.add(number, vertex, begin, offsets.get(vertex + 1));
            }
        }
        block.barrier();
    }

    private void expandAlone(WarpWorker worker, boolean present, int index, int level, OwnLevels own) {
        var warp = worker.warp();
        int at = OwnLevels.place(level, index);
        int vertex = present ? own.vertices.get(at) : WarpEdges.NO_VERTEX;
        var fan = WarpEdges.of(worker, present ? own.begins.get(at) : 0, present ? own.ends.get(at) : 0);
        for (int first = 0; first < fan.total(); first += warp.size()) {
            var step = step(worker, fan, first + warp.lane(), vertex);
            if (step.exists && claim(step.target, step.source, level + 1)) {
                int begin = offsets.get(step.target);
                int end = offsets.get(step.target + 1);
                own.edges.getAndAddRelaxed((level + 1) % ROUNDS, end - begin);
                if (end - begin > useless) {
                    own.add(level + 1, step.target, begin, end);
                }
            }
        }
    }

    private void bottomUp(WarpWorker worker, int level, Tally tally) {
        var lane = worker.lane();
        var warp = worker.warp();
        for (long first = (long) lane.id() - warp.lane(); first < vertices; first += lane.count()) {
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
            tally.edges += offsets.get(vertex + 1) - offsets.get(vertex);
        }
    }

    /** Makes the list of a level that was found bottom-up. */
    private void makeList(WarpWorker worker, int level, Outbox outbox) {
        var lane = worker.lane();
        var warp = worker.warp();
        for (long first = (long) lane.id() - warp.lane(); first < vertices; first += lane.count()) {
            int vertex = (int) first + warp.lane();
            boolean isIn = vertex < vertices && distances.get(vertex) == level;
            int begin = isIn ? offsets.get(vertex) : 0;
            add(worker, vertex, begin, isIn ? offsets.get(vertex + 1) - begin : 0, level - 1, outbox);
        }
        handIn(worker, level - 1, outbox, new Tally());
    }

    @Override
    public void close() {
        counters.close();
        sums.close();
        list.close();
        items.close();
        distances.close();
        predecessors.close();
    }
}
