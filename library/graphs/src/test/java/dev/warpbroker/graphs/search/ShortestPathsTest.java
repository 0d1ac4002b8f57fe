package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import dev.warpbroker.graphs.WeightedGraph;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShortestPathsTest {
    @AutoClose
    private final Device device = Device.jvm();

    private static final int MAX = PathsResult.MAX_DISTANCE;

    /** From 0 to 3 there are an edge of weight 9, a path of 2 + 2 + 2, and one of 1 + 7; 4 is apart. */
    private static WeightedGraph small() {
        return WeightedGraph.of(
                Graph.ofEdges("small", 5, false, 0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3), new int[] {1, 4, 9, 2, 7, 2});
    }

    /** Distances as the definition has them: as many rounds over all edges as it takes. */
    private static int[] relaxed(WeightedGraph graph, int source) {
        var rows = graph.rows();
        long[] distances = new long[rows.vertices()];
        Arrays.fill(distances, Long.MAX_VALUE / 2);
        distances[source] = 0;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int vertex = 0; vertex < distances.length; vertex++) {
                for (int edge = rows.offset(vertex); edge < rows.offset(vertex + 1); edge++) {
                    long offered = distances[vertex] + graph.weight(edge);
                    if (offered < distances[rows.target(edge)]) {
                        distances[rows.target(edge)] = offered;
                        changed = true;
                    }
                }
            }
        }
        return Arrays.stream(distances)
                .mapToInt(distance -> distance == Long.MAX_VALUE / 2 ? PathsResult.UNREACHED : (int) distance)
                .toArray();
    }

    @Test
    void shortestPathIsFoundAndTold() {
        var result = ShortestPaths.search(device, small(), 0);
        assertThat(result.distances()).containsExactly(0, 1, 3, 5, -1);
        assertThat(result.predecessors()).containsExactly(0, 0, 1, 2, -1);
        assertThat(result.pathTo(3)).containsExactly(0, 1, 2, 3);
        assertThat(result.pathTo(0)).containsExactly(0);
        assertThat(result.pathTo(4)).isEmpty();
        assertThat(result.reached()).isEqualTo(4);
        assertThat(result.farthest()).isEqualTo(5);
    }

    @Test
    void dijkstraFindsWhatTheDefinitionSays() {
        for (long seed = 0; seed < 120; seed++) {
            var graph = WeightedGraph.withRandomWeights(RandomGraphs.of(seed, 60), 0, (int) (seed % 5) * 9, seed);
            int source = (int) (seed % graph.rows().vertices());
            var result = ShortestPaths.sequential(graph, source);
            assertThat(result.distances()).as("seed " + seed).isEqualTo(relaxed(graph, source));
            result.check(graph, source);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "3, 1", "3, 65536"})
    void threadsFindWhatDijkstraFinds(int threads, int delta) {
        for (long seed = 0; seed < 60; seed++) {
            int least = (int) (seed % 2);
            var graph = WeightedGraph.withRandomWeights(
                    RandomGraphs.of(seed, 300), least, seed % 3 == 0 ? 1_000_000 : 1 + (int) seed, seed);
            try (var copy = DeviceWeightedGraph.of(device, graph);
                    var search = ShortestPaths.on(copy, new PathsOptions(delta, threads))) {
                int source = (int) (seed % graph.rows().vertices());
                var expected = ShortestPaths.sequential(graph, source).distances();
                for (int run = 0; run < 2; run++) {
                    search.run(source);
                    assertThat(search.result().distances()).as("seed " + seed).isEqualTo(expected);
                    search.result().check(graph, source);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void vertexThatIsTooFarAwayIsNamed(boolean parallel) {
        var path = WeightedGraph.of(Graph.ofEdges("path", 4, false, 0, 1, 1, 2, 2, 3), new int[] {MAX, 0, 1});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    if (parallel) {
                        ShortestPaths.search(device, path, 0);
                    } else {
                        ShortestPaths.sequential(path, 0);
                    }
                })
                .withMessageContaining("path: the shortest path from vertex 0 to vertex 3 is longer than " + MAX)
                .withMessageContaining("divide all weights");
    }

    @Test
    void wayThatIsTooLongDoesNotMatterIfThereIsAnother() {
        var graph = WeightedGraph.of(
                Graph.ofEdges("two ways", 3, false, 0, 1, 0, 2, 1, 2), new int[] {MAX, MAX, Integer.MAX_VALUE});
        assertThat(ShortestPaths.search(device, graph, 0).distances()).containsExactly(0, MAX, MAX);
        assertThat(ShortestPaths.sequential(graph, 0).distances()).containsExactly(0, MAX, MAX);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShortestPaths.search(device, small(), 5))
                .withMessage("source 5 is not in small, which has vertices 0..4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ShortestPaths.sequential(small(), -1))
                .withMessageContaining("source -1 is not in small");
        try (var none = DeviceWeightedGraph.of(device, WeightedGraph.of(Graph.ofEdges("none", 0, false), new int[0]))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ShortestPaths.on(none, PathsOptions.defaults()))
                    .withMessageContaining("none has no vertices");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PathsOptions.defaults().withDelta(-1))
                .withMessageContaining("delta -1; give at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PathsOptions.defaults().withThreads(-1))
                .withMessageContaining("-1 threads");
    }

    @Test
    void searchThatTakesTooLongIsCancelledAndCanBeRepeated() {
        var graph = WeightedGraph.withRandomWeights(new RoadGrid(100, 100, 1).graph(ReadProgress.NONE), 1, 1000, 1);
        try (var copy = DeviceWeightedGraph.of(device, graph);
                var search = ShortestPaths.on(copy, new PathsOptions(1, 2))) {
            var expected = ShortestPaths.sequential(graph, 0).distances();
            var limit = search.run(0).elapsed();
            boolean stopped = false;
            for (int i = 2; !stopped && i < 20; i++) {
                try {
                    search.run(0, limit.dividedBy(1L << i).plus(Duration.ofNanos(1)));
                } catch (LaunchStoppedException expectedStop) {
                    stopped = true;
                }
            }
            assertThat(stopped).isTrue();
            search.run(0);
            assertThat(search.result().distances()).isEqualTo(expected);
        }
    }

    @Test
    void planSaysWhatSearchesTakeOnEachKindOfDevice() {
        var roads = WeightedGraph.withRandomWeights(new RoadGrid(30, 20, 7).graph(ReadProgress.NONE), 1, 9, 1);
        var star = WeightedGraph.withRandomWeights(RandomGraphs.of(2, 900), 0, 9, 1);
        try (var jvm = Device.jvm();
                var simulator = Device.simulator(1)) {
            for (var device : List.of(jvm, simulator)) {
                for (var graph : List.of(roads, star)) {
                    try (var copy = DeviceWeightedGraph.of(device, graph)) {
                        var plan = ShortestPaths.plan(copy, PathsOptions.defaults());
                        long before = device.heldBytes();
                        assertThat(plan.rows()).isEqualTo(before);
                        try (var _ = ShortestPaths.on(copy, PathsOptions.defaults())) {
                            long taken = device.heldBytes() - before;
                            assertThat(plan.work()).as(plan.toString()).isBetween(taken - 10_000, taken);
                        }
                    }
                }
            }
        }
    }

    @Test
    void searchThatIsTooLargeForTheDeviceIsRefusedBeforeMemoryIsTaken() {
        try (var device = Device.simulator(1);
                var graph = DeviceWeightedGraph.of(
                        device, WeightedGraph.of(Graph.ofEdges("wide", 26_000_000, false), new int[0]))) {
            assertThatThrownBy(() -> ShortestPaths.on(graph, PathsOptions.defaults()))
                    .isInstanceOf(Graph.TooLargeException.class)
                    .hasMessageStartingWith("shortest paths of wide with 26000000 vertices and 0 edges needs ")
                    .hasMessageContaining("which has 1073741824; a graph with as many edges per vertex fits with");
        }
    }
}
