package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ManySourcesTest {
    @Test
    void partsOfTheLastVertexEndWhereIntsDo() {
        int end = Graph.MAX_EDGES;
        int begin = end - 1_100;
        assertThat(ManySources.heavyParts(new int[] {begin - 3, begin, end}))
                .hasSize(2 * 9)
                .startsWith(1, begin, 1, begin + 128)
                .endsWith(1, begin + 8 * 128);
    }

    private static void assertSame(ManySources.Result found, ManySources.Result expected, String what) {
        assertThat(found.reached()).as(what).isEqualTo(expected.reached());
        assertThat(found.depths()).as(what).isEqualTo(expected.depths());
        assertThat(found.sums()).as(what).isEqualTo(expected.sums());
    }

    @Test
    void searchesFindWhatASearchFromEachSourceFinds() {
        try (var device = Device.jvm()) {
            for (long seed = 0; seed < 60; seed++) {
                var graph = RandomGraphs.of(seed, 400);
                int[] sources = new SplittableRandom(seed)
                        .ints(1 + 3 * seed, 0, graph.vertices())
                        .toArray();
                var expected = ManySources.sequential(graph, sources);
                try (var copy = DeviceGraph.of(device, graph);
                        var searches = ManySources.on(copy, sources.length, 3)) {
                    assertSame(searches.run(sources), expected, "seed " + seed);
                    assertSame(searches.run(sources), expected, "seed " + seed + ", again");
                }
            }
        }
    }

    @Test
    void closenessIsOneOverTheAverageDistance() {
        var path = Graph.ofEdges("path", 4, true, 0, 1, 1, 2);
        try (var device = Device.jvm();
                var copy = DeviceGraph.of(device, path);
                var searches = ManySources.on(copy)) {
            var found = searches.run(0, 1, 3, 1);
            assertThat(found.sources()).containsExactly(0, 1, 3, 1);
            assertThat(found.reached()).containsExactly(3, 3, 1, 3);
            assertThat(found.sums()).containsExactly(3, 2, 0, 2);
            assertThat(found.closeness(0)).isEqualTo(2 / 3.0);
            assertThat(found.closeness(1)).isEqualTo(1);
            assertThat(found.closeness(2)).isZero();
            assertThat(searches.run().reached()).isEmpty();
        }
    }

    @Test
    void whatIsWrongIsNamed() {
        try (var device = Device.jvm();
                var copy = DeviceGraph.of(device, Graph.ofEdges("pair", 2, true, 0, 1));
                var none = DeviceGraph.of(device, Graph.ofEdges("none", 0, true));
                var searches = ManySources.on(copy)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> searches.run(0, 1, 2))
                    .withMessage("source number 2, vertex 2, is not in pair, which has vertices 0..1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ManySources.on(none))
                    .withMessageContaining("none has no vertices");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ManySources.on(copy, 0, 0))
                    .withMessageContaining("0 sources at once");
        }
    }

    @Test
    void memoryIsPlannedBeforeItIsTaken() {
        try (var device = Device.simulator(1)) {
            try (var graph = DeviceGraph.of(device, RandomGraphs.of(1, 900))) {
                var plan = ManySources.plan(device, graph.size(), 200);
                long before = device.heldBytes();
                assertThat(plan.rows()).isEqualTo(before);
                try (var _ = ManySources.on(graph, 200, 0)) {
                    long taken = device.heldBytes() - before;
                    assertThat(plan.work()).as(plan.toString()).isBetween(taken - 20_000, taken);
                }
            }
            try (var graph = DeviceGraph.of(device, Graph.ofEdges("wide", 25_000_000, false))) {
                assertThatThrownBy(() -> ManySources.on(graph))
                        .isInstanceOf(Graph.TooLargeException.class)
                        .hasMessageStartingWith("searches from many sources of wide with 25000000 vertices")
                        .hasMessageContaining("which has 1073741824; a graph with as many edges per vertex fits with");
            }
        }
    }
}
