package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.Graph;
import java.util.stream.IntStream;

/** {@link PullPageRank} by warps of a GPU. */
final class WarpRanks implements PullEngine {
    /*
     * A vertex shares its rank among its out-edges, so what is collected is shares: rank / out-degree, which the vertex
     * computes once. Shares of two iterations alternate, and a grid barrier is between iterations. They lie in one
     * piece of memory, and the cell after those of each holds 0.
     *
     * Every sum is made in an order that depends on the number of lanes alone: vertices belong to lanes by their place
     * in a list; what vertices without out-edges give to all, and the change of all ranks, are summed by lane, by block
     * and then over the blocks, by each block for itself. So all agree on whether to go on without a second barrier.
     *
     * A lane has a vertex with few in-edges, a warp one with many, and a block one with thousands: see SlicedRows.
     * Warps take what there is in turn, most edges first. All that is known of a vertex is at the place of its row, but
     * for its share, which is where HotFirst says.
     */

    private static final int BLOCK = 256;
    private static final int WARP = SlicedRows.WARP;

    /** In {@link #sums}: what vertices without out-edges have, then the change, for each block; of two iterations. */
    private static final int SUMS = 4;

    private static final int ITERATIONS = 0;

    /** Vertices that are hot, at most: 128 KiB of floats. */
    private static final int HOT = 32_768;

    private final int vertices;
    private final Grid grid;

    /** The vertex of each row. */
    private final int[] vertexOf;

    private final Ints outDegrees;

    /** The place of the share of each row. */
    private final Ints places;

    /** Where rows, or slices of rows, begin in {@link #sources}. */
    private final Ints starts;

    private final Ints sources;
    private final int ofBlocks;
    private final int ofWarps;
    private final int tasks;
    private final Cells ranks;
    private final Cells shares;

    private final Doubles sums;

    private final Ints done;

    WarpRanks(Device device, Graph graph, RankGraph.Precision precision, int lanes) {
        vertices = graph.vertices();
        ranks = Cells.of(device, precision, vertices);
        shares = Cells.of(device, precision, 2 * (vertices + 1));
        done = device.ints(1);
        int[] hotFirst = HotFirst.places(graph, HOT);
        var sliced = SlicedRows.of(graph.transposed(), hotFirst, Math.max(lanes / WARP, 1));
        vertexOf = sliced.rows();
        places = PullEngine.copy(device, at(hotFirst));
        starts = PullEngine.copy(device, sliced.starts());
        sources = PullEngine.copy(device, sliced.elements());
        ofBlocks = sliced.ofBlocks();
        ofWarps = sliced.ofWarps();
        tasks = sliced.starts().length - 1 - ofBlocks;
        outDegrees = PullEngine.copy(device, at(degrees(graph)));
        int block = Math.clamp(lanes / WARP, 1, BLOCK / WARP) * WARP;
        int blocks = Math.max(lanes / block, 1);
        sums = device.doubles(SUMS * blocks);
        int resident = device.residentThreads(kernel(PageRank.StoppingRule.afterIterations(1)), block) / block;
        grid = new Grid(Math.min(blocks, resident) * block, block);
    }

    private static int[] degrees(Graph graph) {
        return IntStream.range(0, graph.vertices()).map(graph::degree).toArray();
    }

    /** {@return for each row what its vertex has} */
    private int[] at(int[] ofVertices) {
        return IntStream.of(vertexOf).map(vertex -> ofVertices[vertex]).toArray();
    }

    @Override
    public Grid grid() {
        return grid;
    }

    @Override
    public int iterations() {
        return done.copyOut()[ITERATIONS];
    }

    @Override
    public double change(int iteration) {
        double[] last = sums.copyOut();
        int count = grid.blocks();
        double change = 0;
        for (int i = 0; i < count; i++) {
            change += last[place(iteration, count) + count + i];
        }
        return change;
    }

    @Override
    public double[] ranks() {
        double[] found = ranks.copyOut();
        double[] ofVertices = new double[vertices];
        for (int i = 0; i < vertices; i++) {
            ofVertices[vertexOf[i]] = found[i];
        }
        return ofVertices;
    }

    @Override
    public Kernel kernel(PageRank.StoppingRule rule) {
        int most = rule.iterations();
        double tolerance = rule.tolerance();
        return lane -> work(lane, most, tolerance);
    }

    private void work(Lane lane, int most, double tolerance) {
        double toAll = begin(lane);
        int iteration = 1;
        boolean goesOn = true;
        while (goesOn) {
            handIn(lane, iteration, collect(lane, iteration, toAll));
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
        for (int index = lane.id(); index < vertices; index += lane.count()) {
            dangling += keep(new Row(index, places.get(index), outDegrees.get(index), 0), rank, 0);
        }
        if (lane.id() == 0) {
            shares.set(vertices, 0);
            shares.set(2 * vertices + 1, 0);
        }
        handIn(lane, 0, new Sums(dangling, 0));
        lane.gridBarrier();
        return toAll(total(lane, 0).dangling());
    }

    private double toAll(double dangling) {
        return (1 - PageRank.DAMPING + PageRank.DAMPING * dangling) / vertices;
    }

    /** Keeps the rank of a row, and its share for the iteration after {@code iteration}. {@return what goes to all} */
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

    /** What a lane sums up. */
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
     * Collects for every so many slices of short rows. What a warp has to wait for is memory, so all is read as early
     * as it is known where: the place of the next slice and all that is known of the rows of this one before its
     * shares, and the first sources of the next one before the last shares of this one.
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

    /** Keeps the sums of a block. */
    private void keepSums(Lane lane, int iteration, int number, Sums of) {
        int count = lane.block().count();
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
        int count = lane.block().count();
        int place = place(iteration, count);
        double dangling = 0;
        double change = 0;
        for (int i = block.lane(); i < count; i += block.size()) {
            dangling += sums.get(place + i);
            change += sums.get(place + count + i);
        }
        return new Sums(inBlock(lane, dangling), inBlock(lane, change));
    }

    @Override
    public void close() {
        outDegrees.close();
        places.close();
        starts.close();
        sources.close();
        ranks.close();
        shares.close();
        sums.close();
        done.close();
    }
}
