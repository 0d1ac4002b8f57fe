package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.BrokerStealingQueue;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * PageRank without barriers between iterations: persistent workers take vertices from a queue, and a vertex goes on as
 * soon as those are ready from which it gets its rank.
 *
 * <p>Kerbl et al., <i>The Broker Queue</i>, ICS 2018, section 7.2. The queue is filled with one item per vertex. A
 * worker that takes a vertex computes its rank and tells the targets of its edges; if it is the last to contribute to a
 * target in an iteration, it enqueues that for the next one. A launch ends when all workers agree that no work is left.
 *
 * <pre>{@code
 * try (var ranked = RankGraph.of(device, graph, RankGraph.Precision.DOUBLE);
 *         var pageRank = PageRank.on(ranked)) {
 *     double[] ranks = pageRank.run(StoppingRule.afterIterations(8)).ranks();
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> The ranks are those of {@link #sequential} after the same number of iterations, vertices
 * without out-edges included, up to rounding. They are the same to the bit in every run on a device, whatever the
 * queue, the number of workers and their timing, as nothing is added in an order that depends on them; devices with
 * warps of different sizes may differ in the last digits.
 *
 * <p><b>Not guaranteed.</b> With a tolerance, iterations are made eight at a time, so up to seven are made in vain.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>There a vertex pushes its rank to its neighbours. Here it only tells them that it is ready, and they read it:
 *       no additions that race, and the last contributor is known from the same counter.
 *   <li>There contributions of different iterations meet in one place, where those of a fast neighbour can be taken for
 *       those of a slow one. Here each iteration has memory of its own.
 *   <li>Vertices with thousands of in-edges are split, so that no worker keeps the others waiting.
 *   <li>Vertices without out-edges, of which the paper says nothing. In the usual definition they give their rank to
 *       all, so every rank of an iteration depends on all of them in the one before: a barrier in disguise. But the
 *       definition is linear. With r<sub>0</sub> = e = (1/n, …, 1/n), M the damped matrix of the edges alone and
 *       D<sub>i</sub> the sum of the ranks of vertices without out-edges, r<sub>i+1</sub> = M r<sub>i</sub> +
 *       c<sub>i</sub> e with c<sub>i</sub> = 1 - d + d D<sub>i</sub>; therefore r<sub>i</sub> = M<sup>i</sup>
 *       r<sub>0</sub> + c<sub>0</sub> M<sup>i-1</sup> e + … + c<sub>i-1</sub> e. Workers compute the M<sup>i</sup> e,
 *       in which nothing is global; the c<sub>i</sub> follow from the sums of their components without out-edges, and a
 *       last step adds up. All terms are positive, so nothing cancels. After eight iterations, r<sub>8</sub> takes the
 *       place of r<sub>0</sub>, and the M<sup>i</sup> e are there already.
 * </ul>
 *
 * <p>Makes one run at a time, and is not for several threads.
 */
public final class PageRank implements AutoCloseable {
    /** The part of its rank that a vertex hands on. */
    public static final double DAMPING = 0.85;

    /** A launch that takes longer has lost its way. */
    static final Duration LONG = Duration.ofDays(1);

    private final RankGraph graph;
    private final Device device;
    private final PageRankOptions options;
    private final QueueKind kind;
    private final IntQueue queue;
    private final Ints counters;
    private final Grid grid;
    private final int blockSize;
    private final Combination combination;

    private PageRank(RankGraph graph, PageRankOptions options) {
        this.graph = graph;
        this.options = options;
        kind = options.queue();
        int threads = options.threads();
        device = graph.device();
        var properties = device.properties();
        int block = properties.lanesPerWorker() == 1 ? 1 : Math.min(options.blockSize(), properties.maxBlockSize());
        blockSize = block;
        int lanes = threads == 0 ? lanes(device) : threads;
        lanes = Math.ceilDiv(lanes, properties.lanesPerWorker()) * properties.lanesPerWorker();
        counters = device.ints(RankWorkers.COUNTERS);
        var made = queue(lanes, block);
        if (threads == 0) {
            int resident = device.residentThreads(workers(made, graph.first(), graph.iterations()), block);
            if (resident < lanes) {
                lanes = resident;
                made.close();
                made = queue(lanes, block);
            }
        }
        queue = made;
        grid = new Grid(lanes, Math.min(block, lanes));
        combination = new Combination(graph);
    }

    /** {@return PageRank with {@link PageRankOptions#defaults}} */
    public static PageRank on(RankGraph graph) {
        return on(graph, PageRankOptions.defaults());
    }

    /** {@return PageRank of a graph, on its device} */
    public static PageRank on(RankGraph graph, PageRankOptions options) {
        return new PageRank(graph, options);
    }

    /**
     * {@return the ranks of a graph in doubles, by the fastest engine} Copies it to the device for this; to rank it more
     * than once, keep a {@link PullPageRank}.
     *
     * @throws IllegalArgumentException if the graph has no vertices, or too many
     * @throws Graph.TooLargeException if the device has not enough memory for it
     * @throws DeviceException if the device failed
     */
    public static PageRankResult rank(Device device, Graph graph, StoppingRule rule) {
        try (var pageRank = PullPageRank.on(device, graph, RankGraph.Precision.DOUBLE)) {
            return pageRank.run(rule);
        }
    }

    /**
     * {@return the ranks of a graph, computed by one thread of this JVM in doubles} What parallel forms are compared
     * with, in result and in time.
     *
     * <p>Brin and Page, <i>The anatomy of a large-scale hypertextual Web search engine</i>, 1998. All n ranks begin as
     * 1/n. In an iteration a vertex gives {@link #DAMPING} of its rank to the targets of its edges in equal parts,
     * itself included if there is a loop; one without out-edges gives it to all n vertices in equal parts. What is
     * left, 1 - {@code DAMPING}, goes to all in equal parts, too. So the sum of all ranks stays 1.
     *
     * @throws IllegalArgumentException if the graph has no vertices
     */
    public static PageRankResult sequential(Graph graph, StoppingRule rule) {
        return SequentialPageRank.of(graph, rule);
    }

    /** {@return how many lanes keep a device busy} */
    static int lanes(Device device) {
        var properties = device.properties();
        return properties.lanesPerWorker() == 1
                ? Runtime.getRuntime().availableProcessors()
                : properties.residentThreads();
    }

    private IntQueue queue(int lanes, int block) {
        // Workers that find nothing in a part look at all of them.
        int parts = Math.min(Math.ceilDiv(lanes, Math.min(block, lanes)), BrokerStealingQueue.PARTS_AT_A_GLANCE);
        // Parts of a queue are powers of two, too: all of them together have room for all nodes only if there is twice
        // as much.
        long room = (kind.claims(Claim.FIFO) ? 1L : 2L) * graph.nodes();
        int capacity = (int) Math.max(2, Long.highestOneBit(Math.min(2 * room - 1, 1 << 30)));
        return kind.create(
                device,
                options.tuning()
                        .apply(QueueOptions.capacity(capacity)
                                .withThreads(lanes)
                                .withBlocks(parts)));
    }

    /** {@return how many lanes there are, and in what blocks} */
    public Grid grid() {
        return grid;
    }

    /**
     * Ranks all vertices, from the beginning.
     *
     * @throws IllegalArgumentException if the queue has no room for all vertices, although it was made for them
     * @throws DeviceException if the device failed
     */
    public PageRankResult run(StoppingRule rule) {
        return run(rule, LONG, _ -> {});
    }

    /**
     * {@link #run(StoppingRule)} that tells how far it is.
     *
     * @param progress called after every eight iterations, with the number of vertices ranked so far, in all iterations
     *     together
     */
    public PageRankResult run(StoppingRule rule, LongConsumer progress) {
        return run(rule, LONG, progress);
    }

    /**
     * {@link #run(StoppingRule)} that does not wait for ever.
     *
     * @param limit for the workers of eight iterations; after that they are cancelled
     * @throws dev.warpbroker.device.LaunchStoppedException if they did not end in time
     */
    public PageRankResult run(StoppingRule rule, Duration limit) {
        return run(rule, limit, _ -> {});
    }

    private PageRankResult run(StoppingRule rule, Duration limit, LongConsumer progress) {
        var working = Duration.ZERO;
        combination.begin();
        var cells = graph.first();
        int done = 0;
        while (true) {
            int iterations = Math.min(graph.iterations(), rule.iterations() - done);
            working = working.plus(work(cells, iterations, limit));
            combination.follow(cells, iterations);
            int first = rule.tolerance() > 0 ? 1 : iterations;
            double[] changes = combination.changes(cells, first, iterations);
            for (int i = first; i <= iterations; i++) {
                double change = changes[i - first];
                if (rule.isReached(done + i, change)) {
                    double[] ranks = combination.ranks(cells, i);
                    return new PageRankResult(ranks, done + i, change, working, combination.elapsed());
                }
            }
            combination.goOn(cells, iterations, graph.later());
            cells = graph.later();
            done += iterations;
            progress.accept((long) done * graph.vertices());
        }
    }

    private Duration work(Cells cells, int iterations, Duration limit) {
        queue.clear();
        var workers = workers(queue, cells, iterations);
        workers.prepare();
        device.run(grid, workers.preparation());
        int refused = counters.copyOut(RankWorkers.REFUSED, 1)[0];
        if (refused > 0) {
            throw new IllegalArgumentException(kind + " with a capacity of " + queue.capacity() + " has no room for "
                    + refused + " of " + graph.nodes() + " vertices; take another queue, such as " + QueueKind.BQ);
        }
        var launch = device.launch(grid, workers);
        launch.join(limit);
        return launch.elapsed();
    }

    private RankWorkers workers(IntQueue on, Cells cells, int iterations) {
        return new RankWorkers(graph, cells, kind, on, counters, iterations, blockSize, options.by());
    }

    /** Frees the queue, but not the graph. */
    @Override
    public void close() {
        queue.close();
        counters.close();
        combination.close();
    }

    @Override
    public String toString() {
        return "PageRank of " + graph + " with " + kind + " and " + grid.threads() + " lanes";
    }
}
