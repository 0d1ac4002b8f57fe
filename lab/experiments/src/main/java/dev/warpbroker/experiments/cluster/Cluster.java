package dev.warpbroker.experiments.cluster;

import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Rendering;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.examples.tree.TreeMaker;
import dev.warpbroker.examples.tree.TreeRun;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.rank.PageRank;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs applications on the executors of a cluster. Failures are exceptions with a message for people. */
public interface Cluster extends AutoCloseable {
    /** Connects to clusters; found by {@link java.util.ServiceLoader} where Spark is on the class path. */
    interface Connector {
        /**
         * {@return the cluster of a master, such as {@code spark://host:7077} or {@code local-cluster[2,1,1024]}}
         *
         * @param settings of Spark, beside those that are needed
         * @param classPath jars and folders with the program, for executors
         */
        Cluster connect(String master, Map<String, String> settings, List<String> classPath);
    }

    /**
     * How far work is.
     *
     * @param slices done
     * @param underWay slices with executors, or on their way
     * @param waiting tasks in the driver
     * @param executed tasks that were run
     * @param executors how many there are
     */
    record Progress(long slices, long underWay, long waiting, long executed, int executors, Duration elapsed) {}

    /** {@return the executors at present} */
    int executors();

    /**
     * What a slice has.
     *
     * @param threads how many, without a GPU
     */
    record Slot(int threads, boolean gpu) {}

    /** {@return what each slice has} */
    Slot slot();

    /**
     * Runs the tasks of a tree.
     *
     * @param joins whether results are joined, or left in memory
     * @param slice how long a slice takes, about
     */
    <T, R> TreeRun<R> run(TreeMaker<T, R> tree, boolean joins, Duration slice, Consumer<Progress> listener);

    /** Makes a picture, some rows at a time. */
    Rendering render(
            Scene scene, Accelerator accelerator, Camera camera, RenderOptions options, Consumer<Progress> listener);

    /** {@return PageRank of a graph in parts} */
    PageRank.Result pageRank(Graph graph, PageRank.StoppingRule rule);

    /** Distances, and how they came about. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Distances(int[] distances, Duration elapsed) {}

    /** {@return distances from a source, of a graph in parts} */
    Distances bfs(Graph graph, int source);

    /** {@return what was done where and when since the beginning} */
    List<Timeline.Slice> slices();

    @Override
    void close();
}
