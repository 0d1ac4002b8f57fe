package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.Graph;
import java.util.stream.IntStream;

/** {@link PullPageRank} by threads of the JVM. */
final class ThreadRanks implements PullEngine {
    /*
     * A vertex shares its rank among its out-edges, so what is collected is shares: rank / out-degree, which the vertex
     * computes once. Shares of two iterations alternate, and a grid barrier is between iterations.
     *
     * A lane has some parts that lie together (see PartedRows), so that it finds them in its cache in every iteration,
     * and helps the others when it has ranked those. What was taken of a lane's parts is counted, in two counters that
     * alternate: while one counts, its lane sets the other to 0, which nobody has used since the barrier. Ranks, shares
     * and degrees are at the number of their vertex.
     *
     * Every sum is made in an order that depends on the number of lanes alone: what vertices without out-edges give to
     * all, and the change of all ranks, are summed by part and then over the parts, by each lane for itself. So all agree
     * on whether to go on without a second barrier.
     */

    /** Parts that a lane has: more of them wait less for each other, fewer leave more in their caches. */
    private static final int FEW_PARTS = 16;

    private static final int MANY_PARTS = 256;

    /** Edges of a part, unless that makes too few or too many of them. */
    private static final int USUAL = 1 << 13;

    /** Counters lie this many ints apart: two cache lines, as processors fetch them in pairs. */
    private static final int APART = 32;

    /** Rows that repeat each other, of which a thread makes the sums at once. */
    private static final int STRETCH = 256;

    /** In {@link #sums}: what vertices without out-edges have, then the change, for each part; of two iterations. */
    private static final int SUMS = 4;

    private final int vertices;
    private final Grid grid;
    private final int partsOfLane;
    private final Ints outDegrees;

    /** The vertex of each row. */
    private final Ints vertexOf;

    private final Ints bundles;
    private final Ints parts;
    private final Ints sources;

    /** Parts that were taken of each lane. */
    private final Ints taken;

    private final Cells ranks;

    /** After even iterations. */
    private final Cells evenShares;

    private final Cells oddShares;
    private final Doubles sums;
    private final Ints iterations;

    ThreadRanks(Device device, Graph graph, RankGraph.Precision precision, int lanes) {
        vertices = graph.vertices();
        grid = new Grid(lanes, 1);
        partsOfLane = Math.clamp(graph.edges() / lanes / USUAL, FEW_PARTS, MANY_PARTS);
        var rows = PartedRows.of(graph, partsOfLane * lanes);
        vertexOf = PullEngine.copy(device, rows.vertices());
        bundles = PullEngine.copy(device, rows.bundles());
        parts = PullEngine.copy(device, rows.parts());
        sources = PullEngine.copy(device, rows.elements());
        outDegrees = PullEngine.copy(
                device, IntStream.range(0, vertices).map(graph::degree).toArray());
        taken = device.ints(2 * APART * lanes);
        ranks = Cells.of(device, precision, vertices);
        evenShares = Cells.of(device, precision, vertices);
        oddShares = Cells.of(device, precision, vertices);
        sums = device.doubles(SUMS * partsOfLane * lanes);
        iterations = device.ints(1);
    }

    @Override
    public Grid grid() {
        return grid;
    }

    @Override
    public int iterations() {
        return iterations.copyOut()[0];
    }

    @Override
    public double change(int iteration) {
        return total(iteration).change();
    }

    @Override
    public double[] ranks() {
        return ranks.copyOut();
    }

    @Override
    public Kernel kernel(PageRank.StoppingRule rule) {
        int most = rule.iterations();
        double tolerance = rule.tolerance();
        return lane -> work(lane, most, tolerance);
    }

    private void work(Lane lane, int most, double tolerance) {
        begin(lane);
        lane.gridBarrier();
        var all = total(0);
        int iteration = 0;
        boolean goesOn = true;
        while (goesOn) {
            iteration++;
            collectParts(lane, new Collector(iteration, toAll(all.dangling())));
            lane.gridBarrier();
            all = total(iteration);
            goesOn = iteration < most && !(all.change() < tolerance);
        }
        if (lane.id() == 0) {
            iterations.set(0, iteration);
        }
    }

    private double toAll(double dangling) {
        return (1 - PageRank.DAMPING + PageRank.DAMPING * dangling) / vertices;
    }

    private void begin(Lane lane) {
        var beginning = new Collector(0, 0);
        for (int part = partsOfLane * lane.id(); part < partsOfLane * (lane.id() + 1); part++) {
            beginning.begin(part);
        }
        taken.set(counter(lane.id(), 0), 0);
        taken.set(counter(lane.id(), 1), 0);
    }

    private static int counter(int lane, int iteration) {
        return (2 * lane + (iteration & 1)) * APART;
    }

    /** Collects for the parts of this lane, and then for those of the others that nobody has taken. */
    private void collectParts(Lane lane, Collector collector) {
        taken.setOpaque(counter(lane.id(), collector.iteration + 1), 0);
        int owner = lane.id();
        for (int i = 0; i < lane.count(); i++) {
            int counter = counter(owner, collector.iteration);
            while (taken.getOpaque(counter) < partsOfLane) {
                int part = taken.getAndAdd(counter, 1);
                if (part < partsOfLane) {
                    collector.collect(partsOfLane * owner + part);
                }
            }
            owner = owner + 1 == lane.count() ? 0 : owner + 1;
        }
    }

    /** The work of a thread in one iteration. */
    private final class Collector {
        private final int iteration;
        private final double toAll;
        private final Cells given;
        private final Cells next;
        private final double[] collected = new double[STRETCH];
        private double dangling;
        private double change;

        /** @param toAll what goes to every vertex */
        Collector(int iteration, double toAll) {
            this.iteration = iteration;
            this.toAll = toAll;
            boolean odd = (iteration & 1) != 0;
            given = odd ? evenShares : oddShares;
            next = odd ? oddShares : evenShares;
        }

        /** Gives all vertices of a part the same rank. */
        void begin(int part) {
            double rank = 1.0 / vertices;
            int end = firstRow(parts.get(part + 1));
            double lost = 0;
            for (int row = firstRow(parts.get(part)); row < end; row++) {
                int vertex = vertexOf.get(row);
                ranks.set(vertex, rank);
                lost += give(vertex, rank);
            }
            dangling = lost;
            handIn(part);
        }

        void collect(int part) {
            int end = parts.get(part + 1);
            for (int bundle = parts.get(part); bundle < end; bundle++) {
                int element = bundles.get(PartedRows.INTS * bundle + PartedRows.ELEMENT);
                int length = bundles.get(PartedRows.INTS * bundle + PartedRows.LENGTH);
                if (bundles.get(PartedRows.INTS * bundle + PartedRows.REPEATS) == 0) {
                    collect(firstRow(bundle), firstRow(bundle + 1), element, length);
                } else {
                    collectRepeated(firstRow(bundle), firstRow(bundle + 1), element, length);
                }
            }
            handIn(part);
        }

        private int firstRow(int bundle) {
            return bundles.get(PartedRows.INTS * bundle + PartedRows.ROW);
        }

        private void handIn(int part) {
            sums.set(place(iteration) + part, dangling);
            sums.set(place(iteration) + parts() + part, change);
            dangling = 0;
            change = 0;
        }

        private void collect(int begin, int end, int element, int length) {
            var in = sources;
            var from = given;
            double lost = 0;
            double changed = 0;
            int at = element;
            for (int row = begin; row < end; row++) {
                int vertex = vertexOf.get(row);
                double rank = toAll + PageRank.DAMPING * from.sum(in, at, at + length);
                at += length;
                changed += Math.abs(rank - ranks.get(vertex));
                ranks.set(vertex, rank);
                lost += give(vertex, rank);
            }
            dangling += lost;
            change += changed;
        }

        private void collectRepeated(int begin, int end, int element, int length) {
            for (int row = begin; row < end; row += STRETCH) {
                int count = Math.min(end - row, STRETCH);
                given.sums(sources, element, element + length, row - begin, collected, count);
                settle(vertexOf.get(row), count);
            }
        }

        /** Ranks vertices whose shares were collected. */
        private void settle(int first, int count) {
            var sums = collected;
            double lost = 0;
            double changed = 0;
            for (int i = 0; i < count; i++) {
                double rank = toAll + PageRank.DAMPING * sums[i];
                changed += Math.abs(rank - ranks.get(first + i));
                ranks.set(first + i, rank);
                lost += give(first + i, rank);
            }
            dangling += lost;
            change += changed;
        }

        /** Keeps the share of a vertex. {@return what goes to all} */
        private double give(int vertex, double rank) {
            int degree = outDegrees.get(vertex);
            next.set(vertex, rank / Math.max(degree, 1));
            return degree == 0 ? rank : 0;
        }
    }

    private int parts() {
        return partsOfLane * grid.threads();
    }

    /** {@return where the sums of an iteration begin} */
    private int place(int iteration) {
        return (iteration & 1) * 2 * parts();
    }

    private record Total(double dangling, double change) {}

    /** {@return the sums of all parts} */
    private Total total(int iteration) {
        int place = place(iteration);
        int count = parts();
        double dangling = 0;
        double change = 0;
        for (int part = 0; part < count; part++) {
            dangling += sums.get(place + part);
            change += sums.get(place + count + part);
        }
        return new Total(dangling, change);
    }

    @Override
    public void close() {
        outDegrees.close();
        vertexOf.close();
        bundles.close();
        parts.close();
        sources.close();
        taken.close();
        ranks.close();
        evenShares.close();
        oddShares.close();
        sums.close();
        iterations.close();
    }
}
