package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeviceGraphTest {
    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), Device.simulator(3));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void kernelsReadTheRowsOfTheHost(Device device) {
        var graph = Graph.ofEdges(
                "random",
                100,
                false,
                new SplittableRandom(1).ints(1_000, 0, 100).toArray());
        try (device;
                var copy = DeviceGraph.of(device, graph)) {
            var sums = device.ints(graph.vertices());
            var offsets = copy.offsets();
            var targets = copy.targets();
            device.run(Grid.threads(graph.vertices()), lane -> {
                int sum = 0;
                for (int edge = offsets.get(lane.id()); edge < offsets.get(lane.id() + 1); edge++) {
                    sum += targets.get(edge);
                }
                sums.set(lane.id(), sum);
            });
            int[] found = sums.copyOut();
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                assertThat(found[vertex])
                        .isEqualTo(IntStream.of(graph.neighbours(vertex)).sum());
            }
            assertThat(copy.graph().sameRows(graph)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void graphsWithoutEdgesOrVerticesCanBeCopied(Device device) {
        try (device) {
            for (int vertices : new int[] {0, 5}) {
                var graph = Graph.ofEdges("empty", vertices, true);
                try (var copy = DeviceGraph.of(device, graph)) {
                    assertThat(copy.edges()).isZero();
                    assertThat(copy.graph().sameRows(graph)).isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void graphThatIsTooLargeForTheDeviceIsRefusedWithBytesNeededAndAvailable(Device device) {
        try (device) {
            long available = device.properties().memoryBytes();
            var lattice = new Lattice(1_290, 1_290, 1_290, 1, 1);
            assertThatThrownBy(() -> DeviceGraph.lattice(device, lattice))
                    .isInstanceOf(Graph.TooLargeException.class)
                    .hasMessageContainingAll("lattice:1290 with 2146689000 vertices", "8586756004 bytes on " + device)
                    .hasMessageContaining("which has " + available);
        }
    }

    @Test
    void edgesAreTurnedAroundOnceWhoeverAsks() throws Exception {
        int[] pairs = IntStream.range(0, 200_000).map(end -> end / 2).toArray();
        try (var device = Device.jvm();
                var graph = DeviceGraph.of(device, Graph.ofEdges("loops", 100_000, false, pairs));
                var threads = Executors.newFixedThreadPool(2)) {
            var one = threads.submit(graph::incoming);
            var other = threads.submit(graph::incoming);
            assertThat(one.get()).isSameAs(other.get());
        }
    }

    @Test
    void moreEdgesThanAnArrayHoldsAreRefusedAfterTheyWereCounted() {
        assertThatThrownBy(() -> Rows.checkIndices("large", 100_000_000, 2_600_000_000L))
                .isInstanceOf(Graph.TooLargeException.class)
                .hasMessageContaining("2600000000 edges")
                .hasMessageContaining(String.valueOf(Graph.MAX_EDGES));
    }
}
