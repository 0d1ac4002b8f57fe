package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.run.Runs;
import java.time.Duration;

/**
 * Breadth-first search by all workers of a device: warps of a GPU, threads of the JVM.
 *
 * <pre>{@code
 * int[] distances = Bfs.search(device, Graph.read(Path.of("usroads.txt.gz")), 0).distances();
 *
 * try (var graph = Lattice.cube(100).on(device, ReadProgress.NONE);
 *         var search = Bfs.on(graph)) {
 *     for (int source : sources) {
 *         search.run(source);
 *         int depth = search.result().depth();
 *     }
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> Distances are those of a sequential search. A predecessor is a vertex from which an edge leads
 * to the other and that is nearer to the source by one.
 *
 * <p><b>Not guaranteed.</b> Which of several possible predecessors a vertex gets: it differs from run to run.
 * {@link BfsValidation} checks a result.
 *
 * <p>A search owns memory of the device besides that of the graph: about 16 bytes a vertex by levels, up to 46 without
 * and for sparse graphs on the JVM; {@link #plan} says how much. It can be run again from other sources; one run at a
 * time.
 */
public final class Bfs implements AutoCloseable {
    private static final Duration UNLIMITED = Duration.ofDays(1);

    private final DeviceGraph graph;
    private final BfsVariant variant;
    private final Search search;
    private final Runs runs;

    private Bfs(DeviceGraph graph, BfsVariant variant, Search search) {
        this.graph = graph;
        this.variant = variant;
        this.search = search;
        runs = new Runs("breadth-first search of " + graph.name());
    }

    /**
     * {@return the distances and predecessors of all vertices} Copies the graph to the device for this; to search it
     * more than once, keep a {@link DeviceGraph} and a {@code Bfs}.
     *
     * @throws IllegalArgumentException if there is no such source
     * @throws Graph.TooLargeException if the device has not enough memory for it
     */
    public static BfsResult search(Device device, Graph graph, int source) {
        SequentialBfs.checkSource(graph.name(), graph.vertices(), source);
        plan(device, graph.size(), BfsOptions.defaults()).require();
        try (var copy = DeviceGraph.of(device, graph);
                var search = on(copy)) {
            search.run(source);
            return search.result();
        }
    }

    /**
     * {@return the distances and predecessors that one thread of this JVM finds} What parallel searches are compared
     * with, in result and in time.
     *
     * @throws IllegalArgumentException if there is no such source
     */
    public static BfsResult sequential(Graph graph, int source) {
        return SequentialBfs.from(graph, source);
    }

    /**
     * {@return a search of a graph in the variant that is usually the fastest}
     *
     * @throws IllegalArgumentException if the graph has no vertices
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceMemoryException if others have taken too much of it
     */
    public static Bfs on(DeviceGraph graph) {
        return on(graph, BfsOptions.defaults());
    }

    /**
     * {@return a search of a graph}
     *
     * @throws IllegalArgumentException if the graph has no vertices
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceMemoryException if others have taken too much of it
     */
    public static Bfs on(DeviceGraph graph, BfsOptions options) {
        if (graph.vertices() == 0) {
            throw new IllegalArgumentException(graph.name() + " has no vertices, hence no source to search from");
        }
        var variant = options.variant() == BfsVariant.AUTO ? BfsVariant.fastest(graph) : options.variant();
        var chosen = options.withVariant(variant);
        plan(graph.device(), graph.size(), chosen).require();
        return new Bfs(
                graph,
                variant,
                switch (variant) {
                    case DIRECTION ->
                        !isByThreads(graph.device())
                                ? new DirectionSearch(graph, chosen)
                                : SmallSearch.isFor(graph, threads(graph.device(), chosen.threads()))
                                        ? new SmallSearch(graph)
                                        : new ThreadSearch(graph, chosen);
                    case ASYNC -> new AsyncSearch(graph, chosen);
                    case QUEUE, STEALING -> new LevelSearch(graph, chosen);
                    case AUTO -> throw new AssertionError(variant + " stands for another variant");
                });
    }

    /**
     * {@return what a search will take of the memory of a device, the graph included}
     *
     * @param options with {@link BfsVariant#AUTO}, which looks at the graph, the most that the choice can take
     */
    public static MemoryPlan plan(Device device, GraphSize size, BfsOptions options) {
        boolean both = options.variant() == BfsVariant.DIRECTION || options.variant() == BfsVariant.AUTO;
        long rows = both ? size.rowsBothWays() : size.rows();
        boolean threads = isByThreads(device);
        long work = switch (options.variant()) {
            case DIRECTION -> threads ? ThreadSearch.bytes(size) : DirectionSearch.bytes(size);
            case ASYNC -> AsyncSearch.bytes(size);
            case QUEUE, STEALING -> LevelSearch.bytes(size);
            case AUTO ->
                threads
                        ? ThreadSearch.bytes(size)
                        : BfsVariant.mayBeRoads(size) ? AsyncSearch.bytes(size) : DirectionSearch.bytes(size);
        };
        return MemoryPlan.of("breadth-first search", size, rows, work, device);
    }

    private static boolean isByThreads(Device device) {
        return device.properties().lanesPerWorker() == 1;
    }

    /** {@return how it searches: never {@link BfsVariant#AUTO}, but what that stands for} */
    public BfsVariant variant() {
        return variant;
    }

    /**
     * {@return the most threads that a search uses on a device}
     *
     * @param wanted what its options say; 0 for as many as the device holds, or one per processor of the JVM
     */
    public static int threads(Device device, int wanted) {
        return Team.of(device, wanted).threads();
    }

    /** {@return the first of the vertices with the most edges: a source that reaches much in most graphs} */
    public static int busiest(Graph graph) {
        int busiest = 0;
        for (int vertex = 1; vertex < graph.vertices(); vertex++) {
            if (graph.degree(vertex) > graph.degree(busiest)) {
                busiest = vertex;
            }
        }
        return busiest;
    }

    /**
     * Searches from a source.
     *
     * @throws IllegalArgumentException if there is no such source
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    public Run run(int source) {
        return run(source, UNLIMITED);
    }

    /**
     * Searches from a source, for a limited time.
     *
     * @param limit after which a launch is cancelled; a search can consist of several, and that of a small graph on the
     *     JVM of none
     * @throws IllegalArgumentException if there is no such source
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     * @throws LaunchStoppedException if it was cancelled; another run can follow
     */
    public Run run(int source, Duration limit) {
        SequentialBfs.checkSource(graph.name(), graph.vertices(), source);
        return runs.make(() -> search.run(source, limit));
    }

    /**
     * {@return distances and predecessors that the last run found, copied from the device}
     *
     * @throws IllegalStateException if there was no run, or the last one has not ended as it should
     */
    public BfsResult result() {
        runs.requireResult();
        return search.result();
    }

    /** {@return the edges that leave the vertices of a result of this search: those that a search must look at} */
    public long edges(BfsResult result) {
        int[] offsets = graph.offsets().copyOut();
        return result.sumOfReached(vertex -> offsets[vertex + 1] - offsets[vertex]);
    }

    @Override
    public void close() {
        runs.close();
        search.close();
    }

    /**
     * What a run of a search took.
     *
     * @param elapsed time on the device, that to forget the search before included
     * @param expansions how often the edges of a vertex were looked at: once for every vertex that was reached, or more
     *     often in the asynchronous variant, where a search goes bottom-up, and where threads of the JVM reach a vertex
     *     at once
     */
    public record Run(Duration elapsed, long expansions) {}
}
