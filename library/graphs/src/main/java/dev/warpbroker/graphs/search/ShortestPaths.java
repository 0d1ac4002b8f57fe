package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.graphs.run.Runs;
import java.time.Duration;

/**
 * Shortest paths from one vertex to all others in a graph with weights, by all workers of a device: warps of a GPU,
 * threads of the JVM.
 *
 * <pre>{@code
 * var roads = WeightedGraph.withRandomWeights(graph, 1, 1000, 7);
 * int[] distances = ShortestPaths.search(device, roads, 0).distances();
 * }</pre>
 *
 * <p>Delta-stepping: U. Meyer, P. Sanders, <i>Δ-stepping: a parallelizable shortest path algorithm</i>, 2003. Vertices
 * wait in buckets by their distance; those of the nearest bucket are looked at in any order, and again when they become
 * nearer.
 *
 * <p><b>Guarantees.</b> Distances are those of Dijkstra's algorithm. An edge leads from the predecessor of a vertex to
 * it, its weight is the difference of their distances, and predecessors lead to the source, also along edges of weight
 * 0.
 *
 * <p><b>Not guaranteed.</b> Which of several possible predecessors a vertex gets: it differs from run to run.
 * {@link PathsValidation} checks a result.
 *
 * <p>Distances are ints: a distance and a predecessor fit one word then, which is compared and exchanged at once. A
 * vertex that is further away than {@link PathsResult#MAX_DISTANCE} makes a search fail; none gets a wrong distance.
 *
 * <p>A search owns memory of the device besides that of the graph: 32 bytes a vertex and 4 more for each of its buckets
 * on a GPU (4 to 32 of them), with 132 more where all vertices have at most 8 edges; 20 bytes on the JVM and what
 * waits. It can be run again from other sources; one run at a time.
 */
public final class ShortestPaths implements AutoCloseable {
    private static final Duration UNLIMITED = Duration.ofDays(1);

    private final DeviceWeightedGraph graph;
    private final Team team;
    private final PathsMemory memory;
    private final PathSearch search;
    private final Runs runs;

    private ShortestPaths(DeviceWeightedGraph graph, PathsOptions options, boolean narrow) {
        this.graph = graph;
        runs = new Runs("search for shortest paths of " + graph.rows().name());
        var device = graph.rows().device();
        team = narrow
                ? Team.of(device, options.threads(), NarrowPaths.mostInBlock(device))
                : Team.of(device, options.threads());
        memory = new PathsMemory(device, graph.rows().vertices());
        if (team.isOfThreads()) {
            search = new ThreadPaths(graph, options, memory);
        } else if (narrow) {
            search = new NarrowPaths(graph, options, team, memory);
        } else {
            search = new WarpPaths(graph, options, team, memory);
        }
    }

    /**
     * {@return the distances and predecessors of all vertices} Copies the graph to the device for this; to search it
     * more than once, keep a {@link DeviceWeightedGraph} and a {@code ShortestPaths}.
     *
     * @throws IllegalArgumentException if there is no such source, or if a distance is greater than
     *     {@link PathsResult#MAX_DISTANCE}
     * @throws Graph.TooLargeException if the device has not enough memory for it
     */
    public static PathsResult search(Device device, WeightedGraph graph, int source) {
        SequentialBfs.checkSource(graph.rows().name(), graph.rows().vertices(), source);
        try (var copy = DeviceWeightedGraph.of(device, graph);
                var search = on(copy, PathsOptions.defaults())) {
            search.run(source);
            return search.result();
        }
    }

    /**
     * {@return the distances and predecessors that one thread of this JVM finds by Dijkstra's algorithm} What parallel
     * searches are compared with, in result and in time.
     *
     * @throws IllegalArgumentException if there is no such source, or if a distance is greater than
     *     {@link PathsResult#MAX_DISTANCE}
     */
    public static PathsResult sequential(WeightedGraph graph, int source) {
        return Dijkstra.from(graph, source);
    }

    /**
     * {@return a search of a graph}
     *
     * @throws IllegalArgumentException if the graph has no vertices
     * @throws Graph.TooLargeException if the device has not so much memory
     * @throws DeviceMemoryException if others have taken too much of it
     */
    public static ShortestPaths on(DeviceWeightedGraph graph, PathsOptions options) {
        if (graph.rows().vertices() == 0) {
            throw new IllegalArgumentException(
                    graph.rows().name() + " has no vertices, hence no source to search from");
        }
        boolean narrow = isNarrow(graph);
        plan(graph, options, narrow).require();
        return new ShortestPaths(graph, options, narrow);
    }

    /** {@return what a search will take of the memory of the graph's device, the graph included} */
    public static MemoryPlan plan(DeviceWeightedGraph graph, PathsOptions options) {
        return plan(graph, options, graph.rows().vertices() > 0 && isNarrow(graph));
    }

    private static MemoryPlan plan(DeviceWeightedGraph graph, PathsOptions options, boolean narrow) {
        var size = graph.rows().size();
        var device = graph.rows().device();
        long work = PathsMemory.bytes(size.vertices());
        if (device.properties().lanesPerWorker() == 1) {
            work += ThreadPaths.bytes(graph);
        } else if (size.vertices() > 0) {
            work += narrow ? NarrowPaths.bytes(graph, options) : WarpPaths.bytes(graph, options);
        }
        return MemoryPlan.of("shortest paths", size, size.rows() + Integer.BYTES * size.edges(), work, device);
    }

    /** {@return whether warps search it as a network of roads} */
    private static boolean isNarrow(DeviceWeightedGraph graph) {
        return graph.rows().device().properties().lanesPerWorker() > 1 && NarrowPaths.fit(graph);
    }

    /** {@return the range of distances that a search looks at in any order: what its options say, or what fits} */
    public static int delta(DeviceWeightedGraph graph, PathsOptions options) {
        boolean threads = graph.rows().device().properties().lanesPerWorker() == 1;
        int warpHops = isNarrow(graph) ? NarrowPaths.HOPS : WarpPaths.HOPS;
        return 1 << shift(graph, options, threads ? ThreadPaths.HOPS : warpHops);
    }

    /**
     * {@return the binary logarithm of delta}
     *
     * @param hops edges of average weight that fit into it where a vertex has one
     */
    static int shift(DeviceWeightedGraph graph, PathsOptions options, int hops) {
        int delta = options.delta();
        if (delta == 0) {
            var rows = graph.rows();
            double degree = Math.max((double) rows.edges() / rows.vertices(), 1);
            // The more edges, the more often a vertex would be looked at in vain: found by trying graphs of 3 to 30.
            double fitting = hops * graph.averageWeight() / (degree * Math.sqrt(degree));
            delta = (int) Math.clamp(fitting, 1, 1 << Integer.SIZE - 2);
        }
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(delta);
    }

    /**
     * Searches from a source.
     *
     * @throws IllegalArgumentException if there is no such source, or if a distance is greater than
     *     {@link PathsResult#MAX_DISTANCE}
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    public Run run(int source) {
        return run(source, UNLIMITED);
    }

    /**
     * Searches from a source, for a limited time.
     *
     * @param limit after which the launch is cancelled
     * @throws IllegalArgumentException if there is no such source, or if a distance is greater than
     *     {@link PathsResult#MAX_DISTANCE}
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     * @throws LaunchStoppedException if it was cancelled; another run can follow
     */
    public Run run(int source, Duration limit) {
        var rows = graph.rows();
        SequentialBfs.checkSource(rows.name(), rows.vertices(), source);
        return runs.make(() -> searchFrom(source, limit));
    }

    private Run searchFrom(int source, Duration limit) {
        memory.clear();
        search.clear();
        var elapsed = team.run(kernel(source), limit);
        if (memory.isTooLong()) {
            checkAllReached(graph.rows().graph(), source, memory.result());
        }
        return memory.run(elapsed);
    }

    /** {@return what workers run to search from a source that exists} */
    Kernel kernel(int source) {
        return search.kernel(source);
    }

    /** Refuses a result in which a vertex is missing because all ways to it are too long. */
    static void checkAllReached(Graph rows, int source, PathsResult result) {
        int[] distances = result.distances();
        for (int vertex = 0; vertex < distances.length; vertex++) {
            for (int edge = rows.offset(vertex);
                    distances[vertex] != PathsResult.UNREACHED && edge < rows.offset(vertex + 1);
                    edge++) {
                if (distances[rows.target(edge)] == PathsResult.UNREACHED) {
                    throw new IllegalArgumentException(
                            rows.name() + ": the shortest path from vertex " + source + " to vertex "
                                    + rows.target(edge) + " is longer than " + PathsResult.MAX_DISTANCE
                                    + ", the greatest distance; divide all weights by the same number");
                }
            }
        }
    }

    /**
     * {@return distances and predecessors that the last run found, copied from the device}
     *
     * @throws IllegalStateException if there was no run, or the last one has not ended as it should
     */
    public PathsResult result() {
        runs.requireResult();
        return memory.result();
    }

    /** {@return the edges that leave the vertices of a result of this search} */
    public long edges(PathsResult result) {
        int[] offsets = graph.rows().offsets().copyOut();
        return result.sumOfReached(vertex -> offsets[vertex + 1] - offsets[vertex]);
    }

    @Override
    public void close() {
        runs.close();
        search.close();
        memory.close();
    }

    /**
     * What a run of a search took.
     *
     * @param elapsed time on the device, that to forget the search before included
     * @param expansions how often the edges of a vertex were looked at: once for every vertex that was reached, and
     *     again when it became nearer
     * @param rounds how often all workers waited for each other to have looked at what there was
     */
    public record Run(Duration elapsed, long expansions, int rounds) {}
}
