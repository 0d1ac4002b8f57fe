package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

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
    private final Options options;
    private final QueueKind kind;
    private final IntQueue queue;
    private final Ints counters;
    private final Grid grid;
    private final int blockSize;
    private final Combination combination;

    private PageRank(RankGraph graph, Options options) {
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

    /** {@return PageRank with {@link Options#defaults}} */
    public static PageRank on(RankGraph graph) {
        return on(graph, Options.defaults());
    }

    /** {@return PageRank of a graph, on its device} */
    public static PageRank on(RankGraph graph, Options options) {
        return new PageRank(graph, options);
    }

    /**
     * {@return the ranks of a graph in doubles, by the fastest engine} Copies it to the device for this; to rank it
     * more than once, keep a {@link PullPageRank}.
     *
     * @throws IllegalArgumentException if the graph has no vertices, or too many
     * @throws Graph.TooLargeException if the device has not enough memory for it
     * @throws DeviceException if the device failed
     */
    public static Result rank(Device device, Graph graph, StoppingRule rule) {
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
    public static Result sequential(Graph graph, StoppingRule rule) {
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
        int parts = Math.min(Math.ceilDiv(lanes, Math.min(block, lanes)), QueueOptions.PARTS_AT_A_GLANCE);
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
     * @throws IllegalStateException in the middle of another run on the same {@link RankGraph}
     */
    public Result run(StoppingRule rule) {
        return run(rule, LONG, _ -> {});
    }

    /**
     * {@link #run(StoppingRule)} that tells how far it is.
     *
     * @param progress called after every eight iterations, with the number of vertices ranked so far, in all iterations
     *     together
     */
    public Result run(StoppingRule rule, LongConsumer progress) {
        return run(rule, LONG, progress);
    }

    /**
     * {@link #run(StoppingRule)} that does not wait for ever.
     *
     * @param limit for the workers of eight iterations; after that they are cancelled
     * @throws dev.warpbroker.device.LaunchStoppedException if they did not end in time
     */
    public Result run(StoppingRule rule, Duration limit) {
        return run(rule, limit, _ -> {});
    }

    private Result run(StoppingRule rule, Duration limit, LongConsumer progress) {
        return graph.runs().make(() -> rank(rule, limit, progress));
    }

    private Result rank(StoppingRule rule, Duration limit, LongConsumer progress) {
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
                    return new Result(ranks, done + i, change, working, combination.elapsed());
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

    /** The ranks of all vertices. The array is not copied: do not write to it. */
    public static final class Result {
        /** Half of the last digit of a rank that counts, among the bits of a double. */
        private static final long HALF = 1L << 23;

        private final double[] ranks;
        private final int iterations;
        private final double change;
        private final Duration working;
        private final Duration combining;

        /**
         * Takes the array as it is.
         *
         * @param ranks of each vertex
         * @param iterations that were made
         * @param change by which the last of them changed all ranks together
         * @param working the time of all workers
         * @param combining the time between iterations
         */
        public Result(double[] ranks, int iterations, double change, Duration working, Duration combining) {
            this.ranks = ranks;
            this.iterations = iterations;
            this.change = change;
            this.working = working;
            this.combining = combining;
        }

        /** {@return the rank of each vertex; their sum is 1} */
        public double[] ranks() {
            return ranks;
        }

        /** {@return how many iterations were made} */
        public int iterations() {
            return iterations;
        }

        /** {@return the sum of the absolute changes of all ranks in the last iteration} */
        public double change() {
            return change;
        }

        /** {@return how long the workers took: what depends on the queue} */
        public Duration working() {
            return working;
        }

        /** {@return how long it took to add what vertices without out-edges give to all; not at all sequentially} */
        public Duration combining() {
            return combining;
        }

        /** {@return the time of everything but preparations} */
        public Duration elapsed() {
            return working.plus(combining);
        }

        /**
         * {@return the {@code count} vertices of the highest ranks, highest first}
         *
         * <p>Of ranks that agree in about eight digits that of the lower vertex comes first. Vertices that are alike
         * have ranks that differ by rounding alone, which is no reason to tell them apart, and not the same everywhere.
         */
        public int[] top(int count) {
            return highest(count, Result::rounded);
        }

        private int[] highest(int count, DoubleUnaryOperator rounding) {
            var better = Comparator.<Integer>comparingDouble(vertex -> -rounding.applyAsDouble(ranks[vertex]))
                    .thenComparingInt(vertex -> vertex);
            var best = new PriorityQueue<Integer>(better.reversed());
            for (int vertex = 0; vertex < ranks.length && count > 0; vertex++) {
                if (best.size() < count || better.compare(vertex, best.element()) < 0) {
                    best.add(vertex);
                    if (best.size() > count) {
                        best.remove();
                    }
                }
            }
            return best.stream().sorted(better).mapToInt(Integer::intValue).toArray();
        }

        /** {@return the largest difference of a rank from that of {@code expected}, as a part of the latter} */
        public double worstDifference(Result expected) {
            double worst = 0;
            for (int vertex = 0; vertex < ranks.length; vertex++) {
                double rank = expected.ranks[vertex];
                worst = Math.max(worst, Math.abs(ranks[vertex] - rank) / rank);
            }
            return worst;
        }

        /**
         * {@return how far the {@code count} highest ranks are from being in the order of {@code expected}: the largest
         * difference between the rank that a vertex has there and that of the vertex which has its place there, as a
         * part of the latter}
         *
         * <p>Ranks that are each right up to a part t lead to 2 t at most, for vertices whose ranks are no further
         * apart may change places.
         */
        public double worstPlace(Result expected, int count) {
            int[] found = highest(count, DoubleUnaryOperator.identity());
            int[] right = expected.highest(count, DoubleUnaryOperator.identity());
            double worst = 0;
            for (int place = 0; place < found.length; place++) {
                double rank = expected.ranks[right[place]];
                worst = Math.max(worst, Math.abs(expected.ranks[found[place]] - rank) / rank);
            }
            return worst;
        }

        private static double rounded(double rank) {
            return Double.longBitsToDouble(Double.doubleToRawLongBits(rank) + HALF & -2 * HALF);
        }
    }

    /**
     * How to rank.
     *
     * @param queue through which workers share vertices: any
     * @param threads number of lanes, which is rounded up to whole warps; 0 for as many as the device holds at once, or
     *     one per processor of the JVM
     * @param blockSize lanes per block, where there are blocks
     * @param by {@link Granularity#WARP} if lanes of a warp poll and enqueue together; {@link Granularity#THREAD} if
     *     each dequeues and enqueues for itself, and of queues that wait when they are empty, or that have locks, one
     *     lane of each warp is a worker
     * @param tuning what to change of the options that the queue is made with
     */
    public record Options(
            QueueKind queue, int threads, int blockSize, Granularity by, UnaryOperator<QueueOptions> tuning) {
        /** Checks the numbers. */
        public Options {
            if (threads < 0) {
                throw new IllegalArgumentException(
                        threads + " threads for PageRank; give at least 1, or 0 for as many as the device holds");
            }
            if (blockSize < 1) {
                throw new IllegalArgumentException("blocks of " + blockSize + " lanes for PageRank; give at least 1");
            }
            if (by == Granularity.BLOCK) {
                throw new IllegalArgumentException("PageRank uses its queue by WARP or by THREAD, not by BLOCK");
            }
        }

        /** Options with workers that use the queue by warps. */
        public Options(QueueKind queue, int threads, int blockSize) {
            this(queue, threads, blockSize, Granularity.WARP, UnaryOperator.identity());
        }

        /** {@return the usual options: the Broker Queue, as many threads as the device holds} */
        public static Options defaults() {
            return new Options(QueueKind.BQ, 0, 256);
        }

        /** {@return these options with another queue} */
        public Options withQueue(QueueKind given) {
            return new Options(given, threads, blockSize, by, tuning);
        }

        /** {@return these options with another number of threads} */
        public Options withThreads(int given) {
            return new Options(queue, given, blockSize, by, tuning);
        }

        /** {@return these options with blocks of another size} */
        public Options withBlockSize(int given) {
            return new Options(queue, threads, given, by, tuning);
        }

        /** {@return these options with workers that use the queue by warps, or each lane for itself} */
        public Options by(Granularity given) {
            return new Options(queue, threads, blockSize, given, tuning);
        }

        /** {@return these options with other options of the queue} */
        public Options withTuning(UnaryOperator<QueueOptions> given) {
            return new Options(queue, threads, blockSize, by, given);
        }
    }

    /**
     * When PageRank stops: after a number of iterations, or before, as soon as one changes the ranks by less than a
     * tolerance.
     *
     * @param iterations the most iterations
     * @param tolerance for the sum of the absolute changes of all ranks in an iteration; 0 if they do not matter
     */
    public record StoppingRule(int iterations, double tolerance) {
        /** What {@link #changeBelow} makes at most: ranks of a tolerance that doubles can have need some 200. */
        public static final int MAX_ITERATIONS = 1_000;

        /** Checks the numbers. */
        public StoppingRule {
            if (iterations < 1) {
                throw new IllegalArgumentException(iterations + " iterations of PageRank; give at least 1");
            }
            if (!(tolerance >= 0 && tolerance < 2)) {
                throw new IllegalArgumentException("tolerance " + tolerance
                        + " of PageRank; give a positive number below 2, which no change exceeds, or 0 for none");
            }
        }

        /** {@return the rule to stop after a number of iterations} */
        public static StoppingRule afterIterations(int iterations) {
            return new StoppingRule(iterations, 0);
        }

        /**
         * {@return the rule to stop as soon as an iteration changes the ranks by less than {@code tolerance} in all}
         */
        public static StoppingRule changeBelow(double tolerance) {
            return new StoppingRule(MAX_ITERATIONS, tolerance);
        }

        /**
         * {@return whether this is the last iteration}
         *
         * @param iteration how many were made
         * @param change of all ranks in the last one
         */
        public boolean isReached(int iteration, double change) {
            return iteration == iterations || change < tolerance;
        }
    }
}
