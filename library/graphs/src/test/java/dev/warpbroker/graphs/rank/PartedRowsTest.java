package dev.warpbroker.graphs.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadProgress;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartedRowsTest {
    /** {@return the in-edges of every vertex as the bundles say} */
    private static int[][] rows(PartedRows parted, int vertices) {
        int[][] rows = new int[vertices][];
        int[] bundles = parted.bundles();
        for (int i = 0; i < bundles.length - 1; i += PartedRows.INTS) {
            int length = bundles[i + PartedRows.LENGTH];
            boolean repeats = bundles[i + PartedRows.REPEATS] == 1;
            for (int row = bundles[i]; row < bundles[i + PartedRows.INTS]; row++) {
                int number = row - bundles[i];
                int element = bundles[i + PartedRows.ELEMENT] + (repeats ? 0 : number * length);
                int[] elements = Arrays.copyOfRange(parted.elements(), element, element + length);
                assertThat(rows[parted.vertices()[row]]).isNull();
                rows[parted.vertices()[row]] = IntStream.of(elements)
                        .map(source -> repeats ? source + number : source)
                        .toArray();
            }
        }
        return rows;
    }

    private static void check(Graph incoming, int[] places, int parts) {
        var parted = PartedRows.of(incoming, places, parts);
        var expected = IntStream.range(0, incoming.vertices())
                .mapToObj(vertex -> IntStream.of(incoming.neighbours(vertex))
                        .map(source -> places[source])
                        .toArray())
                .toArray(int[][]::new);
        assertThat(rows(parted, incoming.vertices())).isDeepEqualTo(expected);
        assertThat(parted.parts()).hasSize(parts + 1).isSorted();
        assertThat(parted.parts()[parts]).isEqualTo(parted.bundles().length / PartedRows.INTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void everyRowIsInOneBundle(int parts) {
        for (int seed = 0; seed < 20; seed++) {
            var random = new SplittableRandom(seed);
            int vertices = 1 + random.nextInt(60);
            int[] pairs = random.ints(2L * random.nextInt(200), 0, vertices).toArray();
            var graph = Graph.ofEdges("seed " + seed, vertices, random.nextBoolean(), pairs);
            check(graph, HotFirst.places(graph, 10), parts);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void mostRowsOfALatticeRepeat(int parts) throws IOException {
        var lattice = Lattice.cube(24).graph(ReadProgress.NONE);
        int[] places = IntStream.range(0, lattice.vertices()).toArray();
        check(lattice, places, parts);
        assertThat(PartedRows.of(lattice, places, parts).elements().length).isLessThan(lattice.edges() / 4);
    }
}
