package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Doubles;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.time.Duration;

/**
 * Makes ranks of what workers have computed, by adding what vertices without out-edges give to all, and the rest that
 * goes to all. {@link PageRank} says how.
 */
final class Combination implements AutoCloseable {
    /*
     * Sums are made in as many parts as PARTS says, each in the order of its vertices, and the host adds the parts in
     * their order: what comes out does not depend on the number of lanes.
     */
    private static final int PARTS = 4_096;

    private final RankGraph graph;
    private final Device device;
    private final int vertices;
    private final int nodes;
    private final int parts;
    private final int lanes;
    private final Ints offsets;
    private final Doubles partialSums;

    /** What goes to all in each iteration, after {@link #follow}. */
    private final Doubles toAll;

    private final Doubles ranks;

    /** For each power of the matrix, what the vertices without out-edges have of it. */
    private double[] dangling = {};

    private Duration elapsed = Duration.ZERO;

    Combination(RankGraph graph) {
        this.graph = graph;
        device = graph.device();
        vertices = graph.vertices();
        nodes = graph.nodes();
        parts = Math.min(PARTS, vertices);
        lanes = PageRank.lanes(device);
        offsets = graph.outgoing().offsets();
        partialSums = device.doubles((graph.iterations() + 1) * parts);
        toAll = device.doubles(graph.iterations());
        ranks = device.doubles(vertices);
    }

    /** Begins a run. */
    void begin() {
        elapsed = Duration.ZERO;
    }

    /** {@return how long it took since {@link #begin}} */
    Duration elapsed() {
        return elapsed;
    }

    /** Finds out what goes to all in each of the iterations that have been computed into {@code cells}. */
    void follow(Cells cells, int iterations) {
        double[] sums = danglingSums(cells, iterations);
        if (cells == graph.first()) {
            dangling = sums;
        }
        double[] given = new double[graph.iterations()];
        for (int iteration = 0; iteration < iterations; iteration++) {
            double mass = sums[iteration];
            for (int earlier = 0; earlier < iteration; earlier++) {
                mass += given[earlier] * dangling[iteration - 1 - earlier];
            }
            given[iteration] = 1 - PageRank.DAMPING + PageRank.DAMPING * mass;
        }
        toAll.copyIn(given);
    }

    private double[] danglingSums(Cells cells, int iterations) {
        var ends = offsets;
        var sums = partialSums;
        int count = vertices;
        int all = nodes;
        int stride = parts;
        int size = iterations * parts;
        launch(size, lane -> {
            for (int at = lane.id(); at < size; at += lane.count()) {
                int row = at / stride * all;
                double sum = 0;
                for (int vertex = at % stride; vertex < count; vertex += stride) {
                    if (ends.get(vertex) == ends.get(vertex + 1)) {
                        sum += cells.get(row + vertex);
                    }
                }
                sums.set(at, sum);
            }
        });
        return added(iterations);
    }

    /** {@return the sums of the absolute changes of all ranks in the iterations from {@code first} to {@code last}} */
    double[] changes(Cells cells, int first, int last) {
        var sums = partialSums;
        var rank = new Rank(graph.first(), cells, toAll, offsets, nodes);
        int count = vertices;
        int stride = parts;
        int iterations = last - first + 1;
        int size = iterations * parts;
        launch(size, lane -> {
            for (int at = lane.id(); at < size; at += lane.count()) {
                int iteration = first + at / stride;
                double sum = 0;
                for (int vertex = at % stride; vertex < count; vertex += stride) {
                    sum += Math.abs(rank.of(vertex, iteration) - rank.of(vertex, iteration - 1));
                }
                sums.set(at, sum);
            }
        });
        return added(iterations);
    }

    private double[] added(int groups) {
        double[] partial = partialSums.copyOut(0, groups * parts);
        double[] sums = new double[groups];
        for (int i = 0; i < partial.length; i++) {
            sums[i / parts] += partial[i];
        }
        return sums;
    }

    /** {@return the ranks after an iteration} */
    double[] ranks(Cells cells, int iteration) {
        var rank = new Rank(graph.first(), cells, toAll, offsets, nodes);
        var out = ranks;
        int count = vertices;
        launch(count, lane -> {
            for (int vertex = lane.id(); vertex < count; vertex += lane.count()) {
                out.set(vertex, rank.of(vertex, iteration));
            }
        });
        return ranks.copyOut();
    }

    /** Makes the ranks after an iteration those of iteration 0 of {@code next}, which may be the same cells. */
    void goOn(Cells cells, int iteration, Cells next) {
        var rank = new Rank(graph.first(), cells, toAll, offsets, nodes);
        int count = vertices;
        launch(count, lane -> {
            for (int vertex = lane.id(); vertex < count; vertex += lane.count()) {
                next.set(vertex, rank.of(vertex, iteration) / Math.max(rank.degree(vertex), 1));
            }
        });
    }

    /**
     * A rank, put together.
     *
     * @param powers the cells of the first launch of the run
     * @param cells the cells of this launch
     */
    private record Rank(Cells powers, Cells cells, Doubles toAll, Ints offsets, int nodes) {
        double of(int vertex, int iteration) {
            double sum = cells.get(iteration * nodes + vertex);
            for (int earlier = 0; earlier < iteration; earlier++) {
                sum += toAll.get(earlier) * powers.get((iteration - 1 - earlier) * nodes + vertex);
            }
            return sum * Math.max(degree(vertex), 1);
        }

        int degree(int vertex) {
            return offsets.get(vertex + 1) - offsets.get(vertex);
        }
    }

    private void launch(int work, Kernel kernel) {
        var launch = device.launch(Grid.threads(Math.min(work, lanes)), kernel);
        launch.join();
        elapsed = elapsed.plus(launch.elapsed());
    }

    @Override
    public void close() {
        partialSums.close();
        toAll.close();
        ranks.close();
    }
}
