package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.run.Runs;
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
 * <p>On a GPU the first run lays out the rows of the graph as its warps read them best, in the same launch, and later
 * runs find them so: see {@link #runAnew}.
 *
 * <p>For n vertices and m edges it takes about 4 m + 40 n bytes with doubles, 4 m + 28 n with floats; on a GPU 8 m + 44
 * n and 8 m + 32 n. Makes one run at a time, and is not for several threads.
 */
public final class PullPageRank implements AutoCloseable {
    /** Shares of two iterations are in one array, with gaps where slices of rows end. */
    private static final int MOST_VERTICES = Graph.MAX_VERTICES / 2 - (1 << 14);

    private final Device device;
    private final Graph graph;
    private final PullEngine engine;
    private final Runs runs;

    private PullPageRank(Device device, Graph graph, PullEngine engine) {
        this.device = device;
        this.graph = graph;
        this.engine = engine;
        runs = new Runs("PageRank of " + graph.name());
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
        if (SequentialPageRank.requireVertices(graph) > MOST_VERTICES) {
            throw new IllegalArgumentException(graph.name() + " has " + graph.vertices()
                    + " vertices, and PageRank can take " + MOST_VERTICES + "; take a smaller graph");
        }
        plan(device, graph.size(), precision).require();
        var properties = device.properties();
        int lanes = Math.min(threads == 0 ? PageRank.lanes(device) : threads, properties.residentThreads());
        var engine = properties.lanesPerWorker() == 1
                ? new ThreadRanks(device, graph, precision, lanes)
                : new WarpRanks(device, graph, precision, lanes);
        return new PullPageRank(device, graph, engine);
    }

    /** {@return what it will take of the memory of a device, the graph included} */
    public static MemoryPlan plan(Device device, GraphSize size, RankGraph.Precision precision) {
        boolean ofWarps = device.properties().lanesPerWorker() > 1;
        long perVertex = 3L * precision.bytes() + (ofWarps ? 4L : 3L) * Integer.BYTES;
        long laidOut = ofWarps ? (long) Integer.BYTES * size.edges() : 0;
        return MemoryPlan.of("PageRank", size, size.rows(), perVertex * size.vertices() + laidOut, device);
    }

    /** {@return how many lanes there are, and in what blocks} */
    public Grid grid() {
        return engine.grid();
    }

    /**
     * Ranks all vertices, from the beginning.
     *
     * @throws DeviceException if the device failed
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
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
        return runs.make(() -> rank(rule, limit));
    }

    private PageRank.Result rank(PageRank.StoppingRule rule, Duration limit) {
        var launch = device.launch(engine.grid(), engine.kernel(rule));
        launch.join(limit);
        engine.keepRows(true);
        int iterations = engine.iterations();
        return new PageRank.Result(
                engine.ranks(), iterations, engine.change(iterations), launch.elapsed(), Duration.ZERO);
    }

    /**
     * {@link #run(PageRank.StoppingRule, Duration)} that does all work anew, as the first run does: from the plain rows
     * of in-edges to the ranks. On a GPU other runs read the rows as the first one has laid them out.
     *
     * @param limit after which the lanes are cancelled
     * @throws dev.warpbroker.device.LaunchStoppedException if they did not end in time
     */
    public PageRank.Result runAnew(PageRank.StoppingRule rule, Duration limit) {
        return runs.make(() -> {
            engine.keepRows(false);
            return rank(rule, limit);
        });
    }

    @Override
    public void close() {
        runs.close();
        engine.close();
    }

    @Override
    public String toString() {
        return "PageRank of " + graph + " with " + grid().threads() + " lanes";
    }
}
