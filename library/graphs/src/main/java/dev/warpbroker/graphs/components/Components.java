package dev.warpbroker.graphs.components;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.run.Runs;
import java.time.Duration;
import java.util.Arrays;

/**
 * Connected components: of a directed graph, those that are connected if edges are followed both ways.
 *
 * <pre>{@code
 * int[] component = Components.of(device, graph).labels();
 * }</pre>
 *
 * <p>M. Sutton, T. Ben-Nun, A. Barak, <i>Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling</i>
 * (Afforest), 2018. Every vertex is joined with its first neighbours. After that most vertices of most graphs are in
 * one component, and the rest of their edges need not be looked at: an edge from another component into it is seen from
 * the other end. In a directed graph it may not be, so there all edges are looked at.
 *
 * <p><b>Guarantees.</b> The label of a component is its lowest vertex: the same on every device and in every run.
 *
 * <p>It owns 4 bytes a vertex besides the graph. It can be run again; one run at a time.
 */
public final class Components implements AutoCloseable {
    /*
     * Labels form trees: label[v] <= v is a vertex of the same component, its own for a root. Joining hooks the higher
     * of two roots onto the lower by a compare-and-exchange; a vertex that has a lower label never becomes a root
     * again, so the lowest vertex of a component is a root for ever. Compressing makes every label that of a root.
     * Looks may be stale: an old label is a vertex of the component, too. Joins are over before labels are compressed,
     * and the other way round: a grid barrier is between them.
     */

    /** First neighbours that every vertex is joined with. */
    private static final int SAMPLED_EDGES = 2;

    /** Vertices that vote for the largest component. */
    private static final int VOTERS = 1_024;

    private static final int VOTERS_FOR_THREAD = 128;

    /** Edges that a lane looks at alone before its warp helps. */
    private static final int ALONE = 32;

    private static final int BLOCK = 256;

    /** Neighbouring vertices that a thread of the JVM has: so that no two write to the same cache line. */
    private static final int RANGE = 1_024;

    private final Device device;
    private final Runs runs;
    private final int vertices;
    private final boolean undirected;

    /** Whether lanes are threads of the JVM. */
    private final boolean byThreads;

    private final Ints offsets;
    private final Ints targets;
    private final Ints labels;
    private final Ints largest;
    private final Grid grid;

    private Components(DeviceGraph graph, int threads) {
        device = graph.device();
        runs = new Runs("components of " + graph.name());
        vertices = graph.vertices();
        undirected = graph.undirected();
        offsets = graph.offsets();
        targets = graph.targets();
        labels = device.ints(Math.max(vertices, 1));
        largest = device.ints(1);
        var properties = device.properties();
        byThreads = properties.lanesPerWorker() == 1;
        int usual = byThreads ? Runtime.getRuntime().availableProcessors() : properties.residentThreads();
        int lanes = threads == 0 ? usual : threads;
        int warp = properties.lanesPerWorker();
        int block = byThreads ? 1 : Math.clamp(lanes / warp, 1, BLOCK / warp) * warp;
        int blocks = Math.clamp(device.residentThreads(kernel(), block) / block, 1, Math.max(1, lanes / block));
        grid = new Grid(blocks * block, block);
    }

    /**
     * {@return the components of a graph} Copies it to the device for this.
     *
     * @throws Graph.TooLargeException if the device has not enough memory for it
     */
    public static Result of(Device device, Graph graph) {
        plan(device, graph.size()).require();
        try (var copy = DeviceGraph.of(device, graph);
                var components = on(copy)) {
            components.run();
            return components.result();
        }
    }

    /**
     * {@return a search for the components of a graph}
     *
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws dev.warpbroker.device.DeviceMemoryException if others have taken too much of it
     */
    public static Components on(DeviceGraph graph) {
        return on(graph, 0);
    }

    /**
     * {@return a search for the components of a graph}
     *
     * @param threads most threads that search; 0 for as many as the device holds at once, or one per processor of the
     *     JVM
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws dev.warpbroker.device.DeviceMemoryException if others have taken too much of it
     */
    public static Components on(DeviceGraph graph, int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException(
                    threads + " threads for components; give at least 1, or 0 for as many as the device holds");
        }
        plan(graph.device(), graph.size()).require();
        return new Components(graph, threads);
    }

    /** {@return what the search will take of the memory of a device, the graph included} */
    public static MemoryPlan plan(Device device, GraphSize size) {
        return MemoryPlan.of("components", size, size.rows(), Integer.BYTES * (size.vertices() + 1), device);
    }

    /** {@return the components that one thread of this JVM finds} What the parallel form is compared with. */
    public static Result sequential(Graph graph) {
        int[] labels = new int[graph.vertices()];
        for (int vertex = 0; vertex < labels.length; vertex++) {
            labels[vertex] = vertex;
        }
        for (int vertex = 0; vertex < labels.length; vertex++) {
            for (int edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
                int one = root(labels, vertex);
                int other = root(labels, graph.target(edge));
                labels[Math.max(one, other)] = Math.min(one, other);
            }
        }
        for (int vertex = 0; vertex < labels.length; vertex++) {
            labels[vertex] = labels[labels[vertex]];
        }
        return new Result(labels);
    }

    /** {@return the root of a vertex} Halves the way to it. */
    private static int root(int[] labels, int vertex) {
        while (labels[vertex] != vertex) {
            labels[vertex] = labels[labels[vertex]];
            vertex = labels[vertex];
        }
        return vertex;
    }

    /** {@return the time on the device that it took to find the components} */
    public Duration run() {
        return run(Duration.ofDays(1));
    }

    /**
     * Finds the components, for a limited time.
     *
     * @param limit after which the launch is cancelled
     * @return the time on the device
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     * @throws dev.warpbroker.device.LaunchStoppedException if it was cancelled; another run can follow
     */
    public Duration run(Duration limit) {
        return runs.make(() -> vertices == 0 ? Duration.ZERO : find(limit));
    }

    private Duration find(Duration limit) {
        var launch = device.launch(grid, kernel());
        launch.join(limit);
        return launch.elapsed();
    }

    /**
     * {@return what the last run found, copied from the device}
     *
     * @throws IllegalStateException if there was no run, or the last one has not ended as it should
     */
    public Result result() {
        runs.requireResult();
        return new Result(vertices == 0 ? new int[0] : labels.copyOut());
    }

    private Kernel kernel() {
        return this::work;
    }

    /** {@return the first vertex of a lane} Lanes of a warp have neighbours, and threads of the JVM ranges. */
    private long first(Lane lane) {
        return byThreads ? (long) lane.id() * RANGE : lane.id();
    }

    private long next(Lane lane, long vertex) {
        if (!byThreads) {
            return vertex + lane.count();
        }
        return (vertex + 1) % RANGE != 0 ? vertex + 1 : vertex + 1 + (lane.count() - 1L) * RANGE;
    }

    private void work(Lane lane) {
        begin(lane);
        if (byThreads && lane.count() == 1) {
            alone();
            return;
        }
        lane.gridBarrier();
        int sampled = undirected ? SAMPLED_EDGES : 0;
        for (int round = 0; round < sampled; round++) {
            joinFirst(lane, round);
            lane.gridBarrier();
            compress(lane);
            lane.gridBarrier();
        }
        int skipped = -1;
        if (sampled > 0) {
            if (lane.block().index() == 0) {
                elect(lane);
            }
            lane.gridBarrier();
            skipped = largest.getOpaque(0);
        }
        if (byThreads) {
            joinRestAlone(lane, sampled, skipped);
        } else {
            joinRest(lane, sampled, skipped);
        }
        lane.gridBarrier();
        compress(lane);
    }

    /** As {@link #sequential} does: for a single thread sampling is a detour. */
    private void alone() {
        int last = vertices;
        for (int vertex = 0; vertex < last; vertex++) {
            joinAlone(vertex);
        }
        for (int vertex = 0; vertex < last; vertex++) {
            labels.set(vertex, labels.get(labels.get(vertex)));
        }
    }

    private void joinAlone(int vertex) {
        int end = offsets.get(vertex + 1);
        int one = rootAlone(vertex);
        for (int edge = offsets.get(vertex); edge < end; edge++) {
            int other = rootAlone(targets.get(edge));
            int low = Math.min(one, other);
            labels.set(Math.max(one, other), low);
            one = low;
        }
    }

    /** {@return the root of a vertex} Halves the way to it. */
    private int rootAlone(int vertex) {
        int at = vertex;
        int above = labels.get(at);
        while (above != at) {
            int next = labels.get(above);
            labels.set(at, next);
            at = next;
            above = labels.get(at);
        }
        return at;
    }

    private void begin(Lane lane) {
        for (long vertex = first(lane); vertex < vertices; vertex = next(lane, vertex)) {
            labels.set((int) vertex, (int) vertex);
        }
    }

    /** Joins every vertex with one of its first neighbours. */
    private void joinFirst(Lane lane, int number) {
        for (long at = first(lane); at < vertices; at = next(lane, at)) {
            int vertex = (int) at;
            int edge = offsets.get(vertex) + number;
            if (edge < offsets.get(vertex + 1)) {
                join(vertex, targets.get(edge));
            }
        }
    }

    private void join(int one, int other) {
        int first = labels.getOpaque(one);
        int second = labels.getOpaque(other);
        while (first != second) {
            int high = Math.max(first, second);
            int low = Math.min(first, second);
            int above = labels.getOpaque(high);
            if (above == low || above == high && labels.compareAndExchangeRelaxed(high, high, low) == high) {
                return;
            }
            first = labels.getOpaque(labels.getOpaque(high));
            second = labels.getOpaque(low);
        }
    }

    private void compress(Lane lane) {
        for (long at = first(lane); at < vertices; at = next(lane, at)) {
            int vertex = (int) at;
            int label = labels.getOpaque(vertex);
            int above = labels.getOpaque(label);
            while (above != label) {
                label = above;
                above = labels.getOpaque(label);
            }
            labels.setOpaque(vertex, label);
        }
    }

    /** Lets vertices spread over the graph vote; the label with the most votes is that of the largest component. */
    private void elect(Lane lane) {
        var block = lane.block();
        var votes = block.sharedInts(VOTERS);
        var most = block.sharedInts(1);
        int voters = Math.min(byThreads ? VOTERS_FOR_THREAD : VOTERS, vertices);
        for (int voter = block.lane(); voter < voters; voter += block.size()) {
            votes.set(voter, labels.getOpaque((int) ((long) vertices * voter / voters)));
        }
        if (block.lane() == 0) {
            most.set(0, 0);
        }
        block.barrier();
        for (int voter = block.lane(); voter < voters; voter += block.size()) {
            int label = votes.get(voter);
            int same = 0;
            for (int other = 0; other < voters; other++) {
                same += votes.get(other) == label ? 1 : 0;
            }
            // The more votes the better, and of the same number any.
            most.getAndMax(0, same * VOTERS + voter);
        }
        block.barrier();
        if (block.lane() == 0) {
            largest.setOpaque(0, votes.get(most.get(0) % VOTERS));
        }
    }

    private void joinRestAlone(Lane lane, int sampled, int skipped) {
        for (long at = first(lane); at < vertices; at = next(lane, at)) {
            int vertex = (int) at;
            if (labels.getOpaque(vertex) != skipped) {
                int end = offsets.get(vertex + 1);
                for (int edge = offsets.get(vertex) + sampled; edge < end; edge++) {
                    join(vertex, targets.get(edge));
                }
            }
        }
    }

    private void joinRest(Lane lane, int sampled, int skipped) {
        var warp = lane.warp();
        // The same for all lanes of a warp, which vote.
        for (long at = first(lane); at - warp.lane() < vertices; at = next(lane, at)) {
            int vertex = (int) at;
            boolean wanted = at < vertices && labels.getOpaque(vertex) != skipped;
            int end = wanted ? offsets.get(vertex + 1) : 0;
            int edge = wanted ? Math.min(offsets.get(vertex) + sampled, end) : 0;
            int aloneEnd = edge + Math.min(end - edge, ALONE);
            for (; edge < aloneEnd; edge++) {
                join(vertex, targets.get(edge));
            }
            int helped = warp.ballot(warp.allLanes(), edge < end);
            while (helped != 0) {
                int owner = Integer.numberOfTrailingZeros(helped);
                int of = warp.shuffle(warp.allLanes(), vertex, owner);
                int last = warp.shuffle(warp.allLanes(), end, owner);
                int begin = warp.shuffle(warp.allLanes(), edge, owner);
                for (int i = warp.lane(); i < last - begin; i += warp.size()) {
                    join(of, targets.get(begin + i));
                }
                helped &= helped - 1;
            }
        }
    }

    @Override
    public void close() {
        runs.close();
        labels.close();
        largest.close();
    }

    /** The components of a graph. The array is not copied: do not write to it. */
    public static final class Result {
        private final int[] labels;

        /** Takes the array as it is. */
        Result(int[] labels) {
            this.labels = labels;
        }

        /** {@return for each vertex the lowest vertex of its component} */
        public int[] labels() {
            return labels;
        }

        /** {@return the number of components} */
        public int count() {
            int count = 0;
            for (int vertex = 0; vertex < labels.length; vertex++) {
                count += labels[vertex] == vertex ? 1 : 0;
            }
            return count;
        }

        /** {@return the label of the component with the most vertices, the lowest of several; -1 without vertices} */
        public int largest() {
            int[] sizes = sizes();
            int largest = -1;
            for (int label = 0; label < sizes.length; label++) {
                if (largest < 0 || sizes[label] > sizes[largest]) {
                    largest = label;
                }
            }
            return largest;
        }

        /** {@return the numbers of vertices of all components, the largest first} */
        public int[] sizesDescending() {
            int[] ascending =
                    Arrays.stream(sizes()).filter(size -> size > 0).sorted().toArray();
            int[] sizes = new int[ascending.length];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = ascending[sizes.length - 1 - i];
            }
            return sizes;
        }

        /** {@return for each vertex that labels a component the number of its vertices, 0 for others} */
        public int[] sizes() {
            int[] sizes = new int[labels.length];
            for (int label : labels) {
                sizes[label]++;
            }
            return sizes;
        }
    }
}
