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
import java.util.stream.IntStream;

/** {@link PullPageRank} by threads of the JVM, from rows as they are. */
final class ThreadRanks implements PullEngine {
    /*
     * A vertex shares its rank among its out-edges, so what is collected is shares: rank / out-degree, which the vertex
     * computes once. Shares of two iterations alternate, and a grid barrier is between iterations.
     *
     * A lane has some parts that lie together (see PartedRows), so that it finds them in its cache in every iteration,
     * and helps the others when it has ranked those. What was taken of a lane's parts is counted, in two counters that
     * alternate: while one counts, its lane sets the other to 0, which nobody has used since the barrier. What is
     * collected for a part waits in memory of the thread until all of it is there. Then everything else is read and
     * written vertex after vertex, which processors foresee.
     *
     * Every sum is made in an order that depends on the number of lanes alone: what vertices without out-edges give to
     * all, and the change of all ranks, are summed by part and then over the parts, by each lane for itself. So all
     * agree on whether to go on without a second barrier.
     */

    /** Parts that a lane has at least, so that others can help it. */
    private static final int MIN = 8;

    /**
     * Edges and vertices of a part at most, but for what the last of its vertices has: so it stays in the nearest
     * caches.
     */
    private static final int MAX = 1 << 16;

    /** Counters lie this many ints apart: two cache lines, as processors fetch them in pairs. */
    private static final int APART = 32;

    /** In {@link #sums}: what vertices without out-edges have, then the change, for each part; of two iterations. */
    private static final int SUMS = 4;

    private final int vertices;
    private final Grid grid;
    private final int partsOfLane;

    /** The rows of in-edges. */
    private final DeviceGraph incoming;

    /** Where the row of each vertex begins, of out-edges. */
    private final Ints outOffsets;

    private final Ints order;
    private final PartedRows rows;

    /** Whether there are vertices without out-edges in a part. */
    private final boolean[] dangles;

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
        long size = (long) graph.edges() + vertices;
        partsOfLane = (int) Math.max(Math.ceilDiv(size, (long) MAX * lanes), MIN);
        incoming = DeviceGraph.of(device, graph.transposed());
        outOffsets = graph.undirected()
                ? incoming.offsets()
                : PullEngine.copy(
                        device,
                        IntStream.rangeClosed(0, vertices).map(graph::offset).toArray());
        order = device.ints(vertices);
        rows = new PartedRows(incoming.offsets(), incoming.targets(), order, partsOfLane * lanes);
        dangles = new boolean[rows.count()];
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
        var collector = new Collector();
        begin(lane, collector);
        lane.gridBarrier();
        var all = total(0);
        int iteration = 0;
        boolean goesOn = true;
        while (goesOn) {
            iteration++;
            collector.begin(iteration, toAll(all.dangling()));
            collectParts(lane, collector);
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

    private void begin(Lane lane, Collector collector) {
        collector.begin(0, 0);
        int begin = rows.begin(partsOfLane * lane.id());
        for (int part = partsOfLane * lane.id(); part < partsOfLane * (lane.id() + 1); part++) {
            int end = rows.begin(part + 1);
            rows.part(part).limit(begin, end);
            collector.begin(part);
            begin = end;
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

    /** The work of a thread. */
    private final class Collector {
        /** What was collected for the vertices of a part; then their ranks. */
        private double[] collected = new double[0];

        private int iteration;
        private double toAll;
        private Cells given = oddShares;
        private Cells next = evenShares;

        /** @param toAll what goes to every vertex */
        void begin(int iteration, double toAll) {
            this.iteration = iteration;
            this.toAll = toAll;
            boolean odd = (iteration & 1) != 0;
            given = odd ? evenShares : oddShares;
            next = odd ? oddShares : evenShares;
        }

        /** Gives all vertices of a part the same rank. */
        void begin(int number) {
            var part = rows.part(number);
            int size = part.end() - part.begin();
            makeRoom(size);
            Arrays.fill(collected, 0, size, 1.0 / vertices);
            ranks.put(collected, part.begin(), size);
            give(number, part.begin(), size, 0);
        }

        void collect(int number) {
            var part = rows.part(number);
            int first = part.begin();
            int size = part.end() - first;
            makeRoom(size);
            if (iteration == 1) {
                part.arrange();
            }
            part.collect(given, collected);
            for (int i = 0; i < size; i++) {
                collected[i] = toAll + PageRank.DAMPING * collected[i];
            }
            double change = ranks.difference(collected, first, size);
            ranks.put(collected, first, size);
            give(number, first, size, change);
        }

        private void makeRoom(int size) {
            if (collected.length < size) {
                collected = new double[size];
            }
        }

        /**
         * Keeps the shares of the vertices of a part, and hands in what those without out-edges give to all. One thing
         * after the other, in loops without branches, so that the JVM does several vertices at a time.
         */
        private void give(int part, int first, int size, double change) {
            next.putQuotients(collected, outOffsets, first, size);
            double dangling = iteration == 0 || dangles[part] ? danglingRanks(first, size) : 0;
            dangles[part] = dangling > 0;
            handIn(part, dangling, change);
        }

        private double danglingRanks(int first, int size) {
            double even = 0;
            double odd = 0;
            int i = 0;
            for (; i < size - 1; i += 2) {
                even += danglingRank(i, first);
                odd += danglingRank(i + 1, first);
            }
            return i < size ? even + odd + danglingRank(i, first) : even + odd;
        }

        /**
         * {@return the rank of a vertex if it has no out-edges, else 0} Without a branch, which nobody could foresee.
         */
        private double danglingRank(int number, int first) {
            int degree = outOffsets.get(first + number + 1) - outOffsets.get(first + number);
            return collected[number] * (1 - Math.min(degree, 1));
        }

        private void handIn(int part, double dangling, double change) {
            sums.set(place(iteration) + part, dangling);
            sums.set(place(iteration) + rows.count() + part, change);
        }
    }

    /** {@return where the sums of an iteration begin} */
    private int place(int iteration) {
        return (iteration & 1) * 2 * rows.count();
    }

    private record Total(double dangling, double change) {}

    /** {@return the sums of all parts} */
    private Total total(int iteration) {
        int place = place(iteration);
        int count = rows.count();
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
        if (outOffsets != incoming.offsets()) {
            outOffsets.close();
        }
        incoming.close();
        order.close();
        taken.close();
        ranks.close();
        evenShares.close();
        oddShares.close();
        sums.close();
        iterations.close();
    }
}
