package dev.warpbroker.graphs.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What conformance does not show of every device. */
class PullPageRankTest {
    @AutoClose
    private final Device device = Device.jvm();

    private static Graph random(int seed) {
        var random = new SplittableRandom(seed);
        int vertices = 1 + random.nextInt(3_000);
        return Graph.ofEdges(
                "seed " + seed,
                vertices,
                random.nextBoolean(),
                random.ints(2L * random.nextInt(6 * vertices), 0, vertices).toArray());
    }

    /** Ranges of many threads are empty in small graphs. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void everyNumberOfThreadsGivesTheRanksOfTheReference(int threads) {
        for (int seed = 0; seed < 15; seed++) {
            var graph = random(seed);
            var rule = PageRank.StoppingRule.afterIterations(1 + seed % 9);
            try (var pageRank = PullPageRank.on(device, graph, RankGraph.Precision.DOUBLE, threads)) {
                var result = pageRank.run(rule);
                var expected = PageRank.sequential(graph, rule);
                assertThat(result.worstDifference(expected)).as("seed %d", seed).isLessThan(1e-12);
                assertThat(result.change()).isCloseTo(expected.change(), offset(1e-9));
                assertThat(result.iterations()).isEqualTo(expected.iterations());
                assertThat(IntStream.range(0, graph.vertices())
                                .mapToDouble(vertex -> result.ranks()[vertex])
                                .sum())
                        .isCloseTo(1, offset(1e-9));
            }
        }
    }

    /** Rows that repeat each other: of every length, and more of them than are summed up at once. */
    @ParameterizedTest
    @EnumSource(RankGraph.Precision.class)
    void rowsThatRepeatEachOtherGiveTheRanksOfTheReference(RankGraph.Precision precision) throws IOException {
        var rule = PageRank.StoppingRule.afterIterations(6);
        for (var graph : new Graph[] {
            Lattice.cube(20).graph(ReadProgress.NONE), band(1_000, 1), band(700, 2), band(600, 3), band(90, 7)
        }) {
            try (var pageRank = PullPageRank.on(device, graph, precision, 3)) {
                var result = pageRank.run(rule);
                assertThat(result.worstDifference(PageRank.sequential(graph, rule)))
                        .as(graph.name())
                        .isLessThan(precision.tolerance());
            }
        }
    }

    /** Edges to the next vertices, and one to the first, which has a rank unlike others. */
    private static Graph band(int vertices, int width) {
        int[] pairs = IntStream.range(0, vertices - width)
                .flatMap(vertex -> IntStream.rangeClosed(0, width)
                        .flatMap(step -> IntStream.of(vertex, step == 0 ? 0 : vertex + step)))
                .toArray();
        return Graph.ofEdges("band of " + width, vertices, false, pairs);
    }

    /** A vertex with more in-edges than a warp collects is collected by a block. */
    @ParameterizedTest
    @EnumSource(RankGraph.Precision.class)
    void vertexWithThousandsOfInEdgesIsCollectedByABlock(RankGraph.Precision precision) {
        int leaves = 2_100;
        int[] pairs = IntStream.rangeClosed(1, leaves)
                .flatMap(leaf -> IntStream.of(leaf, 0))
                .toArray();
        var star = Graph.ofEdges("star", leaves + 1, false, pairs);
        var rule = PageRank.StoppingRule.afterIterations(2);
        try (var device = Device.simulator(3);
                var pageRank = PullPageRank.on(device, star, precision, 64)) {
            assertThat(pageRank.run(rule).worstDifference(PageRank.sequential(star, rule)))
                    .isLessThan(precision.tolerance());
        }
    }

    /** In-edges from 0 to 120 of each of a few vertices and to itself: rows of lanes, narrow and wide, and of warps. */
    private static Graph rowsOfManyLengths(boolean undirected) {
        int vertices = 150;
        int[] pairs = IntStream.range(0, vertices)
                .flatMap(vertex -> IntStream.range(0, vertex % 10 == 0 ? vertex * 4 / 5 : vertex * 7 % 41)
                        .flatMap(i -> IntStream.of((vertex * 31 + i * 7) % vertices, vertex)))
                .toArray();
        return Graph.ofEdges("rows of many lengths", vertices, undirected, pairs);
    }

    private static Stream<Graph> shapes() {
        return Stream.of(
                Graph.ofEdges("a vertex", 1, false),
                Graph.ofEdges("a loop", 1, false, 0, 0),
                Graph.ofEdges("no edges", 70, true),
                Graph.ofEdges("loops and edges twice", 4, false, 0, 0, 1, 1, 0, 1, 0, 1, 1, 2),
                Graph.ofEdges("path", 100, false, pairs(99, i -> i, i -> i + 1)),
                Graph.ofEdges("star that ends in its leaves", 101, false, pairs(100, _ -> 0, i -> i + 1)),
                Graph.ofEdges("star", 101, true, pairs(100, _ -> 0, i -> i + 1)),
                Graph.ofEdges(
                        "many that lead nowhere",
                        394,
                        false,
                        new SplittableRandom(2).ints(590, 0, 394).toArray()),
                rowsOfManyLengths(false),
                rowsOfManyLengths(true));
    }

    private static int[] pairs(int count, IntUnaryOperator from, IntUnaryOperator to) {
        return IntStream.range(0, count)
                .flatMap(i -> IntStream.of(from.applyAsInt(i), to.applyAsInt(i)))
                .toArray();
    }

    /** The first run lays out the rows, the next one finds them laid out, and the third does it again. */
    @ParameterizedTest
    @MethodSource("shapes")
    void warpsLayOutRowsOfAnyShape(Graph graph) {
        var rule = PageRank.StoppingRule.afterIterations(3);
        try (var device = Device.simulator(5);
                var pageRank = PullPageRank.on(device, graph, RankGraph.Precision.DOUBLE, 512)) {
            var first = pageRank.run(rule);
            assertThat(first.worstDifference(PageRank.sequential(graph, rule))).isLessThan(1e-12);
            assertThat(pageRank.run(rule).ranks()).isEqualTo(first.ranks());
            assertThat(pageRank.runAnew(rule, Duration.ofMinutes(1)).ranks()).isEqualTo(first.ranks());
        }
    }

    @Test
    void toleranceEndsTheRun() {
        var graph = random(4);
        var rule = PageRank.StoppingRule.changeBelow(1e-8);
        var result = PageRank.rank(device, graph, rule);
        assertThat(result.change()).isLessThan(1e-8);
        assertThat(result.iterations())
                .isEqualTo(PageRank.sequential(graph, rule).iterations());
    }

    @Test
    void whatCannotBeRankedIsRefused() {
        var nothing = Graph.ofEdges("nothing", 0, true);
        assertThatThrownBy(() -> PullPageRank.on(device, nothing, RankGraph.Precision.DOUBLE))
                .hasMessageContaining("nothing has no vertices");
        assertThatThrownBy(() -> PullPageRank.on(device, random(1), RankGraph.Precision.DOUBLE, -1))
                .hasMessage("-1 threads for PageRank; give at least 1, or 0 for as many as the device holds");
    }

    @Test
    void memoryIsPlanned() {
        var graph = random(2);
        var plan = PullPageRank.plan(device, graph.size(), RankGraph.Precision.FLOAT);
        assertThat(plan.rows()).isEqualTo(4L * (graph.vertices() + 1 + graph.edges()));
        assertThat(plan.work()).isEqualTo(24L * graph.vertices());
        assertThat(plan.fits()).isTrue();
    }
}
