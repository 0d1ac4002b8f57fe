package dev.warpbroker.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.search.Bfs;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratorTest {
    static Stream<GraphSource> small() {
        return Stream.of(
                Lattice.cube(1),
                Lattice.cube(2),
                Lattice.cube(3),
                Lattice.cube(4),
                new Lattice(7, 5, 6, 0.5, 7),
                new Lattice(2, 9, 1, 0.25, 3),
                new Lattice(5, 5, 5, 0, 1),
                new RoadGrid(1, 1, 1),
                new RoadGrid(1, 9, 1),
                new RoadGrid(9, 1, 1),
                new RoadGrid(23, 17, 5),
                new RoadNetwork("tx", 1e-6, 1),
                new RoadNetwork("ca", 0.001, 3),
                Rmat.graph500(1, 1, 1),
                Rmat.graph500(9, 8, 3),
                new Rmat(8, 4, 0.25, 0.25, 0.25, 3));
    }

    private static Graph graph(GraphSource source) throws IOException {
        return source.graph(ReadProgress.NONE);
    }

    @ParameterizedTest
    @MethodSource("small")
    void generatedGraphsAreProperUndirectedGraphsWithoutLoops(GraphSource source) throws IOException {
        var graph = graph(source);
        var checked = Graph.of(source.name(), graph.offsets(), graph.targets(), true);
        assertThat(IntStream.range(0, checked.vertices()).noneMatch(vertex -> checked.hasEdge(vertex, vertex)))
                .isTrue();
        assertThat(graph.undirected()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("small")
    void everyDeviceMakesTheSameGraph(GraphSource source) throws IOException {
        var graph = graph(source);
        assertThat(graph(source).sameRows(graph)).isTrue();
        for (Device device : List.of(Device.jvm(), Device.simulator(1))) {
            try (device;
                    var onDevice = source.on(device, ReadProgress.NONE)) {
                assertThat(onDevice.graph().sameRows(graph))
                        .as(device.toString())
                        .isTrue();
                assertThat(onDevice.vertices()).isEqualTo(graph.vertices());
                assertThat(onDevice.edges()).isEqualTo(graph.edges());
                assertThat(onDevice.undirected()).isTrue();
                assertThat(onDevice.name()).isEqualTo(source.name());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3,3,3", "8,8,8", "9,9,9", "4,11,6", "15,3,3"})
    void fullLatticeHas26NeighboursAndHalfItsExtentAsDepth(int l, int m, int n) {
        var graph = new Lattice(l, m, n, 1, 1).graph(ReadProgress.NONE);
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            assertThat(graph.degree(vertex)).isEqualTo(26);
        }
        for (int source : new int[] {0, graph.vertices() / 3, graph.vertices() - 1}) {
            var search = Bfs.sequential(graph, source);
            assertThat(search.depth()).isEqualTo(Math.max(l, Math.max(m, n)) / 2);
            assertThat(search.reached()).isEqualTo(graph.vertices());
        }
    }

    @Test
    void latticeConnectsExactlyTheSitesAround() {
        int l = 4;
        int m = 5;
        int n = 3;
        var graph = new Lattice(l, m, n, 1, 1).graph(ReadProgress.NONE);
        for (int one = 0; one < graph.vertices(); one++) {
            for (int other = 0; other < graph.vertices(); other++) {
                boolean near = isNear(one / (m * n) - other / (m * n), l)
                        && isNear(one / n % m - other / n % m, m)
                        && isNear(one % n - other % n, n);
                assertThat(graph.hasEdge(one, other)).isEqualTo(near && one != other);
            }
        }
    }

    private static boolean isNear(int difference, int extent) {
        int around = Math.floorMod(difference, extent);
        return around <= 1 || around == extent - 1;
    }

    @ParameterizedTest
    @CsvSource({"0.25", "0.5", "0.9"})
    void latticeKeepsEdgesWithItsProbability(double probability) {
        var full = Lattice.cube(30).graph(ReadProgress.NONE);
        var graph = new Lattice(30, 30, 30, probability, 11).graph(ReadProgress.NONE);
        assertThat((double) graph.edges() / full.edges()).isCloseTo(probability, within(0.005));
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            for (int target : graph.neighbours(vertex)) {
                assertThat(full.hasEdge(vertex, target)).isTrue();
            }
        }
    }

    @Test
    void seedsMakeDifferentGraphs() throws IOException {
        assertThat(graph(new Lattice(9, 9, 9, 0.5, 1)).sameRows(graph(new Lattice(9, 9, 9, 0.5, 2))))
                .isFalse();
        assertThat(graph(new RoadGrid(30, 30, 1)).sameRows(graph(new RoadGrid(30, 30, 2))))
                .isFalse();
        assertThat(graph(Rmat.graph500(10, 8, 1)).sameRows(graph(Rmat.graph500(10, 8, 2))))
                .isFalse();
    }

    @Test
    void roadsReachEveryCrossingAndHaveFewNeighbours() {
        var grid = new RoadGrid(400, 300, 2);
        var graph = grid.graph(ReadProgress.NONE);
        var search = Bfs.sequential(graph, 0);
        assertThat(search.reached()).isEqualTo(400 * 300);
        assertThat(search.depth()).isGreaterThan(400);
        assertThat((double) graph.edges() / graph.vertices()).isBetween(2.4, 2.8);
        assertThat(IntStream.range(0, graph.vertices()).map(graph::degree).max().orElseThrow())
                .isLessThanOrEqualTo(8);
    }

    @Test
    void roadsDoNotCross() {
        int width = 60;
        var graph = new RoadGrid(width, 50, 4).graph(ReadProgress.NONE);
        int diagonals = 0;
        for (int vertex = 0; vertex < graph.vertices() - width - 1; vertex++) {
            if (vertex % width < width - 1) {
                boolean falling = graph.hasEdge(vertex, vertex + width + 1);
                boolean rising = graph.hasEdge(vertex + 1, vertex + width);
                assertThat(falling && rising).isFalse();
                diagonals += falling || rising ? 1 : 0;
            }
        }
        assertThat(diagonals).isPositive();
    }

    @Test
    void rmatGraphHasAFewVerticesWithVeryManyNeighbours() {
        var graph = Rmat.graph500(14, 16, 1).graph(ReadProgress.NONE);
        int[] degrees =
                IntStream.range(0, graph.vertices()).map(graph::degree).sorted().toArray();
        assertThat(graph.vertices()).isEqualTo(1 << 14);
        assertThat(graph.edges()).isBetween(16 << 14, 32 << 14);
        assertThat(degrees[degrees.length - 1]).isGreaterThan(50 * degrees[degrees.length / 2]);
        assertThat(degrees[0]).isZero();
    }

    @Test
    void renumberingOfRmatIsAPermutation() {
        for (int scale = 1; scale <= 12; scale++) {
            var rmat = Rmat.graph500(scale, 1, 5);
            assertThat(IntStream.range(0, 1 << scale)
                            .map(rmat::renumbered)
                            .sorted()
                            .toArray())
                    .isEqualTo(IntStream.range(0, 1 << scale).toArray());
        }
    }

    @Test
    void impossibleParametersAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Lattice(2_000, 2_000, 2_000, 1, 1))
                .withMessageContaining("2000 x 2000 x 2000")
                .withMessageContaining(String.valueOf(Graph.MAX_VERTICES));
        assertThatIllegalArgumentException().isThrownBy(() -> Lattice.cube(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Lattice(2_000_000_000, 2_000_000_000, 2_000_000_000, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Lattice(3, 3, 3, 1.5, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Lattice(3, 3, 3, Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoadGrid(0, 4, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RoadGrid(60_000, 60_000, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Rmat.graph500(31, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Rmat.graph500(30, 2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Rmat.graph500(10, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rmat(10, 1, 0.5, 0.5, 0.5, 1));
    }

    @ParameterizedTest
    @CsvSource({"pa, 54405, 77095", "tx, 68996, 96083", "ca, 98260, 138330"})
    void roadNetworksHaveTheSizeAndTheDegreesOfTheirStates(String state, int vertices, int roads) {
        hasSizeAndDegrees(new RoadNetwork(state, 0.05, 1), vertices, roads);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"pa, 1088092, 1541898", "tx, 1379917, 1921660", "ca, 1965206, 2766607"})
    void wholeRoadNetworksHaveTheSizeAndTheDegreesOfTheirStates(String state, int vertices, int roads) {
        hasSizeAndDegrees(new RoadNetwork(state, 1, 1), vertices, roads);
    }

    private static void hasSizeAndDegrees(RoadNetwork network, int vertices, int roads) {
        var graph = network.graph(ReadProgress.NONE);
        assertThat(graph.vertices()).isEqualTo(vertices);
        assertThat(graph.edges()).isEqualTo(2 * roads);
        assertThat(Bfs.sequential(graph, 0).reached()).isEqualTo(vertices);
        double[] shares = network.shares();
        double[] found = new double[shares.length + 3];
        IntStream.range(0, vertices).forEach(vertex -> found[graph.degree(vertex)] += 1.0 / vertices);
        double different = IntStream.range(0, found.length)
                .mapToDouble(degree ->
                        Math.abs(found[degree] - (degree >= 1 && degree <= shares.length ? shares[degree - 1] : 0)) / 2)
                .sum();
        assertThat(different).isLessThan(0.02);
    }
}
