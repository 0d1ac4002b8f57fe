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
     * computes once. Shares of two iterations alternate, and a grid barrier is between iterations. The cell after them
     * holds 0.
     *
     * Every sum is made in an order that depends on the number of lanes alone: vertices belong to lanes by their place
     * in a list; what vertices without out-edges give to all, and the change of all ranks, are summed by lane, by block
     * and then over the blocks, by each block for itself. So all blocks agree on whether to go on without a second
     * barrier.
     *
     * On a GPU neighbouring lanes share the in-edges of a vertex: as many lanes as leave each of them a few edges, up
     * to a warp; and a block for a vertex with thousands. The vertices of each kind are one part of the list `rows`, in
     * their natural order, which keeps what they read together. On the JVM a lane has a range of vertices, all ranges
     * with about as many in-edges.
     */

    /** What a lane is to have of the in-edges of a vertex, at most, before more lanes share them. */
    private static final int EDGES_OF_A_LANE = 4;

    /** Vertices with more in-edges are collected by a block. */
    private static final int EDGES_OF_A_WARP = 2_048;

    /** Vertices that a thread of the JVM ranks in one call. */
    private static final int STRETCH = 256;

    private static final int BLOCK = 256;
    private static final int WARP = 32;

    /** The parts of the list: those for a block, then those for 32 lanes, 16, ... 1. */
    private static final int PARTS = 7;

    /** In {@link #sums}: what vertices without out-edges have, then the change, for each block; of two iterations. */
    private static final int SUMS = 4;

    private static final int ITERATIONS = 0;

    private final Device device;
    private final Graph graph;
    private final int vertices;
    private final Grid grid;
    private final DeviceGraph incoming;
    private final Ints outDegrees;
    private final Ints rows;
    private final int[] partEnds;
    private final Cells ranks;
    private final Cells shares;
    private final Doubles sums;
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
        incoming = DeviceGraph.of(device, turned);
        int[] degrees = new int[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            degrees[vertex] = graph.degree(vertex);
        }
        outDegrees = device.ints(vertices);
        outDegrees.copyIn(degrees);
        ranks = Cells.of(device, precision, vertices);
        shares = Cells.of(device, precision, 2 * vertices + 1);
        done = device.ints(1);
        partEnds = new int[PARTS];
        boolean jvm = device.properties().lanesPerWorker() == 1;
        int lanes = Math.min(
                threads == 0 ? PageRank.lanes(device) : threads,
                device.properties().residentThreads());
        if (jvm) {
            grid = new Grid(lanes, 1);
            rows = device.ints(lanes + 1);
            rows.copyIn(ranges(turned, lanes));
            sums = device.doubles(SUMS * lanes);
        } else {
            rows = device.ints(vertices);
            rows.copyIn(byInDegree(turned));
            int block = Math.clamp(lanes / WARP, 1, BLOCK / WARP) * WARP;
            int blocks = Math.max(lanes / block, 1);
            sums = device.doubles(SUMS * blocks);
            int resident = device.residentThreads(kernel(PageRank.StoppingRule.afterIterations(1)), block) / block;
            grid = new Grid(Math.min(blocks, resident) * block, block);
        }
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

    /** {@return where the range of each lane begins, and where the last one ends: about as many in-edges in each} */
    private static int[] ranges(Graph turned, int lanes) {
        int[] begins = new int[lanes + 1];
        // A vertex costs something, too.
        long all = turned.edges() + (long) turned.vertices();
        int vertex = 0;
        for (int lane = 1; lane < lanes; lane++) {
            long before = all * lane / lanes;
            while (vertex < turned.vertices() && turned.offset(vertex) + (long) vertex < before) {
                vertex++;
            }
            begins[lane] = vertex;
        }
        begins[lanes] = turned.vertices();
        return begins;
    }

    /** {@return all vertices, those of each part together; sets {@link #partEnds}} */
    private int[] byInDegree(Graph turned) {
        for (int vertex = 0; vertex < vertices; vertex++) {
            partEnds[part(turned.degree(vertex))]++;
        }
        int[] at = new int[PARTS];
        for (int part = 1; part < PARTS; part++) {
            at[part] = partEnds[part - 1];
            partEnds[part] += partEnds[part - 1];
        }
        int[] list = new int[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            list[at[part(turned.degree(vertex))]++] = vertex;
        }
        return list;
    }

    private static int part(int inDegree) {
        if (inDegree > EDGES_OF_A_WARP) {
            return 0;
        }
        int lanes = Math.clamp(Math.ceilDiv(inDegree, EDGES_OF_A_LANE), 1, WARP);
        return PARTS - 1 - (Integer.SIZE - Integer.numberOfLeadingZeros(lanes - 1));
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
        for (int block = 0; block < grid.blocks(); block++) {
            change += last[place(iterations, block, grid.blocks()) + grid.blocks()];
        }
        return new PageRank.Result(ranks.copyOut(), iterations, change, launch.elapsed(), Duration.ZERO);
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
            var sum = lane.warp().size() == 1 ? collectRange(lane, iteration, toAll) : collect(lane, iteration, toAll);
            handIn(lane, iteration, sum);
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
        double dangling = 0;
        if (lane.warp().size() == 1) {
            int end = rows.get(lane.id() + 1);
            for (int vertex = rows.get(lane.id()); vertex < end; vertex++) {
                dangling += keep(vertex, rank, 0);
            }
        } else {
            for (int vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
                dangling += keep(vertex, rank, 0);
            }
        }
        if (lane.id() == 0) {
            shares.set(2 * vertices, 0);
        }
        handIn(lane, 0, new Sums(dangling, 0));
        lane.gridBarrier();
        return toAll(total(lane, 0).dangling());
    }

    private double toAll(double dangling) {
        return (1 - PageRank.DAMPING + PageRank.DAMPING * dangling) / vertices;
    }

    /** Keeps the rank of a vertex, and its share for the iteration after {@code iteration}. {@return what goes to all} */
    private double keep(int vertex, double rank, int iteration) {
        int degree = outDegrees.get(vertex);
        ranks.set(vertex, rank);
        shares.set(sharesAfter(iteration) + vertex, rank / Math.max(degree, 1));
        return degree == 0 ? rank : 0;
    }

    private int sharesAfter(int iteration) {
        return (iteration & 1) * vertices;
    }

    /**
     * What a lane has summed up.
     *
     * @param dangling ranks of vertices without out-edges
     * @param change of ranks, absolute
     */
    private record Sums(double dangling, double change) {}

    private Sums settle(int vertex, double collected, int iteration, double toAll) {
        double rank = toAll + PageRank.DAMPING * collected;
        double change = Math.abs(rank - ranks.get(vertex));
        return new Sums(keep(vertex, rank, iteration), change);
    }

    private Sums collectRange(Lane lane, int iteration, double toAll) {
        var range = new Range();
        int end = rows.get(lane.id() + 1);
        for (int vertex = rows.get(lane.id()); vertex < end; vertex += STRETCH) {
            range.collect(vertex, Math.min(vertex + STRETCH, end), iteration, toAll);
        }
        return new Sums(range.dangling, range.change);
    }

    /** What a thread of the JVM sums up. */
    private final class Range {
        private double dangling;
        private double change;

        /** Collects for some vertices: a method that is called often enough for the JVM to compile it as one. */
        void collect(int begin, int end, int iteration, double toAll) {
            var offsets = incoming.offsets();
            var sources = incoming.targets();
            var given = shares;
            var kept = ranks;
            var degrees = outDegrees;
            int from = sharesAfter(iteration - 1);
            int to = sharesAfter(iteration);
            double lost = 0;
            double changed = 0;
            int edge = offsets.get(begin);
            for (int vertex = begin; vertex < end; vertex++) {
                int edgesEnd = offsets.get(vertex + 1);
                double rank = toAll + PageRank.DAMPING * given.sum(sources, edge, edgesEnd, from);
                edge = edgesEnd;
                int degree = degrees.get(vertex);
                changed += Math.abs(rank - kept.get(vertex));
                kept.set(vertex, rank);
                if (degree == 0) {
                    lost += rank;
                } else {
                    given.set(to + vertex, rank / degree);
                }
            }
            dangling += lost;
            change += changed;
        }
    }

    /**
     * {@return the shares that lane {@code number} of {@code lanes} collects for a vertex} Four at a time, so that four
     * reads are on their way at once; what is beyond the last edge is read from the cell that holds 0.
     */
    private double collected(int vertex, int from, int number, int lanes) {
        var sources = incoming.targets();
        int end = incoming.offsets().get(vertex + 1);
        int nothing = 2 * vertices - from;
        double sum = 0;
        // Counted down, as a number beyond the last edge may be none.
        for (int left = end - incoming.offsets().get(vertex) - number; left > 0; left -= 4 * lanes) {
            int first = sources.get(end - left);
            int second = sources.get(end - Math.max(left - lanes, 1));
            int third = sources.get(end - Math.max(left - 2 * lanes, 1));
            int fourth = sources.get(end - Math.max(left - 3 * lanes, 1));
            sum += shares.sum(
                    from + first,
                    from + (left > lanes ? second : nothing),
                    from + (left > 2 * lanes ? third : nothing),
                    from + (left > 3 * lanes ? fourth : nothing));
        }
        return sum;
    }

    private Sums collect(Lane lane, int iteration, double toAll) {
        int from = sharesAfter(iteration - 1);
        var block = lane.block();
        var warp = lane.warp();
        double dangling = 0;
        double change = 0;
        for (int place = block.index(); place < partEnds[0]; place += block.count()) {
            int vertex = rows.get(place);
            double sum = inBlock(lane, collected(vertex, from, block.lane(), block.size()));
            if (block.lane() == 0) {
                var sums = settle(vertex, sum, iteration, toAll);
                dangling += sums.dangling();
                change += sums.change();
            }
        }
        int begin = partEnds[0];
        int part = 1;
        for (int lanes = warp.size(); lanes > 0; lanes >>= 1) {
            int end = partEnds[part];
            int inWarp = warp.lane() / lanes;
            int number = warp.lane() % lanes;
            int step = lane.count() / lanes;
            // The same for all lanes of a warp, which shuffle.
            for (int first = begin + (lane.id() - warp.lane()) / lanes; first < end; first += step) {
                int place = first + inWarp;
                boolean present = place < end;
                int vertex = present ? rows.get(place) : 0;
                double sum = present ? collected(vertex, from, number, lanes) : 0;
                for (int distance = lanes >> 1; distance > 0; distance >>= 1) {
                    sum += warp.shuffle(warp.allLanes(), sum, warp.lane() ^ distance);
                }
                if (present && number == 0) {
                    var sums = settle(vertex, sum, iteration, toAll);
                    dangling += sums.dangling();
                    change += sums.change();
                }
            }
            begin = end;
            part++;
        }
        return new Sums(dangling, change);
    }

    /** {@return the sum over all lanes of the block, in each of them} */
    private static double inBlock(Lane lane, double value) {
        var block = lane.block();
        var warp = lane.warp();
        var ofWarps = block.sharedDoubles(BLOCK / WARP);
        for (int distance = warp.size() >> 1; distance > 0; distance >>= 1) {
            value += warp.shuffle(warp.allLanes(), value, warp.lane() ^ distance);
        }
        block.barrier();
        if (warp.lane() == 0) {
            ofWarps.set(block.lane() / warp.size(), value);
        }
        block.barrier();
        double sum = 0;
        for (int i = 0; i < block.size() / warp.size(); i++) {
            sum += ofWarps.get(i);
        }
        return sum;
    }

    private static int place(int iteration, int block, int blocks) {
        return (iteration & 1) * 2 * blocks + block;
    }

    private void handIn(Lane lane, int iteration, Sums mine) {
        var block = lane.block();
        boolean alone = lane.warp().size() == 1;
        double dangling = alone ? mine.dangling() : inBlock(lane, mine.dangling());
        double change = alone ? mine.change() : inBlock(lane, mine.change());
        if (block.lane() == 0) {
            int place = place(iteration, block.index(), block.count());
            sums.set(place, dangling);
            sums.set(place + block.count(), change);
        }
    }

    private Sums total(Lane lane, int iteration) {
        var block = lane.block();
        int blocks = block.count();
        int place = place(iteration, 0, blocks);
        double dangling = 0;
        double change = 0;
        for (int i = block.lane(); i < blocks; i += block.size()) {
            dangling += sums.get(place + i);
            change += sums.get(place + blocks + i);
        }
        boolean alone = lane.warp().size() == 1;
        return alone ? new Sums(dangling, change) : new Sums(inBlock(lane, dangling), inBlock(lane, change));
    }

    @Override
    public void close() {
        incoming.close();
        outDegrees.close();
        rows.close();
        ranks.close();
        shares.close();
        sums.close();
        done.close();
    }

    @Override
    public String toString() {
        return "PageRank of " + graph + " with " + grid.threads() + " lanes";
    }
}
