package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Tasks that spawn tasks, on the devices of all executors of a Spark cluster. Tasks and their body are those of
 * {@link dev.warpbroker.tasks.Scheduler} or {@link dev.warpbroker.tasks.forkjoin.ForkJoin}.
 *
 * <pre>{@code
 * var tasks = SparkTasks.on(spark, Node.class);
 * long leaves = tasks.run(List.of(root), device -> new CountLeaves(device), Long::sum).result();
 *
 * int fib = tasks.compute(new Fib(40), Join::sum, (fib, fork) -> …).result();
 * }</pre>
 *
 * <p>The driver keeps the tasks that wait. A slice of them goes to an executor, runs there with all that its tasks
 * spawn until its time is up, on the executor's GPU or on threads ({@link Devices}), and returns what came of it and
 * the tasks that are left.
 *
 * <p><b>Guarantees.</b> Every task counts once, also if executors or workers are lost and slices are run again, and
 * under speculative execution: results are merged in the driver, one for each slice. What a task writes elsewhere may
 * be written more than once. A task that throws ends the run with a {@link ClusterException} that names it. A thread
 * that is interrupted while it waits cancels the run, gets a {@code ClusterException} and stays interrupted. The
 * cluster can be used after all of these.
 *
 * <p><b>Not guaranteed.</b> What runs where, and in which order results are merged. The driver is not replaced if it is
 * lost. A {@link dev.warpbroker.tasks.forkjoin.Fork.Continuation} needs results of children that may be on another
 * machine: there are none here.
 *
 * @param <T> the tasks: a record, or a sealed interface of records
 */
public final class SparkTasks<T> {
    private static final Duration USUAL_SLICE = Duration.ofMillis(300);
    private static final Duration USUAL_PATIENCE = Duration.ofMinutes(2);

    private final JavaSparkContext spark;
    private final Class<T> type;
    private final Settings settings;

    private SparkTasks(JavaSparkContext spark, Class<T> type, Settings settings) {
        this.spark = spark;
        this.type = type;
        this.settings = settings;
    }

    /** {@return tasks on the cluster of {@code spark}, in slices of 300 ms} */
    public static <T> SparkTasks<T> on(JavaSparkContext spark, Class<T> type) {
        return new SparkTasks<>(spark, type, new Settings(USUAL_SLICE, USUAL_PATIENCE, _ -> {}));
    }

    /**
     * {@return the same with slices that take about so long, in long runs up to ten times as long} Longer ones cost
     * less, and are worse shared at the end.
     *
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public SparkTasks<T> withSlice(Duration slice) {
        if (slice.toMillis() < 1) {
            throw new IllegalArgumentException("slices of " + slice.toNanos()
                    + " ns; what Spark does for one takes milliseconds: give some hundred of them");
        }
        return new SparkTasks<>(spark, type, new Settings(slice, settings.patience, settings.listener));
    }

    /** {@return the same, but a run fails after so long without any executor} */
    public SparkTasks<T> withPatience(Duration patience) {
        return new SparkTasks<>(spark, type, new Settings(settings.slice, patience, settings.listener));
    }

    /** {@return the same with a listener, which the thread that runs calls some times a second} */
    public SparkTasks<T> withProgress(Consumer<Progress> listener) {
        return new SparkTasks<>(spark, type, new Settings(settings.slice, settings.patience, listener));
    }

    /** What is the same for all runs. */
    record Settings(Duration slice, Duration patience, Consumer<Progress> listener) {}

    /**
     * How far a run is.
     *
     * @param slices done
     * @param underWay slices with executors, or on their way
     * @param waiting tasks in the driver
     * @param executed tasks that were run
     * @param executors how many there are
     * @param elapsed since the beginning
     */
    public record Progress(int slices, int underWay, int waiting, long executed, int executors, Duration elapsed) {}

    /**
     * A slice that was done.
     *
     * @param executor where
     * @param begin when, in milliseconds since 1970 by the clock there
     * @param elapsed how long
     * @param executed tasks that were run
     * @param left tasks that it returned
     */
    public record Slice(String executor, long begin, Duration elapsed, long executed, int left) {}

    /**
     * How a run went.
     *
     * @param result what came of all tasks
     * @param executed how many there were
     * @param elapsed how long it took
     * @param slices what was done where and when
     */
    public record Outcome<R>(R result, long executed, Duration elapsed, List<Slice> slices) {}

    /**
     * How results are joined, made where it is needed: {@code Join::sum}.
     *
     * @param <R> the results
     */
    @FunctionalInterface
    public interface JoinMaker<R> extends Serializable {
        /** {@return how results are joined} */
        Join<R> make();
    }

    /**
     * Runs {@code first} and all tasks that come of them.
     *
     * @param work what is done with tasks on a device
     * @param merge two results into one: associative and commutative
     * @throws ClusterException if a task threw, or Spark gave up
     * @throws IllegalArgumentException if there is no task
     */
    public <R> Outcome<R> run(List<? extends T> first, TaskWork<T, R> work, BinaryOperator<R> merge) {
        if (first.isEmpty()) {
            throw new IllegalArgumentException("no tasks to begin with; give at least one");
        }
        var of = type;
        SliceEngine.Maker<R> maker = (device, threads) -> new SliceEngine.Tasks<>(device, threads, Layout.of(of), work);
        return start(first, maker, merge);
    }

    /**
     * {@return the result of {@code root} and all that comes of it}
     *
     * @param join how results of tasks become one
     * @param body what is done with a task, without memory of a device
     * @throws ClusterException if a task threw, or Spark gave up
     */
    public <R> Outcome<R> compute(T root, JoinMaker<R> join, TaskBody<T, Fork<T, R>> body) {
        return compute(root, _ -> new Given<>(join.make(), body));
    }

    private record Given<T, R>(Join<R> join, TaskBody<T, Fork<T, R>> body) implements JoinWork.OnDevice<T, R> {}

    /**
     * {@return the result of {@code root} and all that comes of it}
     *
     * @param work what is done with tasks on a device; the driver opens it, too, on the JVM, to join results
     * @throws ClusterException if a task threw, or Spark gave up
     */
    public <R> Outcome<R> compute(T root, JoinWork<T, R> work) {
        var of = type;
        SliceEngine.Maker<R> maker = (device, threads) -> new SliceEngine.Joins<>(device, threads, Layout.of(of), work);
        try (var device = Device.jvm();
                var here = work.open(device)) {
            return start(List.of(root), maker, here.join()::combine);
        }
    }

    private <R> Outcome<R> start(List<? extends T> first, SliceEngine.Maker<R> maker, BinaryOperator<R> merge) {
        var layout = Layout.of(type);
        if (layout.words() == 0) {
            throw new IllegalArgumentException(
                    type.getName() + " has no components, so that tasks cannot be told from each other; give it one");
        }
        var pool = new SlicePool<>(merge, layout.words(), layout.encode(first), settings.slice);
        return new SliceRun<>(spark, pool, maker, settings).run();
    }
}
