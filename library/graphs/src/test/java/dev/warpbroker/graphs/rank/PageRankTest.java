package dev.warpbroker.graphs.rank;

import static dev.warpbroker.graphs.rank.PageRank.StoppingRule.afterIterations;
import static dev.warpbroker.graphs.rank.PageRank.StoppingRule.changeBelow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.SharedGraphs;
import dev.warpbroker.graphs.rank.PageRank.StoppingRule;
import dev.warpbroker.graphs.rank.RankGraph.Precision;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks without barriers are those of the sequential reference. Cases of lab/conformance rank with every queue, and in
 * floats.
 */
class PageRankTest {
    @AutoClose
    private final Device device = Device.jvm();

    /** The paper's number of iterations. */
    private static final int PAPER = 8;

    /** So few that small graphs have split vertices. */
    private static final int MAX_IN_EDGES = 5;

    private static final Duration LIMIT = Duration.ofHours(1);

    /** Of a real graph, whose iterations take their time. */
    private static final double SMALL_CHANGE = Boolean.getBoolean("warpbroker.long") ? 1e-9 : 1e-4;

    /** A device for each test: JUnit closes arguments after it. */
    static Stream<Device> devices() {
        return Stream.of(Device.jvm(), simulator());
    }

    private static Device simulator() {
        return Device.simulator(SimulatorOptions.seeded(5).adversarial(), DeviceOptions.defaults());
    }

    private static int threads(Device device) {
        return device.properties().lanesPerWorker() == 1 ? 3 : 64;
    }

    private static PageRank.Result ranked(
            Device device, Graph graph, Precision precision, QueueKind kind, StoppingRule until) {
        try (var ranked = RankGraph.of(device, graph, precision, MAX_IN_EDGES);
                var pageRank = PageRank.on(ranked, new PageRank.Options(kind, threads(device), 32))) {
            return pageRank.run(until, LIMIT);
        }
    }

    private static void assertRanks(String what, PageRank.Result found, PageRank.Result expected, double tolerance) {
        assertThat(found.iterations()).as(what).isEqualTo(expected.iterations());
        assertThat(found.change()).as(what).isCloseTo(expected.change(), within(tolerance));
        for (int vertex = 0; vertex < expected.ranks().length; vertex++) {
            double rank = expected.ranks()[vertex];
            if (!(Math.abs(found.ranks()[vertex] - rank) <= tolerance * rank)) {
                fail(what + ", vertex " + vertex + ": " + found.ranks()[vertex] + "; must be " + rank);
            }
        }
    }

    /**
     * Some have no in-edges, some no out-edges, some neither; there are loops, duplicates and a vertex that most point
     * to.
     */
    private static Graph randomGraph(long seed) {
        var random = new SplittableRandom(seed);
        int vertices = random.nextInt(1, 60);
        int sources = random.nextInt(1, vertices + 1);
        int targets = random.nextInt(1, vertices + 1);
        var pairs = new ArrayList<Integer>();
        for (int i = random.nextInt(4 * vertices); i > 0; i--) {
            int source = random.nextInt(sources);
            pairs.add(source);
            pairs.add(
                    random.nextInt(4) == 0 ? vertices / 2 : random.nextInt(8) == 0 ? source : random.nextInt(targets));
        }
        int[] ends = pairs.stream().mapToInt(Integer::intValue).toArray();
        return Graph.ofEdges("random graph of seed " + seed, vertices, random.nextInt(5) == 0, ends);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void ranksOfRandomGraphsAreThoseOfTheReference(Device device) {
        int graphs = device.properties().lanesPerWorker() == 1 ? 40 : 4;
        for (long seed = 0; seed < graphs; seed++) {
            var graph = randomGraph(seed);
            for (var until : List.of(afterIterations(PAPER), changeBelow(1e-10))) {
                var expected = PageRank.sequential(graph, until);
                String what = graph + ", " + until;
                assertRanks(what, ranked(device, graph, Precision.DOUBLE, QueueKind.BQ, until), expected, 1e-9);
            }
        }
    }

    static Stream<Graph> extremes() {
        int[] star =
                IntStream.range(1, 100).flatMap(leaf -> IntStream.of(leaf, 0)).toArray();
        int[] ring = IntStream.range(0, 50)
                .flatMap(vertex -> IntStream.of(vertex, (vertex + 1) % 50))
                .toArray();
        return Stream.of(
                Graph.ofEdges("one vertex", 1, false),
                Graph.ofEdges("one vertex with a loop", 1, false, 0, 0),
                Graph.ofEdges("no edges", 40, false),
                Graph.ofEdges("chain", 3, false, 0, 1, 1, 2),
                Graph.ofEdges("loops only", 3, false, 0, 0, 1, 1, 2, 2),
                Graph.ofEdges("star to its centre", 100, false, star),
                Graph.ofEdges("star from its centre", 100, false, star).transposed(),
                Graph.ofEdges("star both ways", 100, true, star),
                Graph.ofEdges("ring", 50, false, ring));
    }

    @ParameterizedTest
    @MethodSource("extremes")
    void extremeGraphsAreRanked(Graph graph) {
        for (var device : devices().toList()) {
            try (device) {
                for (int mostInEdges : new int[] {MAX_IN_EDGES, 1_000}) {
                    try (var ranked = RankGraph.of(device, graph, Precision.DOUBLE, mostInEdges);
                            var pageRank =
                                    PageRank.on(ranked, new PageRank.Options(QueueKind.BQ, threads(device), 32))) {
                        for (int iterations : new int[] {1, PAPER, 9}) {
                            var until = afterIterations(iterations);
                            assertRanks(
                                    pageRank + ", split above " + mostInEdges,
                                    pageRank.run(until, LIMIT),
                                    PageRank.sequential(graph, until),
                                    1e-12);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void differentQueuesGiveTheSameBits(Device device) {
        var graph = randomGraph(22);
        var expected = ranked(device, graph, Precision.DOUBLE, QueueKind.BQ, afterIterations(20));
        for (var kind : List.of(QueueKind.BSQ, QueueKind.GQ, QueueKind.SFQ)) {
            assertThat(ranked(device, graph, Precision.DOUBLE, kind, afterIterations(20))
                            .ranks())
                    .isEqualTo(expected.ranks());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 33, 200})
    void ranksDoNotDependOnTheNumberOfWorkers(int threads) {
        var graph = randomGraph(22);
        var expected = PageRank.sequential(graph, afterIterations(PAPER));
        for (var device : devices().toList()) {
            try (device;
                    var ranked = RankGraph.of(device, graph, Precision.DOUBLE);
                    var pageRank = PageRank.on(ranked, new PageRank.Options(QueueKind.BSQ, threads, 64))) {
                assertRanks(pageRank.toString(), pageRank.run(afterIterations(PAPER), LIMIT), expected, 1e-12);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void runsCanBeRepeatedAndDifferInNothing(Device device) {
        try (var ranked = RankGraph.of(device, randomGraph(3), Precision.DOUBLE);
                var pageRank = PageRank.on(ranked, new PageRank.Options(QueueKind.BWD, threads(device), 64))) {
            var first = pageRank.run(changeBelow(1e-8), LIMIT);
            assertThat(first.iterations()).isGreaterThan(PAPER);
            assertThat(pageRank.run(afterIterations(PAPER), LIMIT).iterations()).isEqualTo(PAPER);
            assertThat(pageRank.run(changeBelow(1e-8), LIMIT).ranks()).isEqualTo(first.ranks());
        }
    }

    @Test
    void runThatTakesTooLongIsCancelledAndCanBeRepeated() {
        var graph = GraphSource.parse("rmat:12:8", ReadOptions.asWritten());
        try (var ranked = RankGraph.of(device, graph.graph(ReadProgress.NONE), Precision.DOUBLE);
                var pageRank = PageRank.on(ranked, new PageRank.Options(QueueKind.BQ, 2, 1))) {
            // More iterations than anyone can wait for: a host that does not get to run is not late.
            assertThatThrownBy(() -> pageRank.run(afterIterations(1_000_000), Duration.ofNanos(1)))
                    .isInstanceOf(LaunchStoppedException.class);
            var expected = PageRank.sequential(ranked.graph(), afterIterations(PAPER));
            assertRanks("after a cancelled run", pageRank.run(afterIterations(PAPER), LIMIT), expected, 1e-9);
        } catch (IOException impossible) {
            throw new AssertionError("generated, not read", impossible);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"p2p-Gnutella31.txt.gz", "usroads.txt.gz"})
    void realGraphsHaveTheRanksAndTheOrderOfTheReference(String name) throws IOException {
        var graph = GraphSource.parse(SharedGraphs.file(name).toString(), ReadOptions.asWritten())
                .graph(ReadProgress.NONE);
        try (var ranked = RankGraph.of(device, graph, Precision.DOUBLE);
                var pageRank = PageRank.on(ranked)) {
            for (var until : List.of(afterIterations(PAPER), changeBelow(SMALL_CHANGE))) {
                var expected = PageRank.sequential(graph, until);
                var found = pageRank.run(until, LIMIT);
                assertRanks(graph + ", " + until, found, expected, 1e-9);
                assertThat(found.top(100)).isEqualTo(expected.top(100));
            }
        }
    }

    @Test
    void topIsOrderedByRankAndThenByVertex() {
        var graph = Graph.ofEdges("two peaks", 6, false, 0, 3, 1, 3, 2, 5, 4, 5);
        var result = PageRank.sequential(graph, afterIterations(PAPER));
        assertThat(result.top(4)).containsExactly(3, 5, 0, 1);
        assertThat(result.top(0)).isEmpty();
        assertThat(result.top(100)).hasSize(6);
    }

    @Test
    void ranksThatAreAlmostTheSameMayChangePlaces() {
        var expected = result(0.4, 0.3, 0.2, 0.1);
        assertThat(result(0.4, 0.3, 0.2, 0.1).worstPlace(expected, 4)).isZero();
        assertThat(result(0.3, 0.4, 0.2, 0.1).worstPlace(expected, 4)).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(result(0.4, 0.3, 0.1, 0.2).worstPlace(expected, 2)).isZero();

        var close = result(0.4, 0.3, 0.3 * (1 - 1e-6), 0.1);
        double swapped = result(0.4, 0.3 * (1 - 1e-6), 0.3, 0.1).worstPlace(close, 4);
        assertThat(swapped).isCloseTo(1e-6, within(1e-9)).isLessThan(2 * Precision.FLOAT.tolerance());
    }

    /** Whatever is right up to a part has an order that is right up to twice that part. */
    @Test
    void ranksThatAreRightHaveAnOrderThatIsRight() {
        var random = new SplittableRandom(7);
        double tolerance = Precision.FLOAT.tolerance();
        double[] ranks = random.doubles(500, 1, 1 + 500 * tolerance).toArray();
        double[] near = Arrays.stream(ranks)
                .map(rank -> rank * (1 + tolerance * random.nextDouble(-1, 1)))
                .toArray();
        var expected = result(ranks);
        var found = result(near);
        assertThat(found.top(100)).isNotEqualTo(expected.top(100));
        assertThat(found.worstDifference(expected)).isLessThanOrEqualTo(tolerance);
        assertThat(found.worstPlace(expected, 100)).isPositive().isLessThan(2.001 * tolerance);
    }

    private static PageRank.Result result(double... ranks) {
        return new PageRank.Result(ranks, 1, 0, Duration.ZERO, Duration.ZERO);
    }

    @Test
    void ranksOfTheReferenceAreThoseOfAChainByHand() {
        // From 1/2 each: vertex 0 gives 0.85/2 to vertex 1, which gives 0.85/4 to both; 0.15/2 goes to each.
        var result = PageRank.sequential(Graph.ofEdges("pair", 2, false, 0, 1), afterIterations(1));
        assertThat(result.ranks()[0]).isCloseTo(0.2875, within(1e-15));
        assertThat(result.ranks()[1]).isCloseTo(0.7125, within(1e-15));
        assertThat(result.change()).isCloseTo(0.425, within(1e-15));
    }

    @Test
    void whatCannotBeRankedIsRefused() {
        var empty = Graph.ofEdges("nothing", 0, false);
        assertThatThrownBy(() -> PageRank.sequential(empty, afterIterations(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing has no vertices");
        assertThatThrownBy(() -> RankGraph.of(device, empty, Precision.DOUBLE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> afterIterations(0)).hasMessageContaining("0 iterations");
        assertThatThrownBy(() -> changeBelow(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> changeBelow(-1)).hasMessageContaining("-1");
    }

    @Test
    void oneCallRanksAGraph() {
        var graph = randomGraph(5);
        var rule = afterIterations(PAPER);
        assertRanks("in one call", PageRank.rank(device, graph, rule), PageRank.sequential(graph, rule), 1e-12);
    }

    /** Graphs of both sizes have queues of the same size, which the plan leaves out. */
    @Test
    void planGrowsAsWhatIsTakenDoes() {
        var small = Graph.ofEdges("small", 20_000, true);
        var large = Graph.ofEdges("large", 30_000, true);
        assertThat(needed(device, large) - needed(device, small))
                .isEqualTo(taken(device, large) - taken(device, small));
    }

    private static long needed(Device device, Graph graph) {
        return RankGraph.plan(device, graph.size(), Precision.DOUBLE).needed();
    }

    private static long taken(Device device, Graph graph) {
        try (var ranked = RankGraph.of(device, graph, Precision.DOUBLE);
                var _ = PageRank.on(ranked)) {
            return device.heldBytes();
        }
    }
}
