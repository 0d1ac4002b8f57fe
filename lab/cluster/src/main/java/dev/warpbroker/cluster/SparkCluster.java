package dev.warpbroker.cluster;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Rendering;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.examples.tree.TreeMaker;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.experiments.cluster.Cluster;
import dev.warpbroker.experiments.cluster.Timeline;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.spark.ClusterException;
import dev.warpbroker.spark.SparkGraphs;
import dev.warpbroker.spark.SparkTasks;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** A cluster of Spark, with a driver in this JVM. */
final class SparkCluster implements Cluster {
    /** Parts of a graph for each core. */
    private static final int PARTS_PER_CORE = 2;

    private final JavaSparkContext spark;
    private final List<Timeline.Slice> slices = new ArrayList<>();

    SparkCluster(JavaSparkContext spark) {
        this.spark = spark;
    }

    @Override
    public int executors() {
        int known = spark.statusTracker().getExecutorInfos().length;
        return spark.isLocal() ? known : known - 1; // the driver is among them
    }

    @Override
    public Slot slot() {
        var conf = spark.getConf();
        return new Slot(conf.getInt("spark.task.cpus", 1), conf.getDouble("spark.task.resource.gpu.amount", 0) > 0);
    }

    @Override
    public <T, R> TreeRun<R> run(TreeMaker<T, R> tree, boolean joins, Duration slice, Consumer<Progress> listener) {
        try (var device = Device.jvm();
                var work = tree.on(device)) {
            var tasks = tasks(work)
                    .withSlice(slice)
                    .withProgress(progress -> listener.accept(new Progress(
                            progress.slices(),
                            progress.underWay(),
                            progress.waiting(),
                            progress.executed(),
                            progress.executors(),
                            progress.elapsed())));
            var outcome =
                    said(() -> joins ? TreeSlices.joined(tasks, tree, work) : TreeSlices.summed(tasks, tree, work));
            outcome.slices()
                    .forEach(one -> slices.add(new Timeline.Slice(
                            one.executor(), one.begin(), one.elapsed(), one.executed(), one.left())));
            return new TreeRun<>(outcome.result(), OptionalLong.of(outcome.executed()), outcome.elapsed());
        }
    }

    /** {@return tasks of the type of a tree's root, which is a record} */
    @SuppressWarnings("unchecked") // the class of a record is that of all values of its type
    private <T> SparkTasks<T> tasks(TreeWork<T, ?> work) {
        return SparkTasks.on(spark, (Class<T>) work.root().getClass());
    }

    @Override
    public Rendering render(
            Scene scene, Accelerator accelerator, Camera camera, RenderOptions options, Consumer<Progress> listener) {
        return said(() -> new SparkRender(spark, slices::add)
                .render(
                        scene,
                        accelerator,
                        camera,
                        options,
                        progress -> listener.accept(new Progress(
                                progress.done(), progress.left(), 0, 0, executors(), progress.elapsed()))));
    }

    @Override
    public PageRank.Result pageRank(Graph graph, PageRank.StoppingRule rule) {
        return said(() -> {
            double[] ranks = new double[graph.vertices()];
            long start = System.nanoTime();
            try (var parts = parts(graph)) {
                var ranking = parts.pageRank(rule);
                rows(ranking.table()).forEach(row -> ranks[(int) row.getLong(0)] = row.getDouble(1));
                return new PageRank.Result(ranks, ranking.iterations(), ranking.change(), since(start), Duration.ZERO);
            }
        });
    }

    @Override
    public Distances bfs(Graph graph, int source) {
        return said(() -> {
            int[] distances = new int[graph.vertices()];
            Arrays.fill(distances, -1);
            long start = System.nanoTime();
            try (var parts = parts(graph)) {
                rows(parts.bfs(source)).forEach(row -> distances[(int) row.getLong(0)] = (int) row.getLong(1));
            }
            return new Distances(distances, since(start));
        });
    }

    private static List<Row> rows(Dataset<Row> table) {
        return table.collectAsList();
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private SparkGraphs parts(Graph graph) {
        int parts = PARTS_PER_CORE * spark.defaultParallelism();
        var vertices =
                spark.parallelize(IntStream.range(0, graph.vertices()).boxed().toList(), parts);
        var sent = spark.broadcast(new Rows(graph));
        var edges = vertices.flatMapToPair(vertex -> sent.value().edges(vertex));
        var session = SparkSession.builder().sparkContext(spark.sc()).getOrCreate();
        return SparkGraphs.of(session, edges, parts).withVertices(vertices.map(Integer::longValue));
    }

    /** The rows of a graph on their way. */
    private static final class Rows implements Serializable {
        private static final long serialVersionUID = 1;

        private final int[] offsets;
        private final int[] targets;

        Rows(Graph graph) {
            offsets = IntStream.rangeClosed(0, graph.vertices())
                    .map(vertex -> vertex == graph.vertices() ? graph.edges() : graph.offset(vertex))
                    .toArray();
            targets = IntStream.range(0, graph.edges()).map(graph::target).toArray();
        }

        Iterator<Tuple2<Long, Long>> edges(int vertex) {
            return IntStream.range(offsets[vertex], offsets[vertex + 1])
                    .mapToObj(edge -> new Tuple2<>((long) vertex, (long) targets[edge]))
                    .iterator();
        }
    }

    @Override
    public List<Timeline.Slice> slices() {
        return List.copyOf(slices);
    }

    @Override
    public void close() {
        spark.close();
    }

    /** What a cluster says of a failure is for people, as that of devices. */
    private static <V> V said(Supplier<V> work) {
        try {
            return work.get();
        } catch (ClusterException failure) {
            throw new IllegalStateException(failure.getMessage(), failure);
        }
    }
}
