package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import java.util.Arrays;

/** {@link PullPageRank} by warps of a GPU. */
final class WarpRanks implements PullEngine {
    /*
     * A vertex shares its rank among its out-edges, so what is collected is shares: rank / out-degree, which the vertex
     * computes once. Shares of two iterations alternate, and a grid barrier is between iterations. They lie in one
     * piece of memory, and the cell after those of each holds 0.
     *
     * Every sum is made in an order that depends on the number of lanes alone: vertices belong to lanes by their place;
     * what vertices without out-edges give to all, and the change of all ranks, are summed by lane, by block and then
     * over the blocks, by each block for itself. So all agree on whether to go on without a second barrier.
     *
     * A lane has a vertex with few in-edges, a warp one with many, and a block one with thousands: see SlicedRows.
     * Warps take what there is in turn, most edges first. All that is known of a vertex is at the place of its row. In
     * the end ranks go to where shares were, in the order of the vertices.
     */

    private static final int BLOCK = 256;
    private static final int WARP = SlicedRows.WARP;

    /** In {@link #sums}: what vertices without out-edges have, then the change, for each block; of two iterations. */
    private static final int SUMS = 4;

    private static final int ITERATIONS = 0;

    private final int vertices;
    private final boolean undirected;
    private final Grid grid;

    /** The in-edges of each vertex, as they are given. */
    private final DeviceGraph plain;

    private final Ints offsets;
    private final Ints sources;
    private final SlicedRows rows;

    /** How many edges leave each vertex, of a directed graph. */
    private final Ints outDegrees;

    private final Cells ranks;
    private final Cells shares;

    private final Doubles sums;

    private final Ints done;

    private boolean keepsRows;

    WarpRanks(Device device, Graph graph, RankGraph.Precision precision, int lanes) {
        vertices = graph.vertices();
        undirected = graph.undirected();
        plain = DeviceGraph.of(device, graph.transposed());
        offsets = plain.offsets();
        sources = plain.targets();
        done = device.ints(1);
        outDegrees = device.ints(undirected ? 1 : vertices);
        int block = Math.clamp(lanes / WARP, 1, BLOCK / WARP) * WARP;
        int blocks = Math.max(lanes / block, 1);
        rows = new SlicedRows(device, plain, blocks, block / WARP);
        ranks = Cells.of(device, precision, rows.places());
        shares = Cells.of(device, precision, 2 * (rows.places() + 1));
        sums = device.doubles(SUMS * blocks);
        int resident = device.residentThreads(kernel(PageRank.StoppingRule.afterIterations(1)), block) / block;
        grid = new Grid(Math.min(blocks, resident) * block, block);
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
        return Arrays.copyOf(shares.copyOut(), vertices);
    }

    @Override
    public Kernel kernel(PageRank.StoppingRule rule) {
        int most = rule.iterations();
        double tolerance = rule.tolerance();
        return keepsRows
                ? lane -> work(lane, most, tolerance, begin(lane))
                : lane -> work(lane, most, tolerance, layOut(lane));
    }

    @Override
    public void keepRows(boolean kept) {
        keepsRows = kept;
    }

    private void work(Lane lane, int most, double tolerance, double first) {
        double toAll = first;
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
        for (int vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            shares.set(vertex, ranks.get(rows.placeOf().get(vertex)));
        }
    }

    /** Puts the rows in order, and begins. {@return what goes to every vertex in the first iteration} */
    private double layOut(Lane lane) {
        if (!undirected) {
            countDegrees(lane);
        }
        rows.count(lane);
        lane.gridBarrier();
        rows.sumUp(lane);
        lane.gridBarrier();
        var block = lane.block();
        var classes = rows.classes(lane);
        double rank = 1.0 / vertices;
        int dangling = 0;
        int end = rows.end(lane);
        for (int first = rows.begin(lane); first < end; first += block.size()) {
            int vertex = first + block.lane();
            boolean exists = vertex < end;
            int degree =
                    exists ? undirected ? offsets.get(vertex + 1) - offsets.get(vertex) : outDegrees.get(vertex) : 0;
            int place = classes.place(lane, vertex, exists, degree);
            if (exists) {
                dangling += keep(new Row(place, degree, 0), rank, 0) > 0 ? 1 : 0;
            }
        }
        double toAll = begun(lane, dangling);
        rows.fill(lane);
        return toAll;
    }

    /** Counts the edges that leave each vertex. */
    private void countDegrees(Lane lane) {
        for (int vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
            outDegrees.set(vertex, 0);
        }
        lane.gridBarrier();
        int edges = offsets.get(vertices);
        for (int edge = lane.id(); edge < edges; edge += lane.count()) {
            outDegrees.getAndAddRelaxed(sources.get(edge), 1);
        }
    }

    /** Begins with rows that are in order. {@return what goes to every vertex in the first iteration} */
    private double begin(Lane lane) {
        double rank = 1.0 / vertices;
        int dangling = 0;
        int end = rows.ofBlocksAndWarps() + rows.slices() * WARP;
        for (int place = lane.id(); place < end; place += lane.count()) {
            int degree = rows.degree(place);
            if (degree != SlicedRows.NO_VERTEX) {
                dangling += keep(new Row(place, degree, 0), rank, 0) > 0 ? 1 : 0;
            }
        }
        return begun(lane, dangling);
    }

    /**
     * Ends the beginning. {@return what goes to every vertex in the first iteration}
     *
     * @param dangling how many vertices without out-edges the lane has seen: sums of their ranks would depend on which
     *     lane has seen which
     */
    private double begun(Lane lane, int dangling) {
        if (lane.id() == 0) {
            shares.set(rows.places(), 0);
            shares.set(2 * rows.places() + 1, 0);
        }
        handIn(lane, 0, new Sums(dangling, 0));
        lane.gridBarrier();
        return toAll(total(lane, 0).dangling() / vertices);
    }

    private double toAll(double dangling) {
        return (1 - PageRank.DAMPING + PageRank.DAMPING * dangling) / vertices;
    }

    /** Keeps the rank of a row, and its share for the iteration after {@code iteration}. {@return what goes to all} */
    private double keep(Row row, double rank, int iteration) {
        ranks.set(row.place, rank);
        shares.set(sharesAfter(iteration) + row.place, rank / Math.max(row.degree, 1));
        return row.degree == 0 ? rank : 0;
    }

    private int sharesAfter(int iteration) {
        return (iteration & 1) * (rows.places() + 1);
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
        int none = rows.places();
        return new Eight(
                left > 0 ? rows.element(first) : none,
                left > 1 ? rows.element(first + stride) : none,
                left > 2 ? rows.element(first + 2 * stride) : none,
                left > 3 ? rows.element(first + 3 * stride) : none,
                left > 4 ? rows.element(first + 4 * stride) : none,
                left > 5 ? rows.element(first + 5 * stride) : none,
                left > 6 ? rows.element(first + 6 * stride) : none,
                left > 7 ? rows.element(first + 7 * stride) : none);
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
        int first = rows.longBegin(row) + number;
        return collected(first, Math.ceilDiv(rows.longEnd(row) - first, lanes), lanes, from);
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
     * @param place of its row
     * @param degree how many edges leave it
     * @param rank after the iteration before
     */
    private record Row(int place, int degree, double rank) {}

    private Row row(int place) {
        return new Row(place, rows.degree(place), ranks.get(place));
    }

    private Sums collect(Lane lane, int iteration, double toAll) {
        int from = sharesAfter(iteration - 1);
        var block = lane.block();
        var warp = lane.warp();
        var total = new Total();
        int ofBlocks = rows.ofBlocks();
        int ofWarps = rows.ofBlocksAndWarps() - ofBlocks;
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
        collectSlices(lane, task - ofWarps, iteration, toAll, total);
        return new Sums(total.dangling, total.change);
    }

    /**
     * Collects for every so many slices of short rows. What a warp has to wait for is memory, so all is read as early
     * as it is known where: the place of the next slice and all that is known of the rows of this one before its
     * shares, and the first sources of the next one before the last shares of this one.
     */
    private void collectSlices(Lane lane, int firstSlice, int iteration, double toAll, Total total) {
        int from = sharesAfter(iteration - 1);
        int warps = lane.count() / WARP;
        int number = lane.warp().lane();
        int slices = rows.slices();
        int firstPlace = rows.ofBlocksAndWarps() + number;
        int slice = firstSlice;
        int at = sliceStart(slice, slices) + number;
        int left = (sliceStart(slice + 1, slices) + number - at) / WARP;
        var next = eight(at, left, WARP);
        while (slice < slices) {
            int nextStart = sliceStart(slice + warps, slices);
            int nextEnd = sliceStart(slice + warps + 1, slices);
            var row = row(firstPlace + slice * WARP);
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
            if (row.degree != SlicedRows.NO_VERTEX) {
                total.settle(row, sum, iteration, toAll);
            }
            slice += warps;
        }
    }

    /** {@return where a slice begins; the end of all if there is no such slice} */
    private int sliceStart(int slice, int slices) {
        return rows.sliceStart(Math.min(slice, slices));
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
        plain.close();
        rows.close();
        outDegrees.close();
        ranks.close();
        shares.close();
        sums.close();
        done.close();
    }
}
