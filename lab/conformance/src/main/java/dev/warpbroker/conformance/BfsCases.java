package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.graphs.search.WrongResultException;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Breadth-first searches that find what a sequential one finds. */
final class BfsCases {
    private static final int SIMULATED_LANES = 128;

    private BfsCases() {}

    /** The graph to be searched on a device. */
    @FunctionalInterface
    private interface Subject {
        Graph on(Device device) throws IOException;
    }

    /** A search of a graph. */
    record OfBfs(Subject subject, BfsOptions options) implements Check {
        @Override
        public void on(Device device) {
            try {
                var graph = subject.on(device);
                search(
                        device,
                        graph,
                        options.withThreads(scaled(device, SIMULATED_LANES, 0, 0)),
                        0,
                        graph.vertices() / 2);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Searches of shapes or of random graphs. */
    record OfShapes(BfsOptions options, boolean shapes, boolean undirected) implements Check {
        @Override
        public void on(Device device) {
            var threads = options.withThreads(scaled(device, SIMULATED_LANES, 3, 0));
            for (var subject :
                    shapes ? GraphShapes.of(device, undirected) : List.of(GraphShapes.random(device, undirected))) {
                search(
                        device,
                        subject.graph(),
                        threads,
                        subject.sources().stream().mapToInt(Integer::intValue).toArray());
            }
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var variant : BfsVariant.values()) {
            var options = BfsOptions.of(variant);
            cases.add(named("shapes, " + variant, new OfShapes(options, true, true)));
            add(cases, "roads, " + variant, device -> roads(scaled(device, 15, 100, 400)), options);
            if (variant != BfsVariant.AUTO) {
                cases.add(named("directed shapes, " + variant, new OfShapes(options, true, false)));
                cases.add(named("random graphs, " + variant, new OfShapes(options, false, true)));
                cases.add(named("directed random graphs, " + variant, new OfShapes(options, false, false)));
                add(cases, "lattice, " + variant, device -> made(Lattice.cube(scaled(device, 7, 25, 60))), options);
                add(cases, "few vertices with many edges, " + variant, BfsCases::skewed, options);
                add(cases, "stars and chains, " + variant, BfsCases::starsAndChains, options);
            }
        }
        for (var queue : QueueKind.values()) {
            add(
                    cases,
                    "asynchronous on " + queue,
                    BfsCases::starsAndChains,
                    BfsOptions.of(BfsVariant.ASYNC).withQueue(queue));
        }
        add(
                cases,
                "asynchronous on a queue that is too small",
                BfsCases::starsAndChains,
                BfsOptions.of(BfsVariant.ASYNC).withQueueCapacity(2));
        return cases;
    }

    private static void add(List<Case> cases, String name, Subject subject, BfsOptions options) {
        cases.add(named(name, new OfBfs(subject, options)));
    }

    private static Case named(String name, Check check) {
        return new Case("breadth-first search: " + name, "applications", false, check);
    }

    private static Graph made(GraphSource source) throws IOException {
        return source.graph(ReadProgress.NONE);
    }

    private static Graph roads(int extent) throws IOException {
        return made(new RoadGrid(extent, extent, 3));
    }

    private static Graph skewed(Device device) throws IOException {
        return made(GraphSource.parse("rmat:" + scaled(device, 7, 11, 15) + ":8", ReadOptions.asWritten()));
    }

    /** Stars whose middles are a chain, and vertices that cannot be reached. */
    private static Graph starsAndChains(Device device) {
        int leaves = scaled(device, 80, 1_000, 10_000);
        int stars = 4;
        int chain = scaled(device, 10, 200, 1_000);
        int vertices = chain + stars * leaves + 5;
        var links = IntStream.range(0, chain - 1).flatMap(vertex -> IntStream.of(vertex, vertex + 1));
        var rays = IntStream.range(0, stars * leaves)
                .flatMap(leaf -> IntStream.of(leaf / leaves * (chain / stars), chain + leaf));
        return Graph.ofEdges(
                "stars and chains",
                vertices,
                true,
                IntStream.concat(links, rays).toArray());
    }

    private static void search(Device device, Graph graph, BfsOptions options, int... sources) {
        try (var copy = DeviceGraph.of(device, graph);
                var search = Bfs.on(copy, options)) {
            for (int source : sources) {
                search.run(source);
                var result = search.result();
                int wrong = Arrays.mismatch(
                        result.distances(), Bfs.sequential(graph, source).distances());
                if (wrong >= 0) {
                    throw new Mismatch(graph.name() + " from vertex " + source + ": distance of vertex " + wrong + ": "
                            + result.distances()[wrong] + "; a sequential search found another one");
                }
                result.check(graph, source);
            }
        } catch (WrongResultException invalid) {
            throw new Mismatch(String.valueOf(invalid.getMessage()));
        }
    }
}
