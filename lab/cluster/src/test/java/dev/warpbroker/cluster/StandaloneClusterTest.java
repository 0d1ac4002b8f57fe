package dev.warpbroker.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.Light;
import dev.warpbroker.examples.render.Material;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Renderer;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.examples.render.Sky;
import dev.warpbroker.examples.render.TreasureScene;
import dev.warpbroker.examples.render.Vec;
import dev.warpbroker.examples.tree.Queens;
import dev.warpbroker.examples.tree.TreeSize;
import dev.warpbroker.examples.tree.Uts;
import dev.warpbroker.examples.tree.UtsShape;
import dev.warpbroker.experiments.cluster.Cluster;
import dev.warpbroker.experiments.cluster.SparkHome;
import dev.warpbroker.experiments.cluster.StandaloneCluster;
import dev.warpbroker.experiments.cluster.Timeline;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.search.Bfs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master and two workers as processes: the applications give what one device gives, whatever is killed. */
@Tag("cluster")
class StandaloneClusterTest {
    private static final boolean LONG = Boolean.getBoolean("warpbroker.long");
    private static final StandaloneCluster.Workers WORKER = new StandaloneCluster.Workers(1, 1, 1024);
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final Uts T1 = new Uts.Geometric(UtsShape.FIXED, 10, 4, 19);
    private static final TreeSize T1_SIZE = new TreeSize(4_130_071, 3_305_118, 10);
    private static final Uts T3 = new Uts.Binomial(2000, 0.124875, 8, 42);
    private static final TreeSize T3_SIZE = new TreeSize(4_112_897, 3_599_034, 1_572);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static SparkHome home;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static StandaloneCluster standalone;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Cluster cluster;

    @BeforeAll
    static void start() throws IOException {
        home = SparkHome.of(
                folder.resolve("spark"),
                classPath()
                        .filter(StandaloneClusterTest::isOfSpark)
                        .map(Path::of)
                        .toList());
        standalone =
                StandaloneCluster.start(home, folder.resolve("cluster"), new StandaloneCluster.Workers(2, 1, 1024));
        cluster = new SparkConnector()
                .connect(
                        standalone.master(),
                        Map.of("spark.executor.extraJavaOptions", "-XX:+UseSerialGC"),
                        classPath().filter(entry -> !isOfSpark(entry)).toList());
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
        assertThat(StandaloneCluster.stop(folder.resolve("cluster"))).isPositive();
    }

    private static Stream<String> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static boolean isOfSpark(String entry) {
        return entry.endsWith(".jar")
                && !Path.of(entry).getFileName().toString().startsWith("warpbroker-");
    }

    @Test
    void treesAreThoseOfOneDevice() {
        assertThat(cluster.run(T1::on, false, SLICE, _ -> {}).result()).isEqualTo(T1_SIZE);
        var joined = cluster.run(T3::on, true, SLICE, _ -> {});
        assertThat(joined.result()).isEqualTo(T3_SIZE);
        assertThat(joined.tasks()).hasValue(T3_SIZE.nodes());
    }

    @Test
    void queensAreThoseOfOneDevice() {
        var run = cluster.run(device -> new Queens(device, 13, 5), true, SLICE, _ -> {});
        assertThat(run.result()).isEqualTo(73_712);
    }

    @Test
    void executorsKilledAtRandomMomentsChangeNothing() {
        killing(
                LONG ? 10 : 2,
                () -> standalone.processes().stream()
                        .flatMap(ProcessHandle::children)
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                        .toList());
    }

    @Test
    void workersKilledAtRandomMomentsChangeNothing() throws IOException {
        int times = LONG ? 5 : 1;
        for (int i = 0; i < times; i++) {
            killing(
                    1,
                    () -> standalone.processes().stream()
                            .skip(1)
                            .filter(ProcessHandle::isAlive)
                            .toList());
            standalone = standalone.withWorker(home, folder.resolve("cluster"), WORKER);
        }
    }

    /** Kills one of some processes in the middle of a run while both executors are at work, so many times. */
    private static void killing(int times, Supplier<List<ProcessHandle>> victims) {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        int runs = 0;
        for (int kills = 0; kills < times; runs++) {
            assertThat(runs).as("runs in which one could be killed").isLessThan(10 * times);
            long after = random.nextLong(T1_SIZE.nodes() / 2);
            var killed = new AtomicBoolean();
            var run = cluster.run(T1::on, random.nextBoolean(), Duration.ofMillis(100), progress -> {
                if (progress.executed() >= after && progress.executors() == 2 && !killed.get()) {
                    var alive = victims.get();
                    if (alive.size() == 2) {
                        killed.set(alive.get(random.nextInt(2)).destroyForcibly());
                    }
                }
            });
            assertThat(run.result()).as("seed " + seed).isEqualTo(T1_SIZE);
            assertThat(run.tasks()).as("seed " + seed).hasValue(T1_SIZE.nodes());
            kills += killed.get() ? 1 : 0;
        }
    }

    @Test
    void pictureIsTheSameToTheByte() throws IOException {
        var scene = LONG ? TreasureScene.make() : mirroredPyramid();
        var camera = scene.cameras().getFirst();
        var options = RenderOptions.of(120, 92);
        byte[] expected;
        try (var device = Device.jvm();
                var placed = new DeviceScene(device, scene)) {
            expected = png("one.png", Renderer.render(placed, camera, options).image()::writePng);
        }

        var rendering = cluster.render(scene, Accelerator.BVH, camera, options, _ -> {});

        assertThat(png("many.png", rendering.image()::writePng)).isEqualTo(expected);
    }

    private static Scene mirroredPyramid() {
        var scene = new Scene.Builder();
        int red = scene.material(Material.matte(new Vec(0.8f, 0.2f, 0.1f)));
        int mirror = scene.material(Material.matte(Vec.all(0.1f)).reflecting(Vec.all(0.8f)));
        Vec[] floor = {new Vec(-9, 0, 9), new Vec(9, 0, 9), new Vec(9, 0, -9), new Vec(-9, 0, -9)};
        Vec[] base = {new Vec(-2, 0, 2), new Vec(2, 0, 2), new Vec(2, 0, -2), new Vec(-2, 0, -2)};
        scene.triangle(mirror, floor[0], floor[1], floor[2]).triangle(mirror, floor[0], floor[2], floor[3]);
        for (int i = 0; i < 4; i++) {
            scene.triangle(red, base[i], base[(i + 1) % 4], new Vec(0, 3, 0));
        }
        return scene.light(Light.point(new Vec(5, 9, 7), Vec.all(0.9f)))
                .ambient(Vec.all(0.2f))
                .sky(new Sky(Vec.all(0.1f), new Vec(0.3f, 0.5f, 0.9f)))
                .camera(new Camera(new Vec(1, 4, 9), new Vec(0, -0.3f, -1), 60))
                .build();
    }

    private interface Written {
        void to(Path file) throws IOException;
    }

    private static byte[] png(String name, Written picture) throws IOException {
        var file = folder.resolve(name);
        picture.to(file);
        return Files.readAllBytes(file);
    }

    @Test
    void graphsAreThoseOfOneThread() {
        int[] pairs = new SplittableRandom(3).ints(4_000, 0, 500).toArray();
        var graph = Graph.ofEdges("random", 500, false, pairs);
        var rule = PageRank.StoppingRule.afterIterations(8);
        double[] ranks = cluster.pageRank(graph, rule).ranks();
        double[] expected = PageRank.sequential(graph, rule).ranks();
        assertThat(IntStream.range(0, 500)
                        .mapToDouble(vertex -> Math.abs(ranks[vertex] - expected[vertex]))
                        .max()
                        .orElseThrow())
                .isLessThan(1e-9);
        assertThat(cluster.bfs(graph, 1).distances())
                .isEqualTo(Bfs.sequential(graph, 1).distances());
    }

    @Test
    void timelineShowsEverySlice() {
        var slices = List.of(
                new Timeline.Slice("0", 1_000, Duration.ofMillis(300), 10, 3),
                new Timeline.Slice("1", 1_100, Duration.ofMillis(200), 10, 0));
        assertThat(new Timeline(slices).svg()).contains("executor 0", "executor 1", "2 slices", "0.3 s");
    }

    @Test
    void secondClusterInAFolderIsRefused() {
        assertThatThrownBy(() -> StandaloneCluster.start(
                        home, folder.resolve("cluster"), new StandaloneCluster.Workers(1, 1, 1024)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cluster stop");
    }

    @Test
    void folderWithoutSparkIsRefused() {
        assertThatThrownBy(() -> SparkHome.at(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no Spark in");
    }
}
