package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceWeightedGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.RoadGrid;
import dev.warpbroker.graphs.WeightedGraph;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks of 32 threads have room for 32 vertices: many more than these are found at once in some of the graphs. */
class NarrowPathsTest {
    private static final int TWO_BLOCKS = 64;

    private static Graph graph(String shape) {
        return switch (shape) {
            case "roads" -> new RoadGrid(16, 14, 5).graph(ReadProgress.NONE);
            // Seven edges away from the source, the eighth back to it.
            case "tree" ->
                Graph.ofEdges(
                        shape,
                        1_000,
                        true,
                        IntStream.range(1, 1_000)
                                .flatMap(vertex -> IntStream.of((vertex - 1) / 7, vertex))
                                .toArray());
            // Directed, with loops, edges that come twice, and vertices that lead nowhere.
            default -> {
                var random = new SplittableRandom(11);
                yield Graph.ofEdges(
                        shape,
                        300,
                        false,
                        IntStream.range(0, 600)
                                .flatMap(number -> {
                                    int from = number % 270;
                                    int to = number % 9 == 0 ? from : random.nextInt(300);
                                    return number % 5 == 0 ? IntStream.of(from, to, from, to) : IntStream.of(from, to);
                                })
                                .toArray());
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "roads, 1000, 0",
        "roads, 20, 1",
        "roads, 67108863, 0",
        "tree, 1000, 1048576",
        "tree, 1, 1",
        "directed, 1000, 0",
        "directed, 3, 1"
    })
    void pathsAreThoseOfDijkstra(String shape, int greatestWeight, int delta) {
        var graph = WeightedGraph.withRandomWeights(graph(shape), 1, greatestWeight, 3);
        try (var device = Device.simulator(1);
                var copy = DeviceWeightedGraph.of(device, graph);
                var search = ShortestPaths.on(copy, new PathsOptions(delta, TWO_BLOCKS))) {
            assertThat(NarrowPaths.fit(copy)).isTrue();
            search.run(0);
            var result = search.result();
            assertThat(result.distances())
                    .isEqualTo(ShortestPaths.sequential(graph, 0).distances());
            result.check(graph, 0);
        }
    }
}
