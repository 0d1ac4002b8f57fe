package dev.warpbroker.graphs.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentsTest {
    /** Two paths that meet at their ends, a pair, a loop and a vertex without edges. */
    private static Graph several(boolean undirected) {
        return Graph.ofEdges("several", 9, undirected, 4, 2, 2, 0, 1, 3, 3, 4, 5, 7, 6, 6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void labelsAreTheLowestVerticesWhicheverWayEdgesLead(boolean undirected) {
        int[] expected = {0, 0, 0, 0, 0, 5, 6, 5, 8};
        var graph = several(undirected);
        assertThat(Components.sequential(graph).labels()).isEqualTo(expected);
        try (var jvm = Device.jvm();
                var simulator = Device.simulator(1)) {
            assertThat(Components.of(jvm, graph).labels()).isEqualTo(expected);
            try (var copy = DeviceGraph.of(simulator, graph);
                    var components = Components.on(copy, 64)) {
                components.run();
                assertThat(components.result().labels()).isEqualTo(expected);
            }
        }
    }

    @Test
    void sizesAreCounted() {
        var result = Components.sequential(several(true));
        assertThat(result.count()).isEqualTo(4);
        assertThat(result.largest()).isZero();
        assertThat(result.sizesDescending()).containsExactly(5, 2, 1, 1);
        assertThat(result.sizes()).containsExactly(5, 0, 0, 0, 0, 2, 1, 0, 1);
    }

    @Test
    void graphWithoutVerticesHasNoComponents() {
        try (var device = Device.jvm()) {
            var result = Components.of(device, Graph.ofEdges("nothing", 0, true));
            assertThat(result.count()).isZero();
            assertThat(result.largest()).isEqualTo(-1);
        }
    }

    /** More threads than there are ranges, one thread, and several: with half as many edges as vertices. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void everyNumberOfThreadsFindsTheSame(int threads) {
        try (var device = Device.jvm()) {
            for (int seed = 0; seed < 20; seed++) {
                var random = new SplittableRandom(seed);
                int vertices = 1 + random.nextInt(5_000);
                var graph = Graph.ofEdges(
                        "seed " + seed,
                        vertices,
                        random.nextBoolean(),
                        random.ints(vertices + vertices % 2, 0, vertices).toArray());
                try (var copy = DeviceGraph.of(device, graph);
                        var components = Components.on(copy, threads)) {
                    components.run();
                    assertThat(components.result().labels())
                            .as("seed %d", seed)
                            .isEqualTo(Components.sequential(graph).labels());
                }
            }
        }
    }

    @Test
    void negativeNumberOfThreadsIsRefused() {
        try (var device = Device.jvm();
                var copy = DeviceGraph.of(device, several(true))) {
            assertThatThrownBy(() -> Components.on(copy, -1))
                    .hasMessage("-1 threads for components; give at least 1, or 0 for as many as the device holds");
        }
    }
}
