package dev.warpbroker.graphs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.SharedGraphs;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases of lab/conformance search shapes, random graphs, lattices and roads with every variant and every queue. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BfsTest {
    private static final boolean DEEP = Boolean.getBoolean("warpbroker.long");

    /** Random graphs on the JVM and with weak memory; the profile for long tests has more. */
    private static final int GRAPHS = DEEP ? 200 : 25;

    private static final int WEAK_GRAPHS = DEEP ? 12 : 2;

    private static final List<BfsVariant> ON_LARGE_GRAPHS =
            List.of(BfsVariant.STEALING, BfsVariant.QUEUE, BfsVariant.ASYNC);

    private static final int THREADS = 4;
    private static final int SIMULATED = 128;

    @AutoClose
    private final Device jvm = Device.jvm();

    @AutoClose
    private final Device simulator = Device.simulator(5);

    private static BfsOptions options(BfsVariant variant, Device device) {
        return BfsOptions.of(variant).withThreads(device.properties().lanesPerWorker() == 1 ? THREADS : SIMULATED);
    }

    /** Searches, compares with a sequential search, and validates the predecessors. */
    private static BfsResult check(Device device, Graph graph, BfsOptions options, int... sources) {
        BfsResult result = new BfsResult(new int[0], new int[0]);
        try (var copy = DeviceGraph.of(device, graph);
                var search = Bfs.on(copy, options)) {
            for (int source : sources) {
                search.run(source);
                result = search.result();
                assertThat(result.distances())
                        .as("%s from %d, %s on %s", graph, source, options, device)
                        .isEqualTo(Bfs.sequential(graph, source).distances());
                result.check(graph, source);
            }
        }
        return result;
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void distancesOfRandomGraphsAreThoseOfASequentialSearch(BfsVariant variant) {
        for (int seed = 0; seed < GRAPHS; seed++) {
            var graph = RandomGraphs.of(seed, 2_000);
            check(jvm, graph, options(variant, jvm), 0, graph.vertices() / 2);
        }
    }

    /** Weak accesses of this simulator are stale until something orders them. */
    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void nothingIsMissedWhenMemoryIsWeak(BfsVariant variant) {
        for (int seed = 0; seed < WEAK_GRAPHS; seed++) {
            try (var weak = Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults())) {
                check(weak, RandomGraphs.of(7 + seed, 400), options(variant, weak), 0);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void latticeWithAllEdgesIsHalfItsExtentDeep(BfsVariant variant) throws IOException {
        for (int extent : new int[] {1, 2, 3, 20, 21}) {
            var graph = Lattice.cube(extent).graph(ReadProgress.NONE);
            var result = check(jvm, graph, options(variant, jvm), 0, graph.vertices() - 1);
            assertThat(result.depth()).isEqualTo(extent / 2);
        }
        var small = Lattice.cube(5).graph(ReadProgress.NONE);
        assertThat(check(simulator, small, options(variant, simulator), 62).depth())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p2p-Gnutella31.txt.gz", "usroads.txt.gz", "web-NotreDame.txt.gz"})
    void realGraphsAreSearched(String name) throws IOException {
        var graph = GraphSource.parse(SharedGraphs.file(name).toString(), ReadOptions.asWritten())
                .graph(ReadProgress.NONE);
        for (var variant : ON_LARGE_GRAPHS) {
            check(jvm, graph, options(variant, jvm), 0, graph.vertices() / 2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = QueueKind.class,
            names = {"BQ", "BSQ", "BAQ", "LCRQ"})
    void verticesThatFindNoRoomInTheQueueAreSearchedLater(QueueKind queue) {
        int leaves = 12_000;
        var star = starWithSecondEdges(leaves, 2 * leaves + 1);
        check(jvm, star, options(BfsVariant.ASYNC, jvm).withQueue(queue).withQueueCapacity(4), 0, 5, leaves + 7);
    }

    @Test
    void smallQueueThatWaitsWhenItIsFullIsRefused() {
        try (var copy = DeviceGraph.of(jvm, RandomGraphs.of(1, 200))) {
            var options =
                    BfsOptions.of(BfsVariant.ASYNC).withQueue(QueueKind.CBQ).withQueueCapacity(2);
            assertThatThrownBy(() -> Bfs.on(copy, options))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("CBQ of 2 elements", "give it at least");
        }
    }

    /** One worker finds more than it keeps for itself. */
    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void neighboursOfAHubAreSearchedWhoeverGetsThem(BfsVariant variant) {
        int leaves = 1_000;
        var graph = starWithSecondEdges(leaves, 2 * leaves + 1);
        check(simulator, graph, options(variant, simulator), 0, 1);
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void whatCannotBeReachedHasNoDistance(BfsVariant variant) {
        var graph = Graph.ofEdges("two parts", 6, true, 0, 1, 1, 2, 4, 5);
        for (var device : new Device[] {jvm, simulator}) {
            var result = check(device, graph, options(variant, device), 3, 5, 0);
            assertThat(result.distances()).containsExactly(0, 1, 2, -1, -1, -1);
            assertThat(result.predecessors()).containsExactly(0, 0, 1, -1, -1, -1);
        }
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void singleVertexIsItsOwnPredecessor(BfsVariant variant) {
        for (var device : new Device[] {jvm, simulator}) {
            for (var graph : new Graph[] {Graph.ofEdges("one", 1, true), Graph.ofEdges("loop", 1, false, 0, 0)}) {
                var result = check(device, graph, options(variant, device), 0);
                assertThat(result.predecessors()).containsExactly(0);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void oneThreadOrOneWarpCanSearchAlone(BfsVariant variant) {
        check(jvm, RandomGraphs.of(1, 2_000), BfsOptions.of(variant).withThreads(1), 0);
        check(simulator, RandomGraphs.of(1, 100), BfsOptions.of(variant).withThreads(1), 0);
    }

    @ParameterizedTest
    @EnumSource(BfsVariant.class)
    void sourceThatDoesNotExistIsRefusedWithTheRange(BfsVariant variant) {
        var graph = Graph.ofEdges("pair", 2, true, 0, 1);
        try (var copy = DeviceGraph.of(jvm, graph);
                var search = Bfs.on(copy, BfsOptions.of(variant))) {
            for (int source : new int[] {-1, 2}) {
                assertThatThrownBy(() -> search.run(source))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("source " + source + " is not in pair, which has vertices 0..1");
            }
        }
        try (var empty = DeviceGraph.of(jvm, Graph.ofEdges("nothing", 0, true))) {
            assertThatThrownBy(() -> Bfs.on(empty, BfsOptions.of(variant)))
                    .hasMessage("nothing has no vertices, hence no source to search from");
        }
    }

    @Test
    void oneCallSearchesAGraph() {
        var graph = RandomGraphs.of(4, 300);
        try (var device = Device.jvm()) {
            assertThat(Bfs.search(device, graph, 3).distances())
                    .isEqualTo(Bfs.sequential(graph, 3).distances());
        }
    }

    @Test
    void fastestVariantDependsOnTheDeviceAndOnTheEdgesOfAVertex() {
        var road = Graph.ofEdges("road", 4, true, 0, 1, 1, 2, 2, 3);
        var regular = Graph.ofEdges("all have three", 4, true, 0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3);
        var directed = Graph.ofEdges("directed", 4, false, 0, 1, 1, 2, 2, 3, 3, 0);
        try (var jvm = Device.jvm();
                var simulator = Device.simulator(1);
                var threads = DeviceGraph.of(jvm, road);
                var warps = DeviceGraph.of(simulator, road);
                var regularWarps = DeviceGraph.of(simulator, regular);
                var directedWarps = DeviceGraph.of(simulator, directed)) {
            assertThat(BfsVariant.fastest(threads)).isEqualTo(BfsVariant.DIRECTION);
            assertThat(BfsVariant.fastest(warps)).isEqualTo(BfsVariant.ASYNC);
            assertThat(BfsVariant.fastest(regularWarps)).isEqualTo(BfsVariant.QUEUE);
            assertThat(BfsVariant.fastest(directedWarps)).isEqualTo(BfsVariant.DIRECTION);
            try (var search = Bfs.on(warps)) {
                assertThat(search.variant()).isEqualTo(BfsVariant.ASYNC);
            }
        }
    }

    @Test
    void sparseGraphWithHubsIsNotTakenForRoads() {
        int[] rays =
                IntStream.range(1, 100).flatMap(leaf -> IntStream.of(0, leaf)).toArray();
        try (var graph = DeviceGraph.of(simulator, Graph.ofEdges("star", 100, true, rays))) {
            assertThat(BfsVariant.fastest(graph)).isEqualTo(BfsVariant.DIRECTION);
        }
    }

    /** However many edges a level must have for all threads to share it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, 300})
    void levelsThatAreSharedAndThoseThatAreNotFollowEachOther(int few) {
        for (int seed = 0; seed < GRAPHS; seed++) {
            var graph = RandomGraphs.of(seed, 1_500);
            try (var copy = DeviceGraph.of(jvm, graph);
                    var search = new ThreadSearch(copy, options(BfsVariant.DIRECTION, jvm), few);
                    var careful = new ThreadSearch(copy, options(BfsVariant.DIRECTION, jvm), few, seed % 3)) {
                int source = seed % 2 == 0 ? 0 : graph.vertices() - 1;
                compare(graph, search, source);
                compare(graph, careful, source);
            }
        }
        for (int seed = 0; seed < WEAK_GRAPHS; seed++) {
            // The hub of a star has more edges than a worker has lanes.
            var graph = seed == 0 ? star(1_000) : RandomGraphs.of(seed, 150);
            try (var weak = Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults());
                    var copy = DeviceGraph.of(weak, graph);
                    var search = new DirectionSearch(copy, options(BfsVariant.DIRECTION, weak), few)) {
                compare(graph, search, 0);
            }
        }
    }

    /** One thread finds all leaves, and has help with them. Lone vertices keep the search from going bottom-up. */
    @Test
    void verticesThatOneThreadFoundAreSharedWithTheOthers() {
        int leaves = 12_000;
        var graph = starWithSecondEdges(leaves, 6 * leaves);
        try (var copy = DeviceGraph.of(jvm, graph);
                var search = new ThreadSearch(copy, options(BfsVariant.DIRECTION, jvm), 0)) {
            for (int source : new int[] {0, 7, leaves + 7}) {
                compare(graph, search, source);
            }
        }
    }

    /** Checks also whether other threads took part. */
    private void searchByThreads(Graph graph, boolean isShared, int... sources) {
        try (var copy = DeviceGraph.of(jvm, graph);
                var search = new ThreadSearch(copy, options(BfsVariant.DIRECTION, jvm))) {
            for (int source : sources) {
                compare(graph, search, source);
                assertThat(search.wasShared()).isEqualTo(isShared);
            }
        }
    }

    @Test
    void oneThreadSearchesSmallRoads() throws IOException {
        var roads = GraphSource.parse("road:60x60", ReadOptions.asWritten()).graph(ReadProgress.NONE);
        searchByThreads(roads, false, 17);
    }

    /** A sparse graph, so one begins, and finds a level for all. */
    @Test
    void oneThreadBeginsAndTheOthersJoinForALargeLevel() {
        searchByThreads(starWithSecondEdges(5_000, 30_000), true, 0, 7, 5_007);
    }

    /** The leaves are a large level, from which nothing is left to find. */
    @Test
    void oneThreadSearchesAStar() {
        searchByThreads(star(40_000), false, 0, 7);
    }

    /**
     * Sources that are near lie behind those that are far, of which each vertex has another number, or there is none.
     */
    @Test
    void verticesLookOnUntilTheyFindASource() {
        int hubs = 20;
        int vertices = 5_000;
        var random = new Random(3);
        var pairs = IntStream.builder();
        for (int near = 1; near <= hubs; near++) {
            pairs.add(0).add(hubs + near);
        }
        for (int vertex = 2 * hubs + 1; vertex < vertices; vertex++) {
            for (int far = random.nextInt(12); far > 0; far--) {
                pairs.add(far).add(vertex);
            }
            for (int near = random.nextInt(4) * hubs / 3; near > 0; near--) {
                pairs.add(hubs + near).add(vertex);
            }
        }
        int[] edges = pairs.build().toArray();
        for (boolean undirected : new boolean[] {true, false}) {
            var graph = Graph.ofEdges("hubs", vertices, undirected, edges);
            try (var copy = DeviceGraph.of(jvm, graph);
                    var search = new ThreadSearch(copy, options(BfsVariant.DIRECTION, jvm))) {
                compare(graph, search, 0);
            }
        }
    }

    /** Edges of a vertex may have been counted twice. */
    @Test
    void searchThatHasFoundAllDoesNotGoOnBottomUp() {
        assertThat(Direction.isLessBottomUp(1_000, 0, -2_000)).isFalse();
        assertThat(Direction.isLessBottomUp(1_000, 400, -2_000)).isFalse();
        assertThat(Direction.isLessBottomUp(1_000, 600, -2_000)).isTrue();
    }

    private static Graph starWithSecondEdges(int leaves, int vertices) {
        return Graph.ofEdges(
                "star with a second edge at every leaf",
                vertices,
                true,
                IntStream.rangeClosed(1, leaves)
                        .flatMap(leaf -> IntStream.of(0, leaf, leaf, leaf + leaves))
                        .toArray());
    }

    private static Graph star(int leaves) {
        int[] pairs = new int[2 * leaves];
        for (int i = 0; i < leaves; i++) {
            pairs[2 * i + 1] = i + 1;
        }
        return Graph.ofEdges("star", leaves + 1, true, pairs);
    }

    private static void compare(Graph graph, Search search, int source) {
        search.run(source, Duration.ofDays(1));
        assertThat(search.result().distances())
                .as("%s from %d", graph, source)
                .isEqualTo(Bfs.sequential(graph, source).distances());
        search.result().check(graph, source);
    }

    @Test
    void memoryIsPlannedBeforeItIsTaken() {
        var size = new GraphSize("large", 1_000_000, 10_000_000, false);
        var plan = Bfs.plan(jvm, size, BfsOptions.defaults());
        assertThat(plan.rows()).isEqualTo(2 * 4 * 11_000_001L);
        assertThat(plan.work()).isBetween(16_000_000L, 17_000_000L);
        // A sparse one is begun on a copy.
        var sparse = new GraphSize("sparse", 1_000_000, 3_000_000, true);
        assertThat(Bfs.plan(jvm, sparse, BfsOptions.defaults()).work()).isBetween(44_000_000L, 46_000_000L);
        var tooLarge = new MemoryPlan("breadth-first search", size, 88_000_008, 12_000_000, "toy", 10_000_000);
        assertThatThrownBy(tooLarge::require)
                .isInstanceOf(Graph.TooLargeException.class)
                .hasMessage("breadth-first search of large with 1000000 vertices and 10000000 edges needs 100000008"
                        + " bytes on toy (88000008 for the graph, 12000000 besides), which has 10000000; a graph with"
                        + " as many edges per vertex fits with about 99999 vertices");
    }
}
