package dev.warpbroker.graphs.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadProgress;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartedRowsTest {
    /** Every vertex has a part, and the sum of what its row names, whatever the order of rows. {@return bundles} */
    private static int check(Graph graph, int count) {
        int vertices = graph.vertices();
        double[] values = IntStream.range(0, vertices)
                .mapToDouble(vertex -> 1 + vertex * vertex % 97)
                .toArray();
        int bundles = 0;
        try (var device = Device.jvm();
                var rows = DeviceGraph.of(device, graph);
                var order = device.ints(vertices);
                var cells = Cells.of(device, RankGraph.Precision.DOUBLE, vertices)) {
            for (int vertex = 0; vertex < vertices; vertex++) {
                cells.set(vertex, values[vertex]);
            }
            var parted = new PartedRows(rows.offsets(), rows.targets(), order, count);
            int next = 0;
            for (int number = 0; number < count; number++) {
                var part = parted.part(number);
                assertThat(parted.begin(number)).isEqualTo(next);
                part.limit(next, parted.begin(number + 1));
                part.arrange();
                next = part.end();
                double[] sums = new double[part.end() - part.begin()];
                part.collect(cells, sums);
                for (int vertex = part.begin(); vertex < part.end(); vertex++) {
                    double expected = IntStream.of(graph.neighbours(vertex))
                            .mapToDouble(source -> values[source])
                            .sum();
                    assertThat(sums[vertex - part.begin()])
                            .as("%s, vertex %d", graph.name(), vertex)
                            .isCloseTo(expected, offset(1e-9 * expected));
                }
                bundles += part.bundles();
            }
            assertThat(next).isEqualTo(vertices);
        }
        return bundles;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void everyRowIsSummedUp(int parts) {
        for (int seed = 0; seed < 20; seed++) {
            var random = new SplittableRandom(seed);
            int vertices = 1 + random.nextInt(60);
            int[] pairs = random.ints(2L * random.nextInt(seed % 2 == 0 ? 200 : 3_000), 0, vertices)
                    .toArray();
            check(Graph.ofEdges("seed " + seed, vertices, random.nextBoolean(), pairs), parts);
        }
    }

    /** A row of cells along an axis is a bundle, or three at the borders. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void mostRowsOfALatticeRepeat(int parts) throws IOException {
        int side = 24;
        var lattice = Lattice.cube(side).graph(ReadProgress.NONE);
        assertThat(check(lattice, parts)).isBetween(side * side, 3 * side * side);
    }
}
