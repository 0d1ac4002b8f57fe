package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.MemoryPlan;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * PageRank in which every vertex collects its rank from the sources of its in-edges, all iterations in one launch: the
 * fastest form on every device.
 *
 * <pre>{@code
 * try (var pageRank = PullPageRank.on(device, graph, RankGraph.Precision.DOUBLE)) {
 *     double[] ranks = pageRank.run(PageRank.StoppingRule.changeBelow(1e-9)).ranks();
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> The ranks are those of {@link PageRank#sequential} after the same number of iterations, up to
 * rounding. They are the same to the bit in every run with the same number of lanes.
 *
 * <p>For n vertices and m edges it takes about 4 m + 36 n bytes with doubles, 4 m + 24 n with floats. Makes one run at
 * a time, and is not for several threads.
 */
public final class PullPageRank implements AutoCloseable {
    /*
     * A vertex shares its rank among its out-edges, so what is collected is shares: rank / out-degree, which the vertex
     * computes once. Shares of two iterations alternate, and a grid barrier is between iterations. On a GPU they lie in
     * one piece of memory, and the cell after those of each holds 0; on the JVM in two, which saves an addition an edge.
     *
     * Every sum is made in an order that depends on the number of lanes alone: vertices belong to lanes by their place
     * in a list; what vertices without out-edges give to all, and the change of all ranks, are summed by lane, by block
     * and then over the blocks, by each block for itself; on the JVM by part and then over the parts. So all agree on
     * whether to go on without a second barrier.
     *
     * On a GPU a lane has a vertex with few in-edges, a warp one with many, and a block one with thousands: see
     * SlicedRows. Warps take what there is in turn, most edges first. All that is known of a vertex is at the place of
     * its row, but for its share, which is where HotFirst says. On the JVM vertices are cut into parts with about as many
     * in-edges. A lane has some parts that lie together, so that it finds them in its cache in every iteration, and
     * helps the others when it has ranked those. What was taken of a lane's parts is counted, in two counters that
     * alternate: while one counts, its lane sets the other to 0, which nobody has used since the barrier. Everything is
     * at the number of the vertex.
     */

    /** Parts that a lane of the JVM has: more of them wait less for each other, fewer leave more in their caches. */
    private static final int FEW_PARTS = 16;

    private static final int MANY_PARTS = 64;

    /** Edges of a part with which a lane has many. */
    private static final int MANY_EDGES = 1 << 14;

    /** Counters lie this many ints apart: two cache lines, as processors fetch them in pairs. */
    private static final int APART = 32;

    /** Vertices that a thread of the JVM ranks in one call. */
    private static final int STRETCH = 256;

    private static final int BLOCK = 256;
    private static final int WARP = SlicedRows.WARP;

    /** In {@link #sums}: what vertices without out-edges have, then the change, for each block or part; of two iterations. */
    private static final int SUMS = 4;

    private static final int ITERATIONS = 0;

    private final Device device;
    private final Graph graph;
    private final int vertices;
    private final Grid grid;

    /** The vertex of each row. */
    private final int[] vertexOf;

    private final Ints outDegrees;

    /** On a GPU the place of the share of each row, on the JVM where each part begins. */
    private final Ints places;

    /** Parts that were taken, on the JVM. */
    private final Ints taken;

    /** Where rows, or slices of rows, begin in {@link #sources}. */
    private final Ints starts;

    private final Ints sources;
    private final int ofBlocks;
    private final int ofWarps;
    private final int tasks;
    private final Cells ranks;
    private final Cells shares;

    /** On the JVM those after odd iterations. */
    private final Cells oddShares;

    private final Doubles sums;

    /** Sums of one kind that a block makes in an iteration; on the JVM the parts of its lane, one of each. */
    private final int sumsOfBlock;

    private final Ints done;

    private PullPageRank(Device device, Graph graph, RankGraph.Precision precision, int threads) {
        this.device = device;
        this.graph = graph;
        vertices = SequentialPageRank.requireVertices(graph);
        if (vertices > Graph.MAX_VERTICES / 2) {
            throw new IllegalArgumentException(graph.name() + " has " + vertices + " vertices, and PageRank can take "
                    + Graph.MAX_VERTICES / 2 + "; take a smaller graph");
        }
        var turned = graph.transposed();
        ranks = Cells.of(device, precision, vertices);
        boolean jvm = device.properties().lanesPerWorker() == 1;
        shares = Cells.of(device, precision, jvm ? vertices : 2 * (vertices + 1));
        oddShares = Cells.of(device, precision, jvm ? vertices : 1);
        done = device.ints(1);
        int lanes = Math.min(
                threads == 0 ? PageRank.lanes(device) : threads,
                device.properties().residentThreads());
        if (jvm) {
            sumsOfBlock = Math.clamp(graph.edges() / lanes / MANY_EDGES, FEW_PARTS, MANY_PARTS);
            grid = new Grid(lanes, 1);
            var incoming = DeviceGraph.of(device, turned);
            vertexOf = IntStream.range(0, vertices).toArray();
            places = copy(device, parts(turned, sumsOfBlock * lanes));
            taken = device.ints(2 * APART * lanes);
            starts = incoming.offsets();
            sources = incoming.targets();
            ofBlocks = 0;
            ofWarps = 0;
            tasks = 0;
            outDegrees = copy(device, degrees(graph));
            sums = device.doubles(SUMS * sumsOfBlock * lanes);
        } else {
            sumsOfBlock = 1;
            int[] hotFirst = HotFirst.places(graph);
            var sliced = SlicedRows.of(turned, hotFirst, Math.max(lanes / WARP, 1));
            vertexOf = sliced.rows();
            places = copy(device, at(hotFirst));
            taken = device.ints(1);
            starts = copy(device, sliced.starts());
            sources = copy(device, sliced.elements());
            ofBlocks = sliced.ofBlocks();
            ofWarps = sliced.ofWarps();
            tasks = sliced.starts().length - 1 - ofBlocks;
            outDegrees = copy(device, at(degrees(graph)));
            int block = Math.clamp(lanes / WARP, 1, BLOCK / WARP) * WARP;
            int blocks = Math.max(lanes / block, 1);
            sums = device.doubles(SUMS * blocks);
            int resident = device.residentThreads(kernel(PageRank.StoppingRule.afterIterations(1)), block) / block;
            grid = new Grid(Math.min(blocks, resident) * block, block);
        }
    }

    private static int[] degrees(Graph graph) {
        return IntStream.range(0, graph.vertices()).map(graph::degree).toArray();
    }

    /** {@return for each row what its vertex has} */
    private int[] at(int[] ofVertices) {
        return IntStream.of(vertexOf).map(vertex -> ofVertices[vertex]).toArray();
    }

    private static Ints copy(Device device, int[] values) {
        var copy = device.ints(Math.max(values.length, 1));
        copy.copyIn(values);
        return copy;
    }

    /**
     * {@return PageRank of a graph}
     *
     * @throws IllegalArgumentException if it has no vertices, or too many
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceException if others have taken too much of it
     */
    public static PullPageRank on(Device device, Graph graph, RankGraph.Precision precision) {
        return on(device, graph, precision, 0);
    }

    /**
     * {@return PageRank of a graph}
     *
     * @param threads number of lanes, in whole blocks; 0 for as many as the device holds at once, or one per processor
     *     of the JVM
     * @throws IllegalArgumentException if it has no vertices, or too many
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceException if others have taken too much of it
     */
    public static PullPageRank on(Device device, Graph graph, RankGraph.Precision precision, int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException(
                    threads + " threads for PageRank; give at least 1, or 0 for as many as the device holds");
        }
        plan(device, graph.size(), precision).require();
        return new PullPageRank(device, graph, precision, threads);
    }

    /** {@return what it will take of the memory of a device, the graph included} */
    public static MemoryPlan plan(Device device, GraphSize size, RankGraph.Precision precision) {
        long perVertex = 3L * precision.bytes() + 2L * Integer.BYTES;
        return MemoryPlan.of("PageRank", size, size.rows(), perVertex * size.vertices(), device);
    }

    /** {@return where each part begins, and where the last one ends: about as many in-edges in each} */
    private static int[] parts(Graph turned, int count) {
        int[] begins = new int[count + 1];
        // A vertex costs something, too.
        long all = turned.edges() + (long) turned.vertices();
        int vertex = 0;
        for (int part = 1; part < count; part++) {
            long before = all * part / count;
            while (vertex < turned.vertices() && turned.offset(vertex) + (long) vertex < before) {
                vertex++;
            }
            begins[part] = vertex;
        }
        begins[count] = turned.vertices();
        return begins;
    }

    /** {@return how many lanes there are, and in what blocks} */
    public Grid grid() {
        return grid;
    }

    /**
     * Ranks all vertices, from the beginning.
     *
     * @throws DeviceException if the device failed
     */
    public PageRank.Result run(PageRank.StoppingRule rule) {
        return run(rule, PageRank.LONG);
    }

    /**
     * {@link #run(PageRank.StoppingRule)} that does not wait for ever.
     *
     * @param limit after which the lanes are cancelled
     * @throws dev.warpbroker.device.LaunchStoppedException if they did not end in time
     */
    public PageRank.Result run(PageRank.StoppingRule rule, Duration limit) {
        var launch = device.launch(grid, kernel(rule));
        launch.join(limit);
        int iterations = done.copyOut()[ITERATIONS];
        double[] last = sums.copyOut();
        double change = 0;
        int count = sumsOfBlock * grid.blocks();
        for (int i = 0; i < count; i++) {
            change += last[place(iterations, count) + count + i];
        }
        double[] found = ranks.copyOut();
        double[] ofVertices = new double[vertices];
        for (int i = 0; i < vertices; i++) {
            ofVertices[vertexOf[i]] = found[i];
        }
        return new PageRank.Result(ofVertices, iterations, change, launch.elapsed(), Duration.ZERO);
    }

    private Kernel kernel(PageRank.StoppingRule rule) {
        int most = rule.iterations();
        double tolerance = rule.tolerance();
        return lane -> work(lane, most, tolerance);
    }

    private void work(Lane lane, int most, double tolerance) {
        double toAll = begin(lane);
        int iteration = 1;
        boolean goesOn = true;
        while (goesOn) {
            if (lane.warp().size() == 1) {
                collectParts(lane, iteration, toAll);
            } else {
                handIn(lane, iteration, collect(lane, iteration, toAll));
            }
            lane.gridBarrier();
            var all = total(lane, iteration);
            toAll = toAll(all.dangling());
            goesOn = iteration < most && !(all.change() < tolerance);
            iteration++;
        }
        if (lane.id() == 0) {
            done.set(ITERATIONS, iteration - 1);
        }
    }

    /** {@return what goes to every vertex in the first iteration} */
    private double begin(Lane lane) {
        double rank = 1.0 / vertices;
        if (lane.warp().size() == 1) {
            beginParts(lane, rank);
        } else {
            double dangling = 0;
            for (int index = lane.id(); index < vertices; index += lane.count()) {
                dangling += keep(new Row(index, places.get(index), outDegrees.get(index), 0), rank, 0);
            }
            if (lane.id() == 0) {
                shares.set(vertices, 0);
                shares.set(2 * vertices + 1, 0);
            }
            handIn(lane, 0, new Sums(dangling, 0));
        }
        lane.gridBarrier();
        return toAll(total(lane, 0).dangling());
    }

    private double toAll(double dangling) {
        return (1 - PageRank.DAMPING + PageRank.DAMPING * dangling) / vertices;
    }

    /** Keeps the rank of a row, and its share for the iteration after {@code iteration}. {@return what goes to all} On a GPU. */
    private double keep(Row row, double rank, int iteration) {
        ranks.set(row.index, rank);
        shares.set(sharesAfter(iteration) + row.place, rank / Math.max(row.degree, 1));
        return row.degree == 0 ? rank : 0;
    }

    private int sharesAfter(int iteration) {
        return (iteration & 1) * (vertices + 1);
    }

    /**
     * What a lane has summed up.
     *
     * @param dangling ranks of vertices without out-edges
     * @param change of ranks, absolute
     */
    private record Sums(double dangling, double change) {}

    private void beginParts(Lane lane, double rank) {
        for (int part = sumsOfBlock * lane.id(); part < sumsOfBlock * (lane.id() + 1); part++) {
            double dangling = 0;
            int end = places.get(part + 1);
            for (int vertex = places.get(part); vertex < end; vertex++) {
                ranks.set(vertex, rank);
                dangling += give(shares, vertex, rank);
            }
            keepSums(lane, 0, part, new Sums(dangling, 0));
        }
        taken.set(counter(lane.id(), 0), 0);
        taken.set(counter(lane.id(), 1), 0);
    }

    /** Keeps the share of a vertex. {@return what goes to all} On the JVM. */
    private double give(Cells to, int vertex, double rank) {
        int degree = outDegrees.get(vertex);
        to.set(vertex, rank / Math.max(degree, 1));
        return degree == 0 ? rank : 0;
    }

    private static int counter(int lane, int iteration) {
        return (2 * lane + (iteration & 1)) * APART;
    }

    /** Collects for the parts of this lane, and then for those of the others that nobody has taken. */
    private void collectParts(Lane lane, int iteration, double toAll) {
        taken.setOpaque(counter(lane.id(), iteration + 1), 0);
        int owner = lane.id();
        for (int i = 0; i < lane.count(); i++) {
            int counter = counter(owner, iteration);
            while (taken.getOpaque(counter) < sumsOfBlock) {
                int part = taken.getAndAdd(counter, 1);
                if (part < sumsOfBlock) {
                    collectPart(lane, sumsOfBlock * owner + part, iteration, toAll);
                }
            }
            owner = owner + 1 == lane.count() ? 0 : owner + 1;
        }
    }

    private void collectPart(Lane lane, int part, int iteration, double toAll) {
        var range = new Range();
        int end = places.get(part + 1);
        for (int vertex = places.get(part); vertex < end; vertex += STRETCH) {
            range.collect(vertex, Math.min(vertex + STRETCH, end), iteration, toAll);
        }
        keepSums(lane, iteration, part, new Sums(range.dangling, range.change));
    }

    /** What a thread of the JVM sums up. */
    private final class Range {
        private double dangling;
        private double change;

        /** Collects for some vertices: a method that is called often enough for the JVM to compile it as one. */
        void collect(int begin, int end, int iteration, double toAll) {
            var begins = starts;
            var in = sources;
            boolean odd = (iteration & 1) != 0;
            var given = odd ? shares : oddShares;
            var next = odd ? oddShares : shares;
            var kept = ranks;
            double lost = 0;
            double changed = 0;
            int edge = begins.get(begin);
            for (int vertex = begin; vertex < end; vertex++) {
                int edgesEnd = begins.get(vertex + 1);
                double rank = toAll + PageRank.DAMPING * given.sum(in, edge, edgesEnd);
                edge = edgesEnd;
                changed += Math.abs(rank - kept.get(vertex));
                kept.set(vertex, rank);
                lost += give(next, vertex, rank);
            }
            dangling += lost;
            change += changed;
        }
    }

    /** Sources of in-edges: eight of a lane, so that as many reads are on their way at once. */
    private record Eight(int a, int b, int c, int d, int e, int f, int g, int h) {}

    /** {@return up to eight sources that lie {@code stride} apart} Those beyond the last one have a share of 0. */
    private Eight eight(int first, int left, int stride) {
        int none = vertices;
        return new Eight(
                left > 0 ? sources.get(first) : none,
                left > 1 ? sources.get(first + stride) : none,
                left > 2 ? sources.get(first + 2 * stride) : none,
                left > 3 ? sources.get(first + 3 * stride) : none,
                left > 4 ? sources.get(first + 4 * stride) : none,
                left > 5 ? sources.get(first + 5 * stride) : none,
                left > 6 ? sources.get(first + 6 * stride) : none,
                left > 7 ? sources.get(first + 7 * stride) : none);
    }

    private double sum(Eight of, int from) {
        return shares.sum(from + of.a, from + of.b, from + of.c, from + of.d)
                + shares.sum(from + of.e, from + of.f, from + of.g, from + of.h);
    }

    /** {@return the sum of the shares of sources that lie {@code stride} apart} The next eight are read before. */
    private double collected(int first, int count, int stride, int from) {
        double sum = 0;
        int at = first;
        int left = count;
        var next = eight(at, left, stride);
        while (left > 0) {
            var now = next;
            left -= 8;
            at += 8 * stride;
            next = eight(at, left, stride);
            sum += sum(now, from);
        }
        return sum;
    }

    /** {@return what lane {@code number} of {@code lanes} collects for a long row} */
    private double collectedOfLongRow(int row, int number, int lanes, int from) {
        int first = starts.get(row) + number;
        return collected(first, Math.ceilDiv(starts.get(row + 1) - first, lanes), lanes, from);
    }

    /** What a lane of a GPU sums up. */
    private final class Total {
        private double dangling;
        private double change;

        void settle(Row row, double collected, int iteration, double toAll) {
            double rank = toAll + PageRank.DAMPING * collected;
            change += Math.abs(rank - row.rank);
            dangling += keep(row, rank, iteration);
        }
    }

    /**
     * What is known of a vertex.
     *
     * @param index of its row
     * @param place of its share
     * @param degree how many edges leave it
     * @param rank after the iteration before
     */
    private record Row(int index, int place, int degree, double rank) {}

    private Row row(int index) {
        return new Row(index, places.get(index), outDegrees.get(index), ranks.get(index));
    }

    private Sums collect(Lane lane, int iteration, double toAll) {
        int from = sharesAfter(iteration - 1);
        var block = lane.block();
        var warp = lane.warp();
        var total = new Total();
        for (int index = block.index(); index < ofBlocks; index += block.count()) {
            double sum = inBlock(lane, collectedOfLongRow(index, block.lane(), block.size(), from));
            if (block.lane() == 0) {
                total.settle(row(index), sum, iteration, toAll);
            }
        }
        int task = lane.id() / WARP;
        int warps = lane.count() / WARP;
        for (; task < ofWarps; task += warps) {
            int index = ofBlocks + task;
            double sum = inWarp(lane, collectedOfLongRow(index, warp.lane(), WARP, from));
            if (warp.lane() == 0) {
                total.settle(row(index), sum, iteration, toAll);
            }
        }
        collectSlices(lane, task, iteration, toAll, total);
        return new Sums(total.dangling, total.change);
    }

    /**
     * Collects for every so many slices of short rows. What a warp has to wait for is memory, so all is read as early as it
     * is known where: the place of the next slice and all that is known of the rows of this one before its shares, and
     * the first sources of the next one before the last shares of this one.
     */
    private void collectSlices(Lane lane, int firstTask, int iteration, double toAll, Total total) {
        int from = sharesAfter(iteration - 1);
        int warps = lane.count() / WARP;
        int number = lane.warp().lane();
        int task = firstTask;
        int at = sliceStart(task) + number;
        int left = (sliceStart(task + 1) + number - at) / WARP;
        var next = eight(at, left, WARP);
        while (task < tasks) {
            int nextStart = sliceStart(task + warps);
            int nextEnd = sliceStart(task + warps + 1);
            int index = ofBlocks + ofWarps + (task - ofWarps) * WARP + number;
            boolean exists = index < vertices;
            var row = row(exists ? index : vertices - 1);
            double sum = 0;
            while (left > 8) {
                var now = next;
                left -= 8;
                at += 8 * WARP;
                next = eight(at, left, WARP);
                sum += sum(now, from);
            }
            var last = next;
            at = nextStart + number;
            left = (nextEnd - nextStart) / WARP;
            next = eight(at, left, WARP);
            sum += sum(last, from);
            if (exists) {
                total.settle(row, sum, iteration, toAll);
            }
            task += warps;
        }
    }

    /** {@return where the slice of a task begins in {@link #sources}; the end of all if there is no such slice} */
    private int sliceStart(int task) {
        return starts.get(ofBlocks + Math.min(task, tasks));
    }

    /** {@return the sum over all lanes of the warp, in each of them} */
    private static double inWarp(Lane lane, double value) {
        var warp = lane.warp();
        double sum = value;
        for (int distance = warp.size() >> 1; distance > 0; distance >>= 1) {
            sum += warp.shuffle(warp.allLanes(), sum, warp.lane() ^ distance);
        }
        return sum;
    }

    /** {@return the sum over all lanes of the block, in each of them} */
    private static double inBlock(Lane lane, double value) {
        var block = lane.block();
        var warp = lane.warp();
        var each = block.sharedDoubles(BLOCK / WARP);
        double mine = inWarp(lane, value);
        block.barrier();
        if (warp.lane() == 0) {
            each.set(block.lane() / warp.size(), mine);
        }
        block.barrier();
        double sum = 0;
        for (int i = 0; i < block.size() / warp.size(); i++) {
            sum += each.get(i);
        }
        return sum;
    }

    /** {@return where the sums of an iteration begin} */
    private static int place(int iteration, int count) {
        return (iteration & 1) * 2 * count;
    }

    private int countOfSums(Lane lane) {
        return sumsOfBlock * lane.block().count();
    }

    /** Keeps the sums of a block or a part. */
    private void keepSums(Lane lane, int iteration, int number, Sums of) {
        int count = countOfSums(lane);
        sums.set(place(iteration, count) + number, of.dangling());
        sums.set(place(iteration, count) + count + number, of.change());
    }

    private void handIn(Lane lane, int iteration, Sums mine) {
        var block = lane.block();
        double dangling = inBlock(lane, mine.dangling());
        double change = inBlock(lane, mine.change());
        if (block.lane() == 0) {
            keepSums(lane, iteration, block.index(), new Sums(dangling, change));
        }
    }

    private Sums total(Lane lane, int iteration) {
        var block = lane.block();
        int count = countOfSums(lane);
        int place = place(iteration, count);
        double dangling = 0;
        double change = 0;
        for (int i = block.lane(); i < count; i += block.size()) {
            dangling += sums.get(place + i);
            change += sums.get(place + count + i);
        }
        boolean alone = lane.warp().size() == 1;
        return alone ? new Sums(dangling, change) : new Sums(inBlock(lane, dangling), inBlock(lane, change));
    }

    @Override
    public void close() {
        outDegrees.close();
        places.close();
        taken.close();
        starts.close();
        sources.close();
        ranks.close();
        shares.close();
        oddShares.close();
        sums.close();
        done.close();
    }

    @Override
    public String toString() {
        return "PageRank of " + graph + " with " + grid.threads() + " lanes";
    }
}
