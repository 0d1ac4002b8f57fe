package dev.warpbroker.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.warpbroker.device.Grid;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.WeightedGraph;
import dev.warpbroker.graphs.components.Components;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.ShortestPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** Graphs in parts give what one thread computes. */
@Tag("cluster")
class SparkGraphsTest {
    private static final long SEED = 5;
    private static final int VERTICES = 300;
    private static final int PARTS = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path checkpoints;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static JavaSparkContext context;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static SparkSession spark;

    @BeforeAll
    static void startCluster() {
        context = TestCluster.shared();
        context.setCheckpointDir(checkpoints.toString());
        spark = SparkSession.builder().getOrCreate();
    }

    /** Every vertex has an edge; some are reached by none. */
    private static WeightedGraph graph() {
        var random = new SplittableRandom(SEED);
        var pairs = new ArrayList<Integer>();
        for (int vertex = 0; vertex < VERTICES; vertex++) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                pairs.add(vertex);
                pairs.add((vertex + random.nextInt(40)) % (VERTICES / 2) + vertex / (VERTICES / 2) * (VERTICES / 2));
            }
        }
        var rows = Graph.ofEdges(
                "random",
                VERTICES,
                false,
                pairs.stream().mapToInt(Integer::intValue).toArray());
        return WeightedGraph.withRandomWeights(rows, 1, 20, SEED);
    }

    private static Dataset<Row> edges(WeightedGraph graph) {
        var rows = new ArrayList<Row>();
        for (int vertex = 0; vertex < graph.rows().vertices(); vertex++) {
            for (int edge = graph.rows().offset(vertex); edge < graph.rows().offset(vertex + 1); edge++) {
                rows.add(RowFactory.create((long) vertex, (long) graph.rows().target(edge), (long) graph.weight(edge)));
            }
        }
        return spark.createDataFrame(
                rows,
                DataTypes.createStructType(List.of(
                        DataTypes.createStructField("source", DataTypes.LongType, false),
                        DataTypes.createStructField("target", DataTypes.LongType, false),
                        DataTypes.createStructField("weight", DataTypes.LongType, false))));
    }

    private static long[] longs(Dataset<Row> table) {
        long[] values = new long[VERTICES];
        for (var row : table.collectAsList()) {
            values[(int) row.getLong(0)] = row.getLong(1);
        }
        return values;
    }

    private static long[] asLongs(int[] values) {
        return IntStream.of(values).asLongStream().toArray();
    }

    @Test
    void distancesAndComponentsAreThoseOfOneThread() {
        var graph = graph();
        try (var parts = SparkGraphs.of(spark, edges(graph), PARTS)) {
            assertThat(parts.vertices()).isEqualTo(VERTICES);
            assertThat(longs(parts.bfs(7)))
                    .isEqualTo(asLongs(Bfs.sequential(graph.rows(), 7).distances()));
            var paths = ShortestPaths.sequential(graph, 7);
            assertThat(longs(parts.shortestPaths(7)))
                    .isEqualTo(IntStream.range(0, VERTICES)
                            .mapToLong(vertex -> paths.distances()[vertex])
                            .toArray());
            assertThat(longs(parts.components()))
                    .isEqualTo(asLongs(Components.sequential(graph.rows()).labels()));
        }
    }

    @Test
    void ranksAreThoseOfOneThread() {
        var graph = graph();
        var expected = PageRank.sequential(graph.rows(), PageRank.StoppingRule.afterIterations(6));
        try (var parts = SparkGraphs.of(spark, edges(graph).drop("weight"), PARTS)) {
            for (var row : parts.pageRank(PageRank.StoppingRule.afterIterations(6))
                    .table()
                    .collectAsList()) {
                assertThat(row.getDouble(1)).isCloseTo(expected.ranks()[(int) row.getLong(0)], within(1e-9));
            }
        }
    }

    @Tag("long")
    @Test
    void killedExecutorsChangeNothing() throws InterruptedException {
        var graph = graph();
        var expected = PageRank.sequential(graph.rows(), PageRank.StoppingRule.afterIterations(50));
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < 5; i++) {
            long victim = TestCluster.executors(context).getFirst();
            int wait = 1_000 + random.nextInt(4_000);
            var killer = Thread.ofPlatform().start(() -> kill(victim, wait));
            try (var parts = SparkGraphs.of(spark, edges(graph).drop("weight"), PARTS)) {
                for (var row : parts.pageRank(PageRank.StoppingRule.afterIterations(50))
                        .table()
                        .collectAsList()) {
                    assertThat(row.getDouble(1)).isCloseTo(expected.ranks()[(int) row.getLong(0)], within(1e-9));
                }
            }
            killer.join();
        }
    }

    private static void kill(long victim, int afterMillis) {
        try {
            Thread.sleep(afterMillis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        ProcessHandle.of(victim).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void edgesMayBePairs() {
        var pairs = context.parallelizePairs(
                List.of(new Tuple2<>(10L, 20L), new Tuple2<>(20L, -5L), new Tuple2<>(7L, 7L)), 2);
        try (var parts = SparkGraphs.of(spark, pairs, 3).withVertices(context.parallelize(List.of(99L, 20L), 1))) {
            var distances = parts.bfs(10);
            assertThat(distances.columns()).containsExactly("vertex", "distance");
            assertThat(distances.collectAsList().stream().map(row -> row.getLong(0) + ":" + row.getLong(1)))
                    .containsExactlyInAnyOrder("10:0", "20:1", "-5:2", "7:-1", "99:-1");
            assertThatThrownBy(() -> parts.bfs(11))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("source 11 is no vertex");
        }
    }

    @Test
    void partitionsHaveDevices() {
        var squares = context.parallelize(List.of(1, 2, 3, 4), 2)
                .mapPartitions(Devices.<Integer, Integer>onPartition((device, elements) -> {
                    var read = new ArrayList<Integer>();
                    elements.forEachRemaining(read::add);
                    try (var memory = device.ints(read.size())) {
                        memory.copyIn(read.stream().mapToInt(Integer::intValue).toArray());
                        device.run(
                                Grid.threads(read.size()),
                                lane -> memory.set(lane.id(), memory.get(lane.id()) * memory.get(lane.id())));
                        return IntStream.of(memory.copyOut()).boxed().iterator();
                    }
                }))
                .collect();

        assertThat(squares).containsExactly(1, 4, 9, 16);
    }

    @Test
    void deviceOutsideOfATaskIsRefused() {
        assertThatThrownBy(Devices::ofTask)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Device.open()");
    }

    @Test
    void edgeThatWeighsLessThanNothingIsNamed() {
        var light = edges(graph()).limit(3).withColumn("weight", functions.lit(-1L));
        try (var parts = SparkGraphs.of(spark, light, PARTS)) {
            assertThatThrownBy(() -> parts.shortestPaths(0))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("weighs -1, which is outside 0..");
        }
    }

    @Test
    void interruptedDriverCancelsAndStaysInterrupted() throws InterruptedException {
        var thrown = new AtomicReference<Throwable>();
        try (var parts = SparkGraphs.of(spark, edges(graph()), PARTS)) {
            parts.vertices();
            var driver = Thread.ofPlatform().start(() -> {
                try {
                    parts.pageRank(PageRank.StoppingRule.afterIterations(1_000));
                } catch (ClusterException failure) {
                    thrown.set(
                            Thread.currentThread().isInterrupted() ? failure : new AssertionError("not interrupted"));
                }
            });
            while (context.statusTracker().getActiveJobIds().length == 0) {
                Thread.sleep(10);
            }
            driver.interrupt();
            driver.join();

            assertThat(thrown.get()).isInstanceOf(ClusterException.class).hasMessageContaining("were cancelled");
            assertThat(parts.vertices()).isEqualTo(VERTICES);
        }
    }

    @Test
    void edgesWithOtherColumnsAreRefused() {
        var edges = edges(graph()).select("source");
        assertThatThrownBy(() -> SparkGraphs.of(spark, edges, PARTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("[source]", "source, target");
    }
}
