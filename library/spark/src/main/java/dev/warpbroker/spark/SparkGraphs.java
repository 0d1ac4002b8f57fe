package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.rank.PageRank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * A directed graph in parts on the executors of a Spark cluster: for graphs that do not fit into one device. Vertices
 * are any longs that have an edge, and those of {@link #withVertices}. Repeated edges count once, the lightest of them.
 *
 * <pre>{@code
 * // edges: a DataFrame (source, target) or (source, target, weight)
 * var graph = SparkGraphs.of(spark, edges, 64);
 * Dataset<Row> ranks = graph.pageRank(PageRank.StoppingRule.afterIterations(20)).table();   // (vertex, rank)
 * }</pre>
 *
 * <p>An algorithm runs in supersteps, one job of Spark each: every part goes as far as it can alone, on the device of
 * an executor ({@link Devices}), for some levels at most, and then sends what concerns vertices of other parts. A
 * superstep can be run again. If the context has a checkpoint folder, every 20th is written there, so that a lost
 * executor costs at most so many; without one, all are repeated.
 *
 * <p>A superstep takes Spark a tenth of a second, whatever it does: graphs that fit into one device are faster there,
 * and long thin ones, such as roads, by far.
 *
 * <p>{@link #close} frees the executors' memory.
 */
public final class SparkGraphs implements AutoCloseable {
    private static final int CHECKPOINT = 20;

    private static final int LANES_ON_GPU = 1 << 16;

    private final SparkSession spark;
    private final int parts;
    private final boolean undirected;
    private final JavaPairRDD<Long, long[]> edges;

    /** Vertices that need not have an edge. */
    private final @Nullable JavaRDD<Long> others;

    private final JavaRDD<GraphPart> rows;

    private SparkGraphs(
            SparkSession spark,
            JavaPairRDD<Long, long[]> edges,
            @Nullable JavaRDD<Long> others,
            int parts,
            boolean undirected) {
        this.spark = spark;
        this.edges = edges;
        this.others = others;
        this.parts = parts;
        this.undirected = undirected;
        int count = parts;
        boolean both = undirected;
        var sentEdges = edges.flatMapToPair(edge -> {
            long[] to = edge._2();
            var sent = new ArrayList<Tuple2<Integer, long[]>>(4);
            GraphPart.send(edge._1(), to[0], to[1], count).forEachRemaining(sent::add);
            if (both) {
                GraphPart.send(to[0], edge._1(), to[1], count).forEachRemaining(sent::add);
            }
            return sent.iterator();
        });
        var all = others == null
                ? sentEdges
                : sentEdges.union(
                        others.mapToPair(vertex -> new Tuple2<>(GraphPart.part(vertex, count), new long[] {vertex})));
        rows = all.partitionBy(new HashPartitioner(parts))
                .mapPartitionsWithIndex(
                        (index, sent) ->
                                List.of(GraphPart.of(index, count, sent)).iterator(),
                        true)
                .persist(StorageLevel.MEMORY_AND_DISK());
    }

    /**
     * {@return the graph of these edges, source and target}
     *
     * @param parts in how many parts it is kept: some for each core of the cluster, or for each GPU
     */
    public static SparkGraphs of(SparkSession spark, JavaPairRDD<Long, Long> edges, int parts) {
        requireParts(parts);
        return new SparkGraphs(spark, edges.mapValues(target -> new long[] {target, 1}), null, parts, false);
    }

    /**
     * {@return the graph of these edges}
     *
     * @param edges columns source and target, and weight if there is a third: whole numbers, weights from 0 on
     * @param parts in how many parts it is kept: some for each core of the cluster, or for each GPU
     */
    public static SparkGraphs of(SparkSession spark, Dataset<Row> edges, int parts) {
        requireParts(parts);
        int columns = edges.columns().length;
        if (columns != 2 && columns != 3) {
            throw new IllegalArgumentException("edges with columns " + Arrays.toString(edges.columns())
                    + "; give source, target and, if there are weights, weight");
        }
        return new SparkGraphs(
                spark,
                edges.toJavaRDD()
                        .mapToPair(row -> new Tuple2<>(
                                number(row, 0), new long[] {number(row, 1), columns == 3 ? weight(row) : 1})),
                null,
                parts,
                false);
    }

    private static void requireParts(int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException(parts + " parts of a graph; give at least 1");
        }
    }

    private static long number(Row row, int column) {
        if (row.get(column) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("edge " + row + " has " + row.get(column) + " in column " + column
                + ", which is no number; give whole numbers for vertices and weights");
    }

    private static long weight(Row row) {
        long weight = number(row, 2);
        if (weight < 0 || weight > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "edge " + row + " weighs " + weight + ", which is outside 0.." + Integer.MAX_VALUE);
        }
        return weight;
    }

    /** {@return the same graph with every edge in both directions; close it, too} */
    public SparkGraphs asUndirected() {
        return new SparkGraphs(spark, edges, others, parts, true);
    }

    /** {@return the same graph with these vertices, too, which need not have an edge; close it, too} */
    public SparkGraphs withVertices(JavaRDD<Long> vertices) {
        return new SparkGraphs(spark, edges, vertices, parts, undirected);
    }

    /**
     * {@return the number of vertices}
     *
     * @throws ClusterException if Spark gave up
     */
    public long vertices() {
        return jobs(() -> rows.map(part -> (long) part.own.length).reduce(Long::sum));
    }

    /**
     * {@return a row (vertex, distance) for every vertex: the least number of edges from {@code source}, or -1}
     *
     * @throws ClusterException if Spark gave up
     */
    public Dataset<Row> bfs(long source) {
        return distances(source, Relaxation.Weight.ONE);
    }

    /**
     * {@return a row (vertex, distance) for every vertex: the least sum of weights from {@code source}, or -1}
     *
     * @throws ClusterException if Spark gave up
     */
    public Dataset<Row> shortestPaths(long source) {
        return distances(source, Relaxation.Weight.OWN);
    }

    private Dataset<Row> distances(long source, Relaxation.Weight weight) {
        boolean known = jobs(() ->
                rows.map(part -> Arrays.binarySearch(part.own, source) >= 0).reduce(Boolean::logicalOr));
        if (!known) {
            throw new IllegalArgumentException("source " + source
                    + " is no vertex: no edge begins or ends there; give one that has an edge, or add it by"
                    + " withVertices");
        }
        return jobs(() -> relaxed(source, weight, "distance"));
    }

    /**
     * {@return a row (vertex, component) for every vertex: the lowest vertex of its component, if edges are followed
     * both ways}
     *
     * @throws ClusterException if Spark gave up
     */
    public Dataset<Row> components() {
        if (undirected) {
            return jobs(() -> relaxed(null, Relaxation.Weight.NONE, "component"));
        }
        try (var both = asUndirected()) {
            return both.components();
        }
    }

    private Dataset<Row> relaxed(@Nullable Long source, Relaxation.Weight weight, String column) {
        int count = parts;
        var state = rows.map(part -> Relaxation.begin(part, source));
        JavaPairRDD<Integer, long[]> offers = none();
        JavaRDD<Relaxation.State> last = null;
        for (int superstep = 1; ; superstep++) {
            var stepped = rows.zipPartitions(state, SparkGraphs::both)
                    .zipPartitions(
                            offers,
                            (here, sent) -> here.hasNext()
                                    ? List.of(relax(here.next(), sent, weight, count))
                                            .iterator()
                                    : List.<Relaxation.State>of().iterator());
            keep(stepped, superstep);
            long pending = stepped.map(Relaxation.State::pending).reduce(Long::sum);
            if (last != null) {
                last.unpersist(false);
            }
            last = stepped;
            if (pending == 0) {
                break;
            }
            state = stepped;
            offers = stepped.flatMapToPair(Relaxation.State::sent).partitionBy(new HashPartitioner(parts));
        }
        boolean distances = source != null;
        var values = rows.zipPartitions(last, SparkGraphs::both)
                .flatMap(both -> IntStream.range(0, both._1().own.length)
                        .mapToObj(i -> RowFactory.create(
                                both._1().own[i],
                                distances && both._2().values()[i] == Relaxation.NOTHING
                                        ? -1L
                                        : both._2().values()[i]))
                        .iterator());
        return table(values, column, DataTypes.LongType, last);
    }

    private static Relaxation.State relax(
            Tuple2<GraphPart, Relaxation.State> here,
            Iterator<Tuple2<Integer, long[]>> sent,
            Relaxation.Weight weight,
            int parts) {
        var device = Devices.ofTask();
        return Relaxation.step(device, lanes(device), here._1(), here._2(), sent, weight, parts);
    }

    /**
     * Ranks, and how they came about.
     *
     * @param table a row (vertex, rank) for every vertex
     * @param iterations that were made
     * @param change by which the last of them changed all ranks together
     */
    public record Ranking(Dataset<Row> table, int iterations, double change) {}

    /**
     * {@return PageRank with the usual damping}
     *
     * @throws ClusterException if Spark gave up
     */
    public Ranking pageRank(PageRank.StoppingRule rule) {
        long vertices = vertices();
        if (vertices == 0) {
            throw new IllegalArgumentException("a graph without edges has no vertices, so there is nothing to rank");
        }
        return jobs(() -> ranked(rule, vertices));
    }

    private Ranking ranked(PageRank.StoppingRule rule, long vertices) {
        int count = parts;
        var ranked = rows.map(RankPart::new).persist(StorageLevel.MEMORY_AND_DISK());
        var state = ranked.map(part -> {
            var device = Devices.ofTask();
            return part.begin(device, lanes(device), vertices, count);
        });
        keep(state, 0);
        double toAll =
                state.map(RankPart.State::totals).reduce(RankPart.Totals::plus).toAll();
        int iteration = 0;
        double change;
        do {
            iteration++;
            double shared = toAll;
            var shares = state.flatMapToPair(RankPart.State::sent).partitionBy(new HashPartitioner(parts));
            var stepped = ranked.zipPartitions(state, SparkGraphs::both)
                    .zipPartitions(
                            shares,
                            (here, sent) -> here.hasNext()
                                    ? List.of(rank(here.next(), sent, shared, vertices, count))
                                            .iterator()
                                    : List.<RankPart.State>of().iterator());
            keep(stepped, iteration);
            var totals = stepped.map(RankPart.State::totals).reduce(RankPart.Totals::plus);
            toAll = totals.toAll();
            state.unpersist(false);
            state = stepped;
            change = totals.change();
        } while (!rule.isReached(iteration, change));
        var values = ranked.zipPartitions(state, SparkGraphs::both)
                .flatMap(both -> IntStream.range(0, both._2().ranks().length)
                        .mapToObj(i ->
                                RowFactory.create(both._1().vertex(i), both._2().ranks()[i]))
                        .iterator());
        var table = table(values, "rank", DataTypes.DoubleType, state);
        ranked.unpersist(false);
        return new Ranking(table, iteration, change);
    }

    private static RankPart.State rank(
            Tuple2<RankPart, RankPart.State> here,
            Iterator<Tuple2<Integer, RankPart.Shares>> sent,
            double toAll,
            long vertices,
            int parts) {
        var device = Devices.ofTask();
        return here._1().step(device, lanes(device), here._2(), sent, toAll, vertices, parts);
    }

    /** {@return what jobs of Spark give} Spark throws what its methods do not say; an interrupt cancels the jobs. */
    private <V> V jobs(Supplier<V> work) {
        var context = spark.sparkContext();
        String tag = "warpbroker-" + UUID.randomUUID();
        context.addJobTag(tag);
        try {
            return work.get();
        } catch (ClusterException told) {
            throw told;
        } catch (Exception failure) {
            context.cancelJobsWithTag(tag);
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted; the jobs of the graph were cancelled", failure);
            }
            throw ClusterException.of(failure);
        } finally {
            context.removeJobTag(tag);
        }
    }

    private static <A, B> Iterator<Tuple2<A, B>> both(Iterator<A> one, Iterator<B> other) {
        return one.hasNext()
                ? List.of(new Tuple2<>(one.next(), other.next())).iterator()
                : List.<Tuple2<A, B>>of().iterator();
    }

    private JavaPairRDD<Integer, long[]> none() {
        return context().parallelizePairs(List.<Tuple2<Integer, long[]>>of()).partitionBy(new HashPartitioner(parts));
    }

    private void keep(JavaRDD<?> state, int superstep) {
        state.persist(StorageLevel.MEMORY_AND_DISK());
        if (superstep > 0
                && superstep % CHECKPOINT == 0
                && context().getCheckpointDir().isPresent()) {
            state.checkpoint();
        }
    }

    /** Computes the table, so that the state that it is made of is not needed any more. */
    private Dataset<Row> table(JavaRDD<Row> values, String column, DataType type, JavaRDD<?> state) {
        var schema = DataTypes.createStructType(List.of(
                DataTypes.createStructField("vertex", DataTypes.LongType, false),
                DataTypes.createStructField(column, type, false)));
        var table = spark.createDataFrame(values, schema).persist(StorageLevel.MEMORY_AND_DISK());
        table.count();
        state.unpersist(false);
        return table;
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    /** {@return as many lanes as keep a device busy} */
    private static int lanes(Device device) {
        return SliceEngine.isJvm(device) ? Devices.threadsOfTask() : LANES_ON_GPU;
    }

    /** Frees the memory of the executors. Tables that came of this graph stay. */
    @Override
    public void close() {
        rows.unpersist(false);
    }
}
