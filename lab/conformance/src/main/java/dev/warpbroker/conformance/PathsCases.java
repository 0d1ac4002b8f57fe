package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.graphs.search.PathsOptions;
import dev.warpbroker.graphs.search.PathsResult;
import dev.warpbroker.graphs.search.ShortestPaths;
import dev.warpbroker.graphs.search.WrongResultException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Shortest paths that are those of Dijkstra's algorithm. */
final class PathsCases {
    private static final int SIMULATED_LANES = 128;

    private PathsCases() {}

    /** Graphs side by side, so that a device compiles but one kernel, and where their searches begin. */
    private static final class Graphs {
        private final IntStream.Builder pairs = IntStream.builder();
        private final List<Integer> sources = new ArrayList<>();
        private int vertices;

        /** Adds a graph; its search begins at its first vertex. */
        void add(int count, int... ends) {
            for (int end : ends) {
                pairs.add(vertices + end);
            }
            sources.add(vertices);
            vertices += count;
        }

        Graph graph(boolean undirected) {
            return Graph.ofEdges(
                    "graphs side by side", vertices, undirected, pairs.build().toArray());
        }

        int[] sources() {
            return sources.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** Sparse, dense, and with hubs; with loops, edges that come twice, and vertices without any. */
    private static Graphs random(Device device) {
        var random = new SplittableRandom(1);
        var graphs = new Graphs();
        int count = scaled(device, 3, 60, 200);
        for (int i = 0; i < count; i++) {
            int vertices = 1 + random.nextInt(scaled(device, 40, 300, 1_000));
            int edges = i % 3 == 0 ? random.nextInt(2 * vertices) : i % 3 == 1 ? 8 * vertices : 3 * vertices;
            int hubs = i % 3 == 2 ? 2 : vertices;
            graphs.add(
                    vertices,
                    IntStream.range(0, edges)
                            .flatMap(_ ->
                                    IntStream.of(random.nextInt(Math.min(hubs, vertices)), random.nextInt(vertices)))
                            .toArray());
        }
        return graphs;
    }

    /** Many small graphs, whose vertices become nearer several times. */
    private static Graphs small(Device device) {
        var random = new SplittableRandom(5);
        var graphs = new Graphs();
        int vertices = 40;
        for (int i = 0; i < scaled(device, 4, 60, 200); i++) {
            graphs.add(vertices, random.ints(6L * vertices, 0, vertices).toArray());
        }
        return graphs;
    }

    /**
     * A star with more leaves than a worker looks at, a path, a complete graph, two hubs, loops, an isolated vertex.
     */
    private static Graphs shapes(Device device) {
        var graphs = new Graphs();
        int leaves = scaled(device, 600, 5_000, 100_000);
        graphs.add(
                leaves + 1,
                IntStream.rangeClosed(1, leaves)
                        .flatMap(leaf -> IntStream.of(0, leaf))
                        .toArray());
        int length = scaled(device, 40, 2_000, 10_000);
        graphs.add(
                length,
                IntStream.range(1, length)
                        .flatMap(vertex -> IntStream.of(vertex - 1, vertex))
                        .toArray());
        int all = scaled(device, 12, 100, 700);
        graphs.add(
                all,
                IntStream.range(0, all)
                        .flatMap(one -> IntStream.range(0, all).flatMap(other -> IntStream.of(one, other)))
                        .toArray());
        graphs.add(
                leaves + 2,
                IntStream.rangeClosed(2, leaves + 1)
                        .flatMap(leaf -> IntStream.of(0, leaf, 1, leaf))
                        .toArray());
        graphs.add(3, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2);
        graphs.add(1);
        return graphs;
    }

    /**
     * Few edges at every vertex: a path, a ring, a ladder, a grid, a tree, random chords; loops, an isolated vertex.
     */
    private static Graphs narrow(Device device) {
        var random = new SplittableRandom(9);
        var graphs = new Graphs();
        int length = scaled(device, 150, 2_000, 10_000);
        graphs.add(
                length,
                IntStream.range(1, length)
                        .flatMap(vertex -> IntStream.of(vertex - 1, vertex))
                        .toArray());
        graphs.add(
                length,
                IntStream.range(0, length)
                        .flatMap(vertex ->
                                IntStream.of(vertex, (vertex + 1) % length, vertex, vertex, vertex, vertex ^ 1))
                        .filter(end -> end < length)
                        .toArray());
        graphs.add(
                length,
                IntStream.range(2, length)
                        .flatMap(
                                vertex -> IntStream.of(vertex - 2, vertex, vertex & ~1, vertex | 1, vertex / 2, vertex))
                        .map(end -> Math.min(end, length - 1))
                        .toArray());
        int side = scaled(device, 12, 60, 300);
        graphs.add(
                side * side,
                IntStream.range(0, side * side)
                        .flatMap(at ->
                                IntStream.of(at, Math.min(at + 1, side * side - 1), at, (at + side) % (side * side)))
                        .toArray());
        graphs.add(length, random.ints(2L * (length / 2), 0, length).toArray());
        graphs.add(3, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2);
        graphs.add(1);
        return graphs;
    }

    /**
     * Shortest paths in graphs side by side.
     *
     * @param delta 0 for the usual one
     */
    private static void search(Device device, Graphs graphs, boolean undirected, int low, int high, int delta) {
        var graph = WeightedGraph.withRandomWeights(graphs.graph(undirected), low, high, 3);
        try (var copy = DeviceWeightedGraph.of(device, graph)) {
            search(graph, copy, delta, graphs.sources());
        }
    }

    /** Roads whose weights the device makes. */
    private static void roads(Device device) {
        int extent = scaled(device, 12, 100, 500);
        var road = new RoadGrid(extent, extent, 3);
        try (var made = DeviceWeightedGraph.withRandomWeights(road.on(device, ReadProgress.NONE), 1, 1000, 7)) {
            search(WeightedGraph.withRandomWeights(road.graph(ReadProgress.NONE), 1, 1000, 7), made, 0, 0);
        }
    }

    /** A path as long as a distance can be, and one that is longer. */
    private static void greatestDistance(Device device, int edges) {
        var path = Graph.ofEdges(
                "path",
                edges + 1,
                false,
                IntStream.rangeClosed(1, edges)
                        .flatMap(vertex -> IntStream.of(vertex - 1, vertex))
                        .toArray());
        int[] weights = new int[edges];
        Arrays.fill(weights, PathsResult.MAX_DISTANCE / edges);
        weights[edges - 1] += PathsResult.MAX_DISTANCE % edges;
        var longest = WeightedGraph.of(path, weights.clone());
        weights[edges - 1]++;
        var tooLong = WeightedGraph.of(path, weights);
        try (var copy = DeviceWeightedGraph.of(device, longest);
                var other = DeviceWeightedGraph.of(device, tooLong)) {
            search(longest, copy, 0, 0);
            search(tooLong, other, 0, 1);
            try (var search = ShortestPaths.on(other, options(device, 0))) {
                search.run(0);
            } catch (IllegalArgumentException refused) {
                if (String.valueOf(refused.getMessage()).contains("is longer than " + PathsResult.MAX_DISTANCE)) {
                    return;
                }
            }
            throw new Mismatch("a path that is too long is not refused");
        }
    }

    private static PathsOptions options(Device device, int delta) {
        return new PathsOptions(delta, scaled(device, SIMULATED_LANES, 0, 0));
    }

    private static void search(WeightedGraph graph, DeviceWeightedGraph copy, int delta, int... sources) {
        try (var search = ShortestPaths.on(copy, options(copy.rows().device(), delta))) {
            for (int source : sources) {
                search.run(source);
                var result = search.result();
                int wrong = Arrays.mismatch(
                        result.distances(),
                        ShortestPaths.sequential(graph, source).distances());
                if (wrong >= 0) {
                    throw new Mismatch("from vertex " + source + ": distance of vertex " + wrong + ": "
                            + result.distances()[wrong] + "; Dijkstra's algorithm found another one");
                }
                result.check(graph, source);
            }
        } catch (WrongResultException invalid) {
            throw new Mismatch(String.valueOf(invalid.getMessage()));
        }
    }

    static List<Case> cases() {
        return List.of(
                paths("random graphs", device -> search(device, random(device), false, 1, 1_000, 0)),
                paths("random graphs, edges of weight 0", device -> search(device, random(device), true, 0, 1, 0)),
                paths("shapes, all weights equal", device -> search(device, shapes(device), true, 7, 7, 0)),
                paths("shapes, far vertices", device -> search(device, shapes(device), true, 1, 1_000, 16)),
                paths("random graphs, far vertices", device -> search(device, random(device), true, 1, 1_000_000, 1)),
                paths("small graphs, far vertices", device -> search(device, small(device), true, 1, 1_000, 16)),
                paths("narrow graphs", device -> search(device, narrow(device), false, 1, 1_000, 0)),
                paths(
                        "narrow graphs, all in one bucket",
                        device -> search(device, narrow(device), true, 1, 1_000, 1 << 20)),
                paths("narrow graphs, far vertices", device -> search(device, narrow(device), true, 1, 200_000, 64)),
                paths("roads", PathsCases::roads),
                paths("the greatest distance", device -> greatestDistance(device, 3)),
                paths("the greatest distance, many edges", device -> greatestDistance(device, 40)));
    }

    private static Case paths(String name, Check check) {
        return new Case("shortest paths: " + name, "applications", false, check);
    }
}
