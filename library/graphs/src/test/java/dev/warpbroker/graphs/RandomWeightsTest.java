package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warpbroker.device.Device;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomWeightsTest {
    private static final RoadGrid ROADS = new RoadGrid(20, 10, 5);

    private static Device open(String device) {
        return device.equals("jvm") ? Device.jvm() : Device.simulator(1);
    }

    @Test
    void randomWeightsAreInTheirRangeAndTheSameInBothDirections() {
        var rows = ROADS.graph(ReadProgress.NONE);
        var graph = WeightedGraph.withRandomWeights(rows, 3, 5, 9);
        var checked = WeightedGraph.of(rows, graph.weights());
        boolean[] seen = new boolean[6];
        for (int edge = 0; edge < rows.edges(); edge++) {
            assertThat(checked.weight(edge)).isBetween(3, 5);
            seen[checked.weight(edge)] = true;
        }
        assertThat(seen).containsExactly(false, false, false, true, true, true);
        assertThat(WeightedGraph.withRandomWeights(rows, 3, 5, 10).weights()).isNotEqualTo(graph.weights());
    }

    @Test
    void greatestRangeOfWeightsIsUsed() {
        var rows = ROADS.graph(ReadProgress.NONE);
        var graph = WeightedGraph.withRandomWeights(rows, 0, Integer.MAX_VALUE, 1);
        var weights = IntStream.of(graph.weights()).summaryStatistics();
        assertThat(weights.getMin()).isNotNegative();
        assertThat(weights.getMax()).isGreaterThan(1 << 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void deviceMakesTheSameWeights(String name) {
        var expected = WeightedGraph.withRandomWeights(ROADS.graph(ReadProgress.NONE), 1, 1000, 7);
        try (var device = open(name);
                var made = DeviceWeightedGraph.withRandomWeights(ROADS.on(device, ReadProgress.NONE), 1, 1000, 7);
                var copied = DeviceWeightedGraph.of(device, expected)) {
            assertThat(made.graph().rows().sameRows(expected.rows())).isTrue();
            assertThat(made.graph().weights()).isEqualTo(expected.weights());
            assertThat(copied.graph().weights()).isEqualTo(expected.weights());
            assertThat(copied.leastWeight()).isBetween(1, 100);
            assertThat(copied.greatestWeight()).isBetween(900, 1000);
            assertThat(copied.averageWeight()).isBetween(400.0, 600.0);
            assertThat(made.averageWeight()).isEqualTo(500.5);
        }
    }

    @Test
    void rangeThatHasNoWeightsIsRefused() {
        var rows = Graph.ofEdges("pair", 2, true, 0, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WeightedGraph.withRandomWeights(rows, 5, 4, 1))
                .withMessageContaining("weights 5..4");
        try (var device = Device.jvm()) {
            var copy = DeviceGraph.of(device, rows);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DeviceWeightedGraph.withRandomWeights(copy, -1, 4, 1))
                    .withMessageContaining("weights -1..4; the least is at least 0");
        }
    }
}
